"""Has the server draw what is under the hand where the browser does not, and draw anew when the theme changes."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from components.kit.component import component
from components.kit.streamlit_internals import runs_underway

_MOUNT = component(Path(__file__).parent, "<div></div>", is_isolated=False)  # hidden by the page's style


def preview_runs(
    # by slider, and by what else a picture holds, the text that the address says: two for two thumbs
    committed_texts: Mapping[str, str | Sequence[str]],
    *,
    room: str,  # its path below the app's root
    # names of those whose values are sent on the way, since something in the page follows only on the server
    asks: Sequence[str],
    answers: int,  # number of the request that this run answers; 0 for none
    # of the widget; in a run that it started, `st.session_state[key].preview` has its "number", "values" and
    # "committed"; untrusted
    key: str,
    on_preview_change: Callable[[], None],  # called before such a run with no arguments
) -> None:
    """Ask for runs on the way, and for one when the theme of the page changes. It shows nothing."""
    data: dict[str, Any] = {
        "room": room,
        "committed": dict(committed_texts),
        "asks": list(asks),
        "answers": answers,
        "others": max(runs_underway() - 1, 0),
    }
    _MOUNT(data=data, key=key, on_preview_change=on_preview_change, on_theme_change=_draw_anew)


def _draw_anew() -> None:
    """Do nothing: the run that follows gives pictures the colours of the theme."""

"""Tells pictures and server the values of moving sliders, and starts a run when the theme of the page changes."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from components.kit.component import component
from components.kit.streamlit_internals import runs_underway

_MOUNT = component(Path(__file__).parent, "<div></div>", is_isolated=False)  # hidden by the page's style


def watch_sliders(
    # by slider, what it shows at the value that the server knows: a text, or two for two thumbs
    committed_texts: Mapping[str, str | Sequence[str]],
    *,
    # sliders whose values are sent on the way, since something in the page follows only on the server
    asks: Sequence[str],
    query: Mapping[str, Sequence[str]],  # by slider, the texts of this value in the address; none for a default
    answers: int,  # number of the report that this run answers; 0 for none
    # of the widget; in a run started by a report, `st.session_state[key].preview` has its "number", "values" and
    # "committed"; untrusted
    key: str,
    on_preview_change: Callable[[], None],  # called before such a run with no arguments
) -> None:
    """Watch the sliders of a page, if there are any, and its theme. It shows nothing."""
    data: dict[str, Any] = {
        "committed": dict(committed_texts),
        "asks": list(asks),
        "addressed": dict(query),
        "answers": answers,
        "others": max(runs_underway() - 1, 0),
    }
    _MOUNT(data=data, key=key, on_preview_change=on_preview_change, on_theme_change=_draw_anew)


def _draw_anew() -> None:
    """Do nothing: the run that follows gives pictures the colours of the theme."""

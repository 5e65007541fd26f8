"""Values of Streamlit's sliders while they move: to the pictures in the page, and to the server."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from components.kit.part import part
from components.kit.streamlit_internals import runs_underway

_MOUNT = part(Path(__file__).parent, "<div></div>", isolated=False)  # hidden by the page's style


def hand(
    committed: Mapping[str, str | Sequence[str]],
    *,
    asks: Sequence[str],
    addressed: Mapping[str, Sequence[str]],
    answers: int,
    key: str,
    on_preview_change: Callable[[], None],
) -> None:
    """Watch the sliders of a page. It shows nothing; where no slider is found it does nothing.

    Parameters
    ----------
    committed : mapping of str
        By the slider's key, what it shows at the value that the server knows: a text, or two for a slider with two
        thumbs.
    asks : sequence of str
        Sliders whose values on the way are sent to the server, since something in the page follows only there.
    addressed : mapping of str
        By the slider's key, the texts of this value in the address; none for a default.
    answers : int
        Number of the report that this run answers; 0 for none.
    key : str
        Of the widget. During a run that a report has started, `st.session_state[key].preview` is a mapping with
        its "number", the "values" on the way and the "committed" ones that it has seen. It is not trusted.
    on_preview_change : callable
        Called before such a run with no arguments.
    """
    data: dict[str, Any] = {
        "committed": dict(committed),
        "asks": list(asks),
        "addressed": dict(addressed),
        "answers": answers,
        "others": max(runs_underway() - 1, 0),
    }
    _MOUNT(data=data, key=key, on_preview_change=on_preview_change)

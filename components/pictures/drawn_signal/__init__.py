"""A signal that the reader draws with a pointer or the arrow keys."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from components.kit.component import component

_MOUNT = component(
    Path(__file__).parent,
    """
<div class="drawn">
  <canvas aria-busy="true" tabindex="0" role="application"></canvas>
  <button class="flat" type="button"></button>
</div>
""",
)


def drawn_signal(
    text: str,  # the signal in hundredths with commas, as `core.beyond_text.signal_fit.signal_text` writes it
    *,
    # "alt", which says what can be done, and "flat", on the button that draws a flat line
    texts: Mapping[str, str],
    colour: str,  # of the signal
    key: str,  # of the widget; `reported_signal` reads what it has said after the reader has let go
    on_rest_change: Callable[[], None],  # called with no arguments then
) -> None:
    """Show a pad with the signal; the reader's strokes change it."""
    data: dict[str, Any] = {"view": {"drawn": text}, "texts": dict(texts), "colour": colour}
    _MOUNT(data=data, key=key, on_rest_change=on_rest_change)


def reported_signal(key: str) -> str:
    """The signal that the pad has reported; untrusted, "" where it has reported no text."""
    rest = getattr(st.session_state.get(key), "rest", None)
    text = rest.get("drawn") if isinstance(rest, Mapping) else None
    return text if isinstance(text, str) else ""

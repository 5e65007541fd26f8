"""A slider whose value the address holds; while it moves, pictures follow it and the address waits."""

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from streamlit.delta_generator import DeltaGenerator

from components.kit import run_record
from components.kit.component import component
from components.kit.run_record import Slider

_MOUNT = component(Path(__file__).parent, '<div class="slider"></div>', is_isolated=False)


def slider(
    entry: Slider,
    *,
    # called before the run after a value was let go or typed; `st.session_state[entry.name].rest` has under
    # "text" a text, or two for two thumbs; untrusted
    on_rest_change: Callable[[], None],
    place: DeltaGenerator | None = None,  # where; None for the page
    width: int | None = None,  # pixels; None for as wide as its place
    disabled: bool = False,
) -> None:
    """Show a slider at what the address says, and record it."""
    run_record.slider(entry)
    data: dict[str, Any] = {
        "name": entry.name,
        "label": entry.label,
        "help": entry.help,
        "unit": entry.unit,
        "stops": " ".join(entry.stops),
        "defaults": entry.defaults,
        "holds": entry.holds,
        "allowed": entry.allowed,
        "disabled": disabled,
        "view": {"text": entry.texts[0] if len(entry.texts) == 1 else entry.texts},
    }
    with place or nullcontext():
        _MOUNT(data=data, key=entry.name, on_rest_change=on_rest_change, width=width or "stretch")

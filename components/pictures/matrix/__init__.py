"""The table as a picture: a canvas with axes, a crosshair, and the marked row and column as curves."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from components.kit.component import component

_MOUNT = component(
    Path(__file__).parent,
    '<output aria-live="polite"></output>'
    '<canvas aria-busy="true" tabindex="0" role="application" aria-label="Table of the encoding"></canvas><p></p>',
)


def matrix(
    *,
    # length, d_model, base and scale by their names, and the fields of the layout; the browser computes
    # the means that are the pixels, and single cells
    settings: Mapping[str, Any],
    most: tuple[int, int],  # most rows and columns of pixels
    # "position" and "dimension" of the marked cell, from the address; None: the middle, and the wavelength nearest
    # to a quarter of the length; beyond the table the last is marked
    view: Mapping[str, int | None],
    colours: Mapping[str, Any],  # "sine", "cosine", and for "light" and "dark" the three colours of signed values
    alt: str,
    key: str,
    # called with no arguments when the reader has marked another cell; `st.session_state[key].rest` is its view
    on_rest_change: Callable[[], None],
) -> None:
    """Show the table."""
    data = {
        "settings": dict(settings),
        "most": dict(zip(("rows", "columns"), most, strict=True)),
        "view": dict(view),
        "colours": dict(colours),
        "alt": alt,
    }
    _MOUNT(data=data, key=key, alt=alt, follows=settings, on_rest_change=on_rest_change)

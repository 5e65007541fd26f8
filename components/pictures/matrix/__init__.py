"""The table as a picture: a canvas with axes, a crosshair, and the marked row and column as curves."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from components.kit.component import component
from components.kit.wire import pack
from core.sinusoidal.block_means import BlockMeans

_MOUNT = component(
    Path(__file__).parent,
    '<output aria-live="polite"></output>'
    '<canvas aria-busy="true" tabindex="0" role="application" aria-label="Table of the encoding"></canvas><p></p>',
)


def matrix(
    means: BlockMeans,  # the pixels
    *,
    # length, d_model, base and scale by the key of their widget, and the fields of the layout; the browser computes
    # single cells with them, and the pixels while a slider moves
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
    rows, across = means.values.shape
    header = {
        "rows": rows,
        "columns": across,
        "per_row": means.positions,
        "per_column": means.dimensions,
        "settings": dict(settings),
        "most": dict(zip(("rows", "columns"), most, strict=True)),
        "view": dict(view),
        "colours": dict(colours),
        "alt": alt,
    }
    _MOUNT(
        data=pack(header, {"pixels": as_bytes(means.values)}),
        key=key,
        alt=alt,
        follows=settings,
        on_rest_change=on_rest_change,
    )


def as_bytes(values: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Values in [-1, 1] as 0 … 254, where 127 is zero; the rounding error is at most 0.004."""
    return (values * 127 + 127.5).astype(np.uint8)  # truncated, so rounded, in half the time of np.rint

"""The table as a picture: a canvas with axes, a crosshair, and the kept row and column as curves."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from components.part import part
from components.wire import pack
from core.block_means import BlockMeans
from core.schemes.sinusoidal import Columns

_MOUNT = part(
    Path(__file__).parent,
    '<output aria-live="polite"></output>'
    '<canvas tabindex="0" role="application" aria-label="Table of the encoding"></canvas><p></p>',
)


def matrix(
    means: BlockMeans,
    columns: Columns,
    *,
    header: Mapping[str, Any],
    colours: Mapping[str, Any],
    key: str,
    on_cell_change: Callable[[], None],
) -> None:
    """Show the table.

    Parameters
    ----------
    means : BlockMeans
        The pixels.
    columns : Columns
        Of the whole table; the browser evaluates single cells from their frequencies.
    header : mapping
        length, base, scale, first_position, position and dimension (the kept cell), alt (a sentence).
    colours : mapping
        sine, cosine, and for "light" and "dark" the three colours of signed values.
    key : str
        Of the widget.
    on_cell_change : callable
        Called when the reader has kept another cell; `st.session_state[key].cell` is its position and dimension.
    """
    rows, across = means.values.shape
    shape = {"rows": rows, "columns": across, "perRow": means.positions, "perColumn": means.dimensions}
    arrays = {
        "pixels": as_bytes(means.values),
        "frequencies": columns.frequencies,
        "functions": columns.functions,
        "numerators": columns.numerators.astype(np.uint16),
    }
    packed = pack({**header, **shape, "denominator": columns.denominator, "colours": dict(colours)}, arrays)
    _MOUNT(data=packed, key=key, alt=header["alt"], on_cell_change=on_cell_change)


def as_bytes(values: np.typing.NDArray[np.float64]) -> np.typing.NDArray[np.uint8]:
    """Values in [-1, 1] as 0 … 254, so that 127 is zero; half a step is 0.004."""
    return (values * 127 + 127.5).astype(np.uint8)  # cut off, which is rounding and half the work of `np.rint`

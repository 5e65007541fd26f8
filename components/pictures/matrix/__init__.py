"""The table as a picture: a canvas with axes, a crosshair, and the kept row and column as curves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from components.kit.part import part
from components.kit.wire import pack

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from core.schemes.sinusoidal import Columns
    from core.sinusoidal.block_means import BlockMeans

_MOUNT = part(
    Path(__file__).parent,
    '<output aria-live="polite"></output>'
    '<canvas aria-busy="true" tabindex="0" role="application" aria-label="Table of the encoding"></canvas><p></p>',
)


def matrix(
    means: BlockMeans,
    columns: Columns,
    *,
    header: Mapping[str, Any],
    view: Mapping[str, int],
    colours: Mapping[str, Any],
    key: str,
    on_rest_change: Callable[[], None],
) -> None:
    """Show the table.

    Parameters
    ----------
    means : BlockMeans
        The pixels.
    columns : Columns
        Of the whole table; the browser evaluates single cells from their frequencies.
    header : mapping
        length, base, scale, firstPosition, alt (a sentence).
    view : mapping
        "position" and "dimension" of the kept cell, as the address gives them.
    colours : mapping
        sine, cosine, and for "light" and "dark" the three colours of signed values.
    key : str
        Of the widget.
    on_rest_change : callable
        Called with no arguments when the reader has kept another cell; `st.session_state[key].rest` is its view.
    """
    rows, across = means.values.shape
    shape = {"rows": rows, "columns": across, "perRow": means.positions, "perColumn": means.dimensions}
    arrays: dict[str, NDArray[Any]] = {
        "pixels": as_bytes(means.values),
        "frequencies": columns.frequencies,
        "functions": columns.functions,
        "numerators": columns.numerators.astype(np.uint16),
    }
    own = {"view": dict(view), "denominator": columns.denominator, "colours": dict(colours)}
    packed = pack({**header, **shape, **own}, arrays)
    _MOUNT(data=packed, key=key, alt=header["alt"], on_rest_change=on_rest_change)


def as_bytes(values: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Values in [-1, 1] as 0 … 254, so that 127 is zero; half a step is 0.004."""
    return (values * 127 + 127.5).astype(np.uint8)  # cut off, which is rounding and half the work of `np.rint`

"""The table as a picture: a canvas with axes, a crosshair, and the marked row and column as curves."""

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
    length: int,
    base: float,
    scale: float,
    first_position: int,
    view: Mapping[str, int],
    colours: Mapping[str, Any],
    alt: str,
    key: str,
    on_rest_change: Callable[[], None],
) -> None:
    """Show the table.

    Parameters
    ----------
    means : BlockMeans
        The pixels.
    columns : Columns
        Of the whole table; the browser computes single cells from their frequencies.
    length : int
        Positions of the table.
    base, scale : float
        For the formula of a cell.
    first_position : int
        Of the layout: the position of the first row, tokens.
    view : mapping
        "position" and "dimension" of the marked cell, from the address.
    colours : mapping
        "sine", "cosine", and for "light" and "dark" the three colours of signed values.
    alt : str
        Description of the picture.
    key : str
        Of the widget.
    on_rest_change : callable
        Called with no arguments when the reader has marked another cell; `st.session_state[key].rest` is its view.
    """
    rows, across = means.values.shape
    header = {
        "rows": rows,
        "columns": across,
        "per_row": means.positions,
        "per_column": means.dimensions,
        "length": length,
        "base": base,
        "scale": scale,
        "first_position": first_position,
        "denominator": columns.denominator,
        "view": dict(view),
        "colours": dict(colours),
        "alt": alt,
    }
    arrays: dict[str, NDArray[Any]] = {
        "pixels": as_bytes(means.values),
        "frequencies": columns.frequencies,
        "functions": columns.functions,
        "numerators": columns.numerators.astype(np.uint16),
    }
    _MOUNT(data=pack(header, arrays), key=key, alt=alt, on_rest_change=on_rest_change)


def as_bytes(values: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Values in [-1, 1] as 0 … 254, where 127 is zero; the rounding error is at most 0.004."""
    return (values * 127 + 127.5).astype(np.uint8)  # truncated, so rounded, in half the time of np.rint

"""Single dimensions as waves over position: which to show, and their wavelengths."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.frequencies import geometric, wavelengths
from core.inputs.arrays import as_positions
from core.inputs.parameter import D_MODEL, SCALE, check_whole
from core.numeric.spacing import evenly_spread
from core.schemes.sinusoidal import COSINE, SINE, Columns, column_nearest


@dataclass(frozen=True)
class Wave:
    """One dimension over the positions from 0 to a window's end.

    Parameters
    ----------
    dimension : int
        Column of the interleaved table.
    cosine : bool
        Whether it is a cosine, else a sine.
    frequency : float
        Radians per token, scale included.
    turns : float
        Waves in the window.
    """

    dimension: int
    cosine: bool
    frequency: float
    turns: float

    @property
    def pair(self) -> int:
        """Index of the (sine, cosine) pair that the dimension belongs to."""
        return self.dimension // 2

    @property
    def wavelength(self) -> float:
        """Tokens after which it repeats."""
        return 2 * math.pi / self.frequency


def columns_at(
    positions: int | ArrayLike, dimensions: ArrayLike, table: Columns, *, scale: float = 1.0
) -> NDArray[np.float64]:
    """Selected columns of a table, without computing the others.

    Parameters
    ----------
    positions : int or array_like of shape (n,)
        Tokens.
    dimensions : array_like of int, shape (m,)
        Which columns.
    table : Columns
        The table's columns.
    scale : float
        Dimensionless.

    Returns
    -------
    values : ndarray of shape (n, m)
        Dimensionless.
    """
    wanted = np.asarray(dimensions, dtype=int)
    encoded = as_positions(positions) / SCALE.check(scale)
    angles = np.outer(encoded, table.frequencies[wanted])  # (n, m) radians
    function = table.functions[wanted]
    values: NDArray[np.float64] = np.where(
        function == SINE, np.sin(angles), np.where(function == COSINE, np.cos(angles), 0)
    )
    return values


def wave(dimension: int, window: int, table: Columns, *, scale: float = 1.0) -> Wave:
    """One dimension over the positions 0 … window.

    Parameters
    ----------
    dimension : int
        From 0 to d_model - 1.
    window : int
        Tokens, at least 1.
    table : Columns
        Of the interleaved table.
    scale : float
        Dimensionless.

    Raises
    ------
    ValueError
        If an argument is not valid.
    """
    window = check_whole(window, "window")
    dimension = check_whole(dimension, "dimension", least=0, most=len(table.frequencies) - 1)
    frequency = float(table.frequencies[dimension] / SCALE.check(scale))
    return Wave(
        dimension=dimension,
        cosine=bool(table.functions[dimension] == COSINE),
        frequency=frequency,
        turns=window * frequency / (2 * math.pi),
    )


def contrasting_dimensions(window: int, table: Columns, *, scale: float = 1.0) -> tuple[int, ...]:
    """The fastest pair, those that turn about 32 times, 5 times and once in the window, and the slowest.

    Parameters
    ----------
    window : int
        Tokens.
    table : Columns
        Of the interleaved table.
    scale : float
        Dimensionless.

    Returns
    -------
    dimensions : tuple of int
        Sine and cosine of each pair, ascending; fewer than five pairs where some coincide, or where one turns
        more than half as fast as the fastest.
    """
    d_model = len(table.frequencies)
    between = (column_nearest(window / turns, table, scale=scale) for turns in (32, 5, 1))
    slower = {column // 2 for column in between if 2 * table.frequencies[column] <= table.frequencies[0]}
    pairs = {0, (d_model - 1) // 2} | slower
    return tuple(sorted(d for pair in pairs for d in (2 * pair, 2 * pair + 1) if d < d_model))


def read_dimensions(text: str, d_model: int, *, most: int) -> tuple[int, ...]:
    """Dimensions in a reader's text such as "0, 1, 30-33"; anything else in it is ignored.

    Parameters
    ----------
    text : str
        Untrusted.
    d_model : int
        Larger dimensions do not exist and are left out.
    most : int
        The lowest are kept if there are more.

    Returns
    -------
    dimensions : tuple of int
        Ascending, each once.

    Examples
    --------
    >>> read_dimensions("30-33, 1, 0, 900", 512, most=5)
    (0, 1, 30, 31, 32)
    """
    d_model, most = D_MODEL.check(d_model), check_whole(most, "most")
    found: set[int] = set()
    for first, last in re.findall(r"(\d+)(?:\s*[-–]\s*(\d+))?", text, flags=re.ASCII):
        start, end = _dimension(first), _dimension(last or first)
        found.update(range(start, min(end + 1, d_model, start + most)))
    return tuple(sorted(found))[:most]


def _dimension(digits: str) -> int:
    """The number, capped where it has more digits than any dimension."""
    return int(digits) if len(digits) <= 9 else 10**9


def wave_columns(
    d_model: int,
    window: int,  # tokens, from position 0
    dimensions: Sequence[int],
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
    most: int = 1024,  # positions computed
) -> dict[str, NDArray[Any]]:
    """Dimensions of the sinusoidal encoding as waves over the positions."""
    position, dimension = evenly_spread(window, most), np.array(dimensions)
    frequencies = geometric(base, 2 * (dimension // 2), d_model) / scale  # radians per token
    angles = np.outer(position, frequencies)
    values = np.where(dimension % 2, np.cos(angles), np.sin(angles))
    return {"position": position} | {f"dim {d}": wave for d, wave in zip(dimensions, values.T, strict=True)}


def wavelength_columns(
    d_model: int, length: int, *, base: float = 10_000.0, scale: float = 1.0
) -> dict[str, NDArray[Any]]:
    """The wavelength of each pair, and how often it turns within a length."""
    of_pairs = scale * wavelengths(d_model, base)  # (d_model // 2,) tokens
    pairs = np.arange(len(of_pairs))
    return {"pair": pairs, "wavelength in tokens": of_pairs, "turns within length": length / of_pairs}

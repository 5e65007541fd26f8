"""Single dimensions as waves over position: which to look at, and how they turn."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.inputs.arrays import as_positions
from core.inputs.parameter import D_MODEL, SCALE, check_whole
from core.schemes.sinusoidal import COSINE, SINE, Columns, column_nearest

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True)
class Wave:
    """One dimension over the positions from 0 to a window's end.

    Parameters
    ----------
    dimension : int
        Column of the interleaved table.
    cosine : bool
        Else a sine.
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
        """Which (sine, cosine) pair the dimension belongs to."""
        return self.dimension // 2

    @property
    def wavelength(self) -> float:
        """Tokens until it repeats."""
        return 2 * math.pi / self.frequency


def columns_at(
    positions: int | ArrayLike, dimensions: ArrayLike, of: Columns, *, scale: float = 1.0
) -> NDArray[np.float64]:
    """A few columns of a table, without the others.

    Parameters
    ----------
    positions : int or array_like of shape (n,)
        Tokens.
    dimensions : array_like of int, shape (m,)
        Columns wanted.
    of : Columns
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
    angles = np.outer(encoded, of.frequencies[wanted])  # (n, m) radians
    function = of.functions[wanted]
    values: NDArray[np.float64] = np.where(
        function == SINE, np.sin(angles), np.where(function == COSINE, np.cos(angles), 0)
    )
    return values


def wave(dimension: int, window: int, of: Columns, *, scale: float = 1.0) -> Wave:
    """One dimension over the positions 0 … window.

    Parameters
    ----------
    dimension : int
        From 0 to d_model - 1.
    window : int
        Tokens, at least 1.
    of : Columns
        Of the interleaved table.
    scale : float
        Dimensionless.

    Raises
    ------
    ValueError
        If an argument is not valid.
    """
    window = check_whole(window, "window")
    dimension = check_whole(dimension, "dimension", least=0, most=len(of.frequencies) - 1)
    frequency = float(of.frequencies[dimension] / SCALE.check(scale))
    return Wave(
        dimension=dimension,
        cosine=bool(of.functions[dimension] == COSINE),
        frequency=frequency,
        turns=window * frequency / (2 * math.pi),
    )


def telling_dimensions(window: int, of: Columns, *, scale: float = 1.0) -> tuple[int, ...]:
    """The fastest pair, those that turn about 32 times, 5 times and once in the window, and the slowest.

    Parameters
    ----------
    window : int
        Tokens.
    of : Columns
        Of the interleaved table.
    scale : float
        Dimensionless.

    Returns
    -------
    dimensions : tuple of int
        Sine and cosine of each pair, ascending; fewer pairs where these coincide or one is more than half
        as fast as the fastest.
    """
    d_model = len(of.frequencies)
    between = (column_nearest(window / turns, of, scale=scale) for turns in (32, 5, 1))
    slower = {column // 2 for column in between if 2 * of.frequencies[column] <= of.frequencies[0]}
    pairs = {0, (d_model - 1) // 2} | slower
    return tuple(sorted(d for pair in pairs for d in (2 * pair, 2 * pair + 1) if d < d_model))


def read_dimensions(text: str, d_model: int, *, most: int) -> tuple[int, ...]:
    """Dimensions named by a reader, such as "0, 1, 30-33"; all else in the text is passed over.

    Parameters
    ----------
    text : str
        Untrusted.
    d_model : int
        Dimensions from this one on do not exist and are left out.
    most : int
        Only so many of the lowest are taken.

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
    """The number, or one beyond any dimension where its digits are too many."""
    return int(digits) if len(digits) <= 9 else 10**9

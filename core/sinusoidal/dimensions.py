"""Single dimensions as waves over position: which to show, and their wavelengths."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.frequencies import geometric, wavelengths
from core.inputs.checked import Positions, checked
from core.inputs.parameter import check_whole, whole
from core.numeric.curve import evenly_spread
from core.schemes.sinusoidal import COSINE, SINE, Columns, column_nearest


@dataclass(frozen=True)
class Wave:
    """One dimension over the positions from 0 to a window's end."""

    dimension: int  # column of the interleaved table
    cosine: bool  # whether it is a cosine, else a sine
    frequency: float  # radians per token, scale included
    turns: float  # waves in the window

    @property
    def pair(self) -> int:
        """Index of the (sine, cosine) pair that the dimension belongs to."""
        return self.dimension // 2

    @property
    def wavelength(self) -> float:
        """Tokens after which it repeats."""
        return 2 * math.pi / self.frequency


@checked()
def columns_at(
    positions: Positions, dimensions: ArrayLike, table: Columns, *, scale: float = 1.0
) -> NDArray[np.float64]:  # (n, m) dimensionless
    """Selected columns of a table, without computing the others."""
    index = np.asarray(dimensions, dtype=int)
    angles = np.outer(positions / scale, table.frequencies[index])  # (n, m) radians
    function = table.functions[index]
    return np.where(function == SINE, np.sin(angles), np.where(function == COSINE, np.cos(angles), 0))


def _one_of_the_table(dimension: int, table: Columns) -> None:
    check_whole(dimension, "dimension", least=0, most=len(table.frequencies) - 1)


@checked(whole("window"), together=_one_of_the_table)
def wave(dimension: int, window: int, table: Columns, *, scale: float = 1.0) -> Wave:
    """One dimension over the positions 0 … window."""
    frequency = float(table.frequencies[dimension] / scale)
    return Wave(
        dimension=dimension,
        cosine=bool(table.functions[dimension] == COSINE),
        frequency=frequency,
        turns=window * frequency / (2 * math.pi),
    )


def contrasting_dimensions(window: int, table: Columns, *, scale: float = 1.0) -> tuple[int, ...]:
    """The fastest pair, those that turn about 32 times, 5 times and once in the window, and the slowest."""
    d_model = len(table.frequencies)
    between = (column_nearest(window / turns, table, scale=scale) for turns in (32, 5, 1))
    slower = {column // 2 for column in between if 2 * table.frequencies[column] <= table.frequencies[0]}
    pairs = {0, (d_model - 1) // 2} | slower
    return tuple(sorted(d for pair in pairs for d in (2 * pair, 2 * pair + 1) if d < d_model))


@checked(whole("most"))
def read_dimensions(
    text: str, d_model: int, *, most: int
) -> tuple[int, ...]:  # text: untrusted; → ascending, each once, the lowest if there are more than `most`
    """Dimensions in a reader's text such as "0, 1, 30-33"; anything else in it is ignored.

    >>> read_dimensions("30-33, 1, 0, 900", 512, most=5)
    (0, 1, 30, 31, 32)
    """
    dimensions: set[int] = set()
    for first, last in re.findall(r"(\d+)(?:\s*[-–]\s*(\d+))?", text, flags=re.ASCII):
        start, end = _dimension(first), _dimension(last or first)
        dimensions.update(range(start, min(end + 1, d_model, start + most)))
    return tuple(sorted(dimensions))[:most]


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
    """The wavelength of each pair in tokens, the same in even steps, and how often it turns within a length."""
    at_scale_1 = wavelengths(d_model, base)  # (d_model // 2,) tokens
    of_pairs, pairs = scale * at_scale_1, np.arange(len(at_scale_1))
    even = of_pairs[:1] + (of_pairs[-1:] - of_pairs[:1]) * pairs / max(len(pairs) - 1, 1)
    columns = {"pair": pairs, "wavelength in tokens": of_pairs, "in even steps": even}
    return columns | {"at scale 1": at_scale_1, "turns within length": length / of_pairs}

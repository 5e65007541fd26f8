"""The largest rotation errors over pairs and the positions of a long text, sampled where these are too many."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import checked
from core.inputs.parameter import DIM, check_whole, whole
from core.long_context.dtypes import Dtypes
from core.long_context.rotation_errors import Rotations, errors_from, rotation_errors, rotations
from core.numeric.curve import evenly_spread


@dataclass(frozen=True)
class ErrorMap:
    """The largest error in every cell of positions by pairs, and at every sampled position."""

    edges: NDArray[np.int_]  # (columns + 1,) column j covers the positions edges[j] … edges[j + 1] - 1, tokens
    pairs: NDArray[np.int_]  # (rows,) indices
    worst: NDArray[np.float64]  # (rows, columns) as `rotation_errors`; NaN where a position of the cell overflows
    positions: NDArray[np.int_]  # (n,) sampled positions, ascending, tokens
    errors: NDArray[np.float64]  # (n,) the largest error at each sampled position; NaN where a pair overflows

    @property
    def complete_to(self) -> int:
        """Up to here every position was sampled; beyond, only some of each column."""
        return int(np.count_nonzero(self.positions == np.arange(1, len(self.positions) + 1)))

    @property
    def largest(self) -> float:
        """The largest error, where nothing overflows."""
        return float(np.nanmax(self.worst, initial=0))

    @property
    def overflows(self) -> bool:
        """Whether some position has no rotation."""
        return bool(np.isnan(self.worst).any())

    @property
    def last_finite(self) -> int:
        """The last sampled position where nothing overflows; without overflow the last position."""
        finite = ~np.isnan(self.errors)
        return int(self.edges[-1]) - 1 if finite.all() else int(self.positions[finite][-1])

    def first_above(self, error: float) -> int | None:
        """The first sampled position where some pair has a larger error or overflows."""
        above = ~(self.errors <= error)
        return int(self.positions[above.argmax()]) if above.any() else None


@lru_cache(maxsize=32)  # 0.1 MB each: one visit draws up to 16, and asks for some of them twice
@checked(DIM, whole("rows"))
def error_map(
    length: int,  # positions 1 … length - 1, at least 2
    dim: int,
    dtypes: Dtypes,
    *,
    columns: int = 128,
    samples: int = 6,
    rows: int = 64,  # largest number of pairs, evenly spread
    base: float = 10_000.0,
    scale: float = 1.0,
) -> ErrorMap:
    """Errors over positions from 1 on, evenly spaced on a logarithmic scale, and over pairs.

    Exact rotations are computed once for all dtypes; `error_map_columns` does without that.
    """
    edges, positions = position_samples(1, length, columns, samples)
    pairs = evenly_spread(dim // 2, rows)
    errors = errors_from(_exact_rotations(length, dim, columns, samples, rows, base, scale), dtypes)
    worst = np.maximum.reduceat(errors, np.searchsorted(positions, edges[:-1]), axis=0).T
    errors_by_place = ErrorMap(edges, pairs, worst, positions, errors.max(axis=1, initial=0))
    for array in vars(errors_by_place).values():
        array.setflags(write=False)
    return errors_by_place


@lru_cache(maxsize=2)  # 1 MB each, shared by all maps of one picture
def _exact_rotations(
    length: int, dim: int, columns: int, samples: int, rows: int, base: float, scale: float
) -> Rotations:
    """The rotations at the sampled positions without rounding."""
    _, positions = position_samples(1, length, columns, samples)
    return rotations(positions, dim, pairs=evenly_spread(dim // 2, rows), base=base, scale=scale)


def error_map_columns(
    length: int,
    d_model: int,
    dtypes: Mapping[str, str],  # by step that is rounded
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
) -> dict[str, NDArray[Any]]:
    """The largest rotation error over runs of positions and over pairs."""
    edges, positions = position_samples(1, length, columns=128, samples=6)
    pairs = evenly_spread(d_model // 2, 64)
    errors = rotation_errors(positions, d_model, Dtypes(**dtypes), pairs=pairs, base=base, scale=scale)
    worst = np.maximum.reduceat(errors, np.searchsorted(positions, edges[:-1]))  # (columns, pairs)
    columns = {"first position": edges[:-1], "last position": edges[1:] - 1}
    return columns | {f"pair {pair}": values for pair, values in zip(pairs, worst.T, strict=True)}


_GOLDEN_SECTION = (5**0.5 - 1) / 2  # its multiples keep away from multiples of 1 / 2**n


def _longer(first: int, length: int) -> None:
    check_whole(length, "length", first + 1)


@lru_cache(maxsize=8)
@checked(whole("columns"), whole("samples"), together=_longer)
def position_samples(
    first: int,
    length: int,  # tokens, above first
    columns: int,  # at most, evenly spaced on a logarithmic scale
    samples: int,  # positions of a column that are sampled; of a column with no more than these, all are
) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """Edges of columns, (columns + 1,) tokens, over the positions first … length - 1, and the sampled ones,
    ascending.

    Column j covers edges[j] … edges[j + 1] - 1. One of many positions is sampled at fixed fractions of its width,
    which avoid multiples of powers of two, where a position is a number of the dtype and rounding changes nothing.
    """
    edges = np.unique(np.rint(np.geomspace(first, length, columns + 1)).astype(int))
    fractions = _GOLDEN_SECTION * np.arange(1, samples + 1) % 1
    parts = [
        np.arange(start, end) if end - start <= samples else start + (fractions * (end - start)).astype(int)
        for start, end in pairwise(edges)
    ]
    return edges, np.unique(np.concatenate(parts))

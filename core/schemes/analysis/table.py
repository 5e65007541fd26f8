"""Tables of any origin, type and size, processed in blocks so that little memory is needed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from core.inputs.parameter import D_MODEL, LENGTH, SCALE, check_whole
from core.schemes.sinusoidal import columns
from core.sinusoidal.block_means import BlockMeans
from core.sinusoidal.dimensions import columns_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

CELLS = 2**19  # in memory at once: 4 MB


@dataclass(frozen=True)
class Table:
    """One row a position, one column a dimension.

    Parameters
    ----------
    length, d_model : int
        Rows and columns, at least 1.
    block : callable
        Takes a slice of rows and a slice of columns, returns these numbers as float64.
    """

    length: int
    d_model: int
    block: Callable[[slice, slice], NDArray[np.float64]]

    def by_rows(self) -> Iterator[tuple[slice, NDArray[np.float64]]]:
        """All rows, in blocks of at most `CELLS` numbers, each with its slice of rows."""
        step = max(1, CELLS // self.d_model)
        for start in range(0, self.length, step):
            rows = slice(start, min(start + step, self.length))
            yield rows, self.block(rows, slice(None))

    def by_columns(self) -> Iterator[NDArray[np.float64]]:
        """All columns, in blocks of at most `CELLS` numbers."""
        step = max(1, CELLS // self.length)
        for start in range(0, self.d_model, step):
            yield self.block(slice(None), slice(start, min(start + step, self.d_model)))


def stored(values: NDArray[Any]) -> Table:
    """The table of an array of shape (length, d_model) and any real type."""
    length, d_model = values.shape
    return Table(length, d_model, lambda rows, columns_: values[rows, columns_].astype(np.float64))


def sinusoidal_table(length: int, d_model: int, *, base: float = 10_000.0, scale: float = 1.0) -> Table:
    """The interleaved sinusoidal table, computed block by block.

    Parameters
    ----------
    length : int
        Positions 0 … length - 1.
    d_model, base, scale
        As in `core.schemes.sinusoidal.sinusoidal`.

    Raises
    ------
    ValueError
        If an argument is not valid.
    """
    of, scale = columns(D_MODEL.check(d_model), base=base), SCALE.check(scale)
    positions, dimensions = np.arange(LENGTH.check(length)), np.arange(d_model)
    return Table(
        length, d_model, lambda rows, columns_: columns_at(positions[rows], dimensions[columns_], of, scale=scale)
    )


def row_norms(table: Table) -> NDArray[np.float64]:
    """Euclidean norm of every row; shape (length,), in the unit of the table."""
    return np.concatenate([np.linalg.norm(block, axis=1) for _, block in table.by_rows()])


def run_size(length: int, most: int) -> int:
    """The least length of runs such that at most `most` of them cover 0 … length - 1."""
    return -(-length // check_whole(most, "most"))


def run_means(values: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    """Means over runs of `size` neighbours along the first axis; the last run may be shorter."""
    if size == 1:
        return values
    starts = np.arange(0, len(values), size)
    sizes = np.diff(starts, append=len(values)).reshape(-1, *[1] * (values.ndim - 1))
    means: NDArray[np.float64] = np.add.reduceat(values, starts, axis=0) / sizes
    return means


def table_means(table: Table, *, rows: int, columns_: int) -> BlockMeans:
    """Means over blocks of a table, at most rows × columns_ of them.

    Parameters
    ----------
    table : Table
    rows, columns_ : int
        Most blocks along positions and along dimensions, at least 1.

    Returns
    -------
    means : BlockMeans
        In the unit of the table. Taking every n-th row instead would show aliases.
    """
    positions, dimensions = run_size(table.length, rows), run_size(table.d_model, columns_)
    sums = np.zeros((-(-table.length // positions), -(-table.d_model // dimensions)))
    for place, block in table.by_rows():
        _add_runs(sums, run_means(block.T, dimensions).T, place, positions)
    return BlockMeans(sums / _sizes(table.length, positions), positions, dimensions)


def cosine_means(table: Table, *, rows: int) -> tuple[NDArray[np.float64], int]:
    """Cosine between all pairs of rows, as means over blocks of pairs.

    The mean of u·v over all u in one run and v in another is the dot product of the means of the two runs.

    Parameters
    ----------
    table : Table
    rows : int
        Most blocks along each side, at least 1.

    Returns
    -------
    cosines : ndarray of shape (n, n)
        Dimensionless, in [-1, 1]; a row of zeros has the cosine 0 with every row.
    positions : int
        Positions that a block covers along each side.
    """
    positions = run_size(table.length, rows)
    sums = np.zeros((-(-table.length // positions), table.d_model))
    for place, block in table.by_rows():
        norms = np.linalg.norm(block, axis=1, keepdims=True)
        _add_runs(sums, block / np.where(norms > 0, norms, 1), place, positions)
    sums /= _sizes(table.length, positions)
    return sums @ sums.T, positions


def cosine(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """Cosine of the angle between two rows, dimensionless; 0 if one of them is zero."""
    sizes = float(np.linalg.norm(first) * np.linalg.norm(second))
    return float(first @ second) / sizes if sizes else 0.0


def neighbour_cosine(table: Table) -> float:
    """Mean cosine between a row and the next, dimensionless; NaN for a single row."""
    found: list[float] = []
    last = np.empty((0, table.d_model))
    for _, block in table.by_rows():
        rows = np.concatenate([last, block])
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        unit = rows / np.where(norms > 0, norms, 1)
        found.extend(np.einsum("ij,ij->i", unit[:-1], unit[1:]))
        last = block[-1:]
    return float(np.mean(found)) if found else float("nan")


def usual_size(values: NDArray[np.float64]) -> float:
    """The 99% quantile of the absolute values: a limit for colours that a few outliers do not raise."""
    return float(np.quantile(np.abs(values), 0.99))


def _add_runs(sums: NDArray[np.float64], rows: NDArray[np.float64], place: slice, size: int) -> None:
    """Add the rows at `place` of the table to the sums of the runs that they belong to."""
    run = np.arange(place.start, place.stop) // size
    firsts = np.flatnonzero(np.diff(run, prepend=-1))
    sums[run[firsts]] += np.add.reduceat(rows, firsts, axis=0)


def _sizes(length: int, size: int) -> NDArray[np.int_]:
    """Number of rows in each run; shape (runs, 1)."""
    return np.diff(np.arange(0, length, size), append=length)[:, None]

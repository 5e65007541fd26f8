"""Tables of any origin, type and size, processed in blocks so that little memory is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import checked
from core.inputs.parameter import whole
from core.numeric.phasors import fill
from core.numeric.sums import attenuation
from core.schemes.sinusoidal import columns
from core.sinusoidal.block_means import BlockMeans

CELLS = 2**19  # in memory at once: 4 MB


@dataclass(frozen=True)
class Table:
    """One row a position, one column a dimension."""

    length: int  # rows, at least 1
    d_model: int  # columns, at least 1
    # takes a slice of rows and a slice of columns, returns these numbers as float64
    block: Callable[[slice, slice], NDArray[np.float64]]
    # takes a size, returns the means over runs of that many rows at the cost of its own size; None where each row
    # must be read
    runs: Callable[[int], Table] | None = None
    # as `block`, in the type in which the numbers are stored; None where they are computed
    stored: Callable[[slice, slice], NDArray[Any]] | None = None

    def by_rows(self, size: int = 1) -> Iterator[NDArray[np.float64]]:
        """All rows, in blocks of at most `CELLS` numbers, each of whole runs of `size` rows but the last."""
        step = max(1, CELLS // (self.d_model * size)) * size
        for start in range(0, self.length, step):
            yield self.block(slice(start, min(start + step, self.length)), slice(None))

    def by_columns(self) -> Iterator[NDArray[np.float64]]:
        """All columns, in blocks of at most `CELLS` numbers."""
        step = max(1, CELLS // self.length)
        for start in range(0, self.d_model, step):
            yield self.block(slice(None), slice(start, min(start + step, self.d_model)))


def as_table(values: NDArray[Any]) -> Table:
    """The table of an array of shape (length, d_model) and any real type."""
    length, d_model = values.shape

    def block(rows: slice, columns_: slice) -> NDArray[np.float64]:
        with np.errstate(over="ignore", invalid="ignore"):  # of wider types: infinite where float64 ends
            cells: NDArray[np.float64] = values[rows, columns_].astype(np.float64)
        return cells

    return Table(length, d_model, block, stored=lambda rows, columns_: values[rows, columns_])


@checked()
def sinusoidal_table(length: int, d_model: int, *, base: float = 10_000.0, scale: float = 1.0) -> Table:
    """The interleaved sinusoidal table, computed block by block."""
    frequencies = columns(d_model, base=base).frequencies / scale

    def runs(size: int) -> Table:
        return _sinusoids(length, frequencies, size)

    return replace(runs(1), runs=runs)


def _sinusoids(length: int, frequencies: NDArray[np.float64], size: int) -> Table:
    """Means over runs of `size` positions: sinusoids at the middles of the runs, each shrunk by its own factor."""
    n, last_size = -(-length // size), (length - 1) % size + 1

    def block(rows: slice, columns_: slice) -> NDArray[np.float64]:
        (start, stop, _), (first, last, _) = rows.indices(n), columns_.indices(len(frequencies))
        sine = first - first % 2  # column of the first pair's sine
        part = frequencies[sine:last]
        cells = np.empty((stop - start, last - sine))
        _fill(cells, start * size, part, size)
        if start < stop == n and last_size < size:
            _fill(cells[-1:], (n - 1) * size, part, last_size)
        return cells[:, first - sine :]

    return Table(n, len(frequencies), block)


def _fill(cells: NDArray[np.float64], first: int, frequencies: NDArray[np.float64], size: int) -> None:
    """Write the means over runs of `size` positions from `first` on; a sine comes first."""
    middle = (first + (size - 1) / 2) / size  # of the first run, in runs
    fill(cells, middle, size * frequencies[::2], slice(0, None, 2), slice(1, None, 2), scale=1)
    if size > 1:
        cells *= attenuation(frequencies, size)


def row_norms(table: Table) -> NDArray[np.float64]:
    """Euclidean norm of every row; shape (length,), in the unit of the table."""
    return np.concatenate([_norms(block) for block in table.by_rows()])


def _norms(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.sqrt(np.einsum("ij,ij->i", rows, rows))


def _unit(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rows of length 1; those of zeros stay."""
    norms = _norms(rows)[:, None]
    return rows / np.where(norms > 0, norms, 1)


@checked(whole("most"))
def run_size(length: int, most: int) -> int:
    """The least length of runs such that at most `most` of them cover 0 … length - 1."""
    return -(-length // most)


def run_means(values: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    """Means over runs of `size` neighbours along the first axis; the last run may be shorter."""
    if size == 1:
        return values
    runs, across = len(values) // size, values.shape[1:]
    whole = runs * size
    means: NDArray[np.float64] = values[:whole].reshape(runs, size, *across).sum(axis=1) / size
    return np.concatenate([means, values[whole:].mean(axis=0, keepdims=True)]) if whole < len(values) else means


def table_means(
    table: Table, *, rows: int, columns_: int
) -> BlockMeans:  # in the unit of the table; taking every n-th row instead would show aliases
    """Means over blocks of a table, at most rows × columns_ of them."""
    positions, dimensions = run_size(table.length, rows), run_size(table.d_model, columns_)
    means = [run_means(run_means(block, positions).T, dimensions).T for block in table.by_rows(positions)]
    return BlockMeans(np.concatenate(means), positions, dimensions)


def cosine_means(
    table: Table, *, rows: int
) -> tuple[NDArray[np.float64], int]:  # rows: most blocks along each side
    """Cosine between all pairs of rows, (n, n), as means over blocks of pairs, and the positions along a block's
    side.

    The mean of u·v over all u in one run and v in another is the dot product of the means of the two runs. A row of
    zeros has the cosine 0 with every row.
    """
    positions = run_size(table.length, rows)
    means = np.concatenate([run_means(_unit(block), positions) for block in table.by_rows(positions)])
    return means @ means.T, positions


def cosine(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """Cosine of the angle between two rows, dimensionless; 0 if one of them is zero."""
    sizes = float(np.linalg.norm(first) * np.linalg.norm(second))
    return float(first @ second) / sizes if sizes else 0.0


def neighbour_cosine(table: Table) -> float:
    """Mean cosine between a row and the next, dimensionless; NaN for a single row."""
    if table.length == 1:
        return float("nan")
    total, last = 0.0, np.zeros((1, table.d_model))
    for block in table.by_rows():
        unit = _unit(block)
        total += float(np.vdot(last, unit[:1]) + np.vdot(unit[:-1], unit[1:]))
        last = unit[-1:]
    return total / (table.length - 1)


def usual_size(values: NDArray[np.float64]) -> float:
    """The 99% quantile of the absolute values: a limit for colours that a few outliers do not raise."""
    return float(np.quantile(np.abs(values), 0.99))


@dataclass(frozen=True)
class NormCurve:
    """Norms of the rows, in the unit of the table."""

    least: float
    most: float
    values: NDArray[np.float64]  # (m,) means over runs of neighbouring rows
    size: int  # rows per run


def norm_curve(table: Table, *, points: int) -> NormCurve:
    """The norms of all rows, averaged to at most `points` points."""
    norms, size = row_norms(table), run_size(table.length, points)
    return NormCurve(float(norms.min()), float(norms.max()), run_means(norms, size), size)


@dataclass(frozen=True)
class RowCosines:
    """Cosines between rows, dimensionless."""

    values: NDArray[np.float64]  # (n, n) means over blocks of pairs of rows
    positions: int  # rows per block, along each side
    neighbours: float  # mean over all pairs of a row and the next; NaN for a single row
    ends: float  # between the first row and the last


def row_cosines(table: Table, *, rows: int) -> RowCosines:
    """Cosines between all pairs of rows, as at most rows × rows blocks."""
    values, positions = cosine_means(table, rows=rows)
    ends = cosine(row_of(table, 0), row_of(table, table.length - 1))
    return RowCosines(values, positions, neighbour_cosine(table), ends)


@dataclass(frozen=True)
class RowReading:
    """A row beside a neighbour."""

    row: int  # position
    other: int  # the position before; for the first row the one after it
    start: float  # first number of the row, in the unit of the table
    norm: float  # of the row, in the unit of the table
    cosine: float  # between both, dimensionless


def read_row(table: Table, row: int) -> RowReading:
    """A row of a table, which has to have it, beside a neighbour."""
    other = row - 1 if row else min(1, table.length - 1)
    values = row_of(table, row)
    alike = cosine(values, row_of(table, other))
    return RowReading(row, other, float(values[0]), float(np.linalg.norm(values)), alike)


def row_of(table: Table, row: int) -> NDArray[np.float64]:
    """One row; shape (d_model,)."""
    return table.block(slice(row, row + 1), slice(None))[0]

"""What can be read from the rows of a table: their norms, and the cosines between them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.schemes.analysis.table import (
    Table,
    cosine,
    cosine_means,
    neighbour_cosine,
    row_norms,
    run_means,
    run_size,
)


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

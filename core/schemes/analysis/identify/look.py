"""A table and how exactly its numbers are given."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.schemes.analysis.identify.fit import sampled
from core.schemes.analysis.identify.measure import HEAD, TYPES, UNIT, Digits, check_finite, type_and_digits
from core.schemes.analysis.identify.waves import Rounding
from core.schemes.analysis.table import Table

LEAST_ROWS = 3  # of a table that is looked at


@dataclass(frozen=True)
class Look:
    """A table and how exactly its numbers are given."""

    table: Table
    shape: tuple[int, ...]
    head: NDArray[np.float64]  # (rows, d) the first ones
    dtype: str
    digits: Digits | None  # that all numbers are rounded to
    scheme: str | None  # that the caller says it is
    zeros: tuple[int, ...] = ()  # of the first rows, those of zeros, which are not looked at

    @property
    def error(self) -> float:
        """Rounding of a cell, in the unit of the table."""
        return max(TYPES[self.dtype] * self.size, self.digits.error if self.digits else 0.0, 1e-16)

    @property
    def label(self) -> str:
        """The number type in words."""
        return self.digits.label if self.digits is not None and self.dtype == "float64" else self.dtype

    @property
    def size(self) -> float:
        """The usual size of a large cell, which a few faults do not change."""
        return float(np.quantile(np.abs(self.head), 0.9, method="higher")) or 1.0

    def sample(self, skipped: tuple[int, ...] = ()) -> tuple[NDArray[np.int_], NDArray[np.float64]]:
        """Rows of the whole table, the first and some spread evenly, and their values."""
        return sampled(self.table, self.table.length, skipped)

    def rounding(self, computed: str | None = None) -> Rounding:
        """How far a right table may be off; `computed` is the type in which its angles may have been."""
        is_exact = self.dtype == "float64" and self.digits is None and computed is None
        least = 1e-11 if is_exact else 4e-7
        return Rounding(max(1.05 * self.error, least * self.size), UNIT["float64" if is_exact else "float32"])


def look_at(table: Table, shape: tuple[int, ...], scheme: str | None) -> Look:
    """The table with its number type, from some of its rows."""
    rows, values = sampled(table, table.length)
    head = table.block(slice(0, min(HEAD, table.length)), slice(None))
    check_finite(head)
    for row, numbers in zip(rows, values, strict=True):
        check_finite(numbers[None], int(row))
    both = np.concatenate([head, values])
    dtype, digits = type_and_digits(both)
    zeros = tuple(row for row in range(min(2, table.length - LEAST_ROWS)) if not head[row].any() and head.any())
    return Look(table, shape, head, dtype, digits, scheme, zeros)

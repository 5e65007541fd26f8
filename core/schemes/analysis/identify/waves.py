"""Tables whose columns are sinusoids over the rows, and how far another table is from one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from core.numeric.phasors import Block
from core.schemes.analysis.identify.measure import LARGEST, check_finite
from core.schemes.analysis.table import Table
from core.schemes.sinusoidal import COSINE, EMPTY, SINE

BLOCK = 3 * 2**16  # cells compared at once: up to 1.5 MB, so that each pass finds them in the processor's cache
SHORT = 3.5e-7  # rounding of a cell from which on float32, within 3e-7, is exact enough to find what is right
LARGE = 2**25  # cells of a table in float64 that is not compared in float64 everywhere
MANY, SPARSE = 2**23, 16  # cells after which one block in so many is compared, if a table is off everywhere


def by_function(
    angles: NDArray[np.float64], functions: NDArray[np.uint8]
) -> NDArray[np.float64]:  # (n, d); an empty column is a sine
    """Sine or cosine of angles, (n, d) radians, as the function of each column, (d,), has it."""
    values = np.sin(angles)
    cosines = functions == COSINE
    values[:, cosines] = np.cos(angles[:, cosines])
    return values


@dataclass(frozen=True)
class Waves:
    """The exact table of a reading: sine or cosine of frequency · (start + row), times the amplitude."""

    frequencies: NDArray[np.float64]  # (waves,) radians per row
    wave: NDArray[np.int_]  # (d,) which wave each column is
    functions: NDArray[np.uint8]  # (d,) SINE, COSINE or EMPTY
    start: float = 0.0  # position of row 0, in rows
    amplitude: float = 1.0

    def rows(self, rows: NDArray[Any]) -> NDArray[np.float64]:
        """The values of any rows, (n, d)."""
        angles = np.outer(self.start + rows, self.frequencies)[:, self.wave]  # (n, d) radians
        values = by_function(angles, self.functions)
        values[:, self.functions == EMPTY] = 0
        return self.amplitude * values

    def block(self, size: int, dtype: DTypeLike = np.float64) -> Block:
        """The waves at consecutive rows, for `fill`; in float32 within 3e-7."""
        return Block.of(size, self.frequencies, np.dtype(dtype))

    def fill(self, block: Block, first: int, count: int) -> NDArray[Any]:
        """The values of consecutive rows, (count, d), by complex products."""
        dtype, slices = block.within.real.dtype, self._slices
        if slices is not None:
            cells = np.empty((count, len(self.wave)), dtype)
            block.fill(cells, self.start + first, *slices)
        else:  # sine and cosine of every wave side by side, then each column's own
            both = np.empty((count, 2 * len(self.frequencies)), dtype)
            block.fill(both, self.start + first, slice(0, None, 2), slice(1, None, 2))
            cells = np.take(both, 2 * self.wave + self.functions % EMPTY, axis=1)
            cells[:, self.functions == EMPTY] = 0
        if self.amplitude != 1:
            cells *= self.amplitude
        return cells

    @cached_property
    def _slices(self) -> tuple[slice, slice] | None:
        """Columns of the sines and the cosines, where they are evenly spaced; None for other arrangements."""
        count, columns = len(self.frequencies), len(self.wave)
        if columns != 2 * count:
            return None
        for sines, cosines in (
            (slice(0, None, 2), slice(1, None, 2)),
            (slice(1, None, 2), slice(0, None, 2)),
            (slice(0, count), slice(count, columns)),
            (slice(count, columns), slice(0, count)),
        ):
            wave, functions = np.empty(columns, int), np.empty(columns, np.uint8)
            wave[sines] = wave[cosines] = np.arange(count)
            functions[sines], functions[cosines] = SINE, COSINE
            if np.array_equal(wave, self.wave) and np.array_equal(functions, self.functions):
                return sines, cosines
        return None


@dataclass(frozen=True)
class Rounding:
    """How far a right table may be from the exact one."""

    cell: float  # in any cell
    angle: float = 0.0  # more for each radian of the angle, times 2 + 2 |ln frequency|: exponent, power and product
    slope: float = 0.0  # of ln frequency from one wave to the next, as far as the numbers told it

    def slopes(self, waves: Waves) -> NDArray[np.float64]:
        """How much more is allowed a row, for each column; shape (d,)."""
        frequencies = np.maximum(np.abs(waves.frequencies), 1e-300)
        relative = self.angle * (2 + 2 * np.abs(np.log(frequencies))) + self.slope * np.arange(len(frequencies))
        steps = relative * frequencies  # (waves,) radians a row
        slopes: NDArray[np.float64] = abs(waves.amplitude) * steps[waves.wave]
        return slopes

    def allowed(self, waves: Waves, rows: NDArray[Any]) -> NDArray[np.float64]:
        """How far the cells of rows may be off, (n, d)."""
        allowed: NDArray[np.float64] = self.cell + self.slopes(waves) * np.abs(waves.start + rows)[:, None]
        return allowed


@dataclass(frozen=True)
class Right:
    """The table that is meant, and what rounding is allowed beside it."""

    waves: Waves
    rounding: Rounding


@dataclass(frozen=True)
class Difference:
    """One cell that is not what it should be."""

    row: int  # from 0
    column: int  # from 0
    yours: float
    expected: float
    named: str = ""  # its place in words, where row and column are no axes of the array

    @property
    def place(self) -> str:
        """Where it is, in words."""
        return self.named or f"row {self.row:,}, column {self.column:,}"

    @classmethod
    def at(cls, place: Any, yours: NDArray[Any], expected: NDArray[Any], first: int = 0) -> Difference:
        """The cell of two arrays at a place, (row, column), where their rows are counted from `first`."""
        row, column = map(int, place)
        return cls(first + row, column, float(yours[row, column]), float(expected[row, column]))

    @property
    def size(self) -> float:
        """How far apart the two numbers are."""
        return abs(self.yours - self.expected)


@dataclass(frozen=True)
class Comparison:
    """A table beside an exact one."""

    largest: Difference
    first: Difference | None  # the first cell, row by row, that differs by more than rounding; None where none does
    differing: int  # cells that do
    cells: int
    rms: float  # of all differences
    by_row: NDArray[np.int_]  # (n,) differing cells of each row
    by_column: NDArray[np.int_]  # (d,) differing cells of each column

    @property
    def share(self) -> float:
        """Share of the cells that differ by more than rounding."""
        return self.differing / self.cells


def compare(table: Table, waves: Waves, rounding: Rounding, *, skipped: tuple[int, ...] = ()) -> Comparison:
    """All cells of a table beside the exact ones, block by block; some rows may be skipped.

    Blocks are first compared in float32 where that is exact enough, and again in float64 where one seems off. Of a
    very large table in float64 only some blocks are compared in float64, the others to float32's accuracy; of one
    that is off nearly everywhere some are left out.
    """
    step = max(1, BLOCK // table.d_model)
    slopes = rounding.slopes(waves)
    shortest = SHORT * abs(waves.amplitude)
    is_large = table.length * table.d_model > LARGE
    short = waves.block(step, np.float32) if rounding.cell >= shortest or is_large else None
    tally = _Tally(table, waves, rounding, slopes, skipped, short, waves.block(step), max(rounding.cell, shortest))
    worst, worst_size, blocks = 0, -1.0, range(0, table.length, step)
    by_row, by_column = np.zeros(table.length, int), np.zeros(table.d_model, int)
    first, cells, squares, place = None, 0, 0.0, 0
    while place < len(blocks):
        start = blocks[place]
        stop = min(start + step, table.length)
        cells += (stop - start) * table.d_model
        is_fine = rounding.cell >= shortest or place % SPARSE
        most = tally.quickly(start, stop) if short is not None and is_fine else None
        if most is None:
            found = tally.exactly(start, stop)
            most, squares = found.largest, squares + found.squares
            by_row[start:stop] += found.by_row
            by_column += found.by_column
            first = first or found.first
        if most > worst_size:
            worst, worst_size = start, most
        off_everywhere = cells > MANY and by_row.sum() > cells // 2
        place += SPARSE if off_everywhere else 1
    last = min(worst + step, table.length)
    return Comparison(
        tally.exactly(worst, last).cell,
        first,
        int(by_row.sum()),
        cells,
        math.sqrt(squares / cells),
        by_row,
        by_column,
    )


@dataclass(frozen=True)
class _Block:
    """The differences of some rows."""

    cell: Difference  # the largest
    largest: float
    first: Difference | None
    by_row: NDArray[np.int_]
    by_column: NDArray[np.int_]
    squares: float


@dataclass(frozen=True)
class _Tally:
    """A table and what its cells are compared with."""

    table: Table
    waves: Waves
    rounding: Rounding
    slopes: NDArray[np.float64]  # (d,)
    skipped: tuple[int, ...]
    short: Block | None  # in float32
    long: Block  # in float64
    coarse: float  # what a cell may be off in float32

    def quickly(self, start: int, stop: int) -> float | None:
        """The largest difference in float32; None where a cell may be off, or a row is to be skipped."""
        if self.table.stored is None or self.short is None or any(start <= row < stop for row in self.skipped):
            return None
        yours = self.table.stored(slice(start, stop), slice(None))
        difference = self.waves.fill(self.short, start, stop - start)
        with np.errstate(invalid="ignore", over="ignore"):
            np.subtract(_float32(yours), difference, out=difference)
        largest = np.maximum(difference.max(axis=0), -difference.min(axis=0))  # (d,)
        near = min(abs(self.waves.start + start), abs(self.waves.start + stop - 1))
        is_near = largest <= self.coarse + self.slopes * near
        return float(largest.max()) if is_near.all() else None

    def exactly(self, start: int, stop: int) -> _Block:
        """All differences in float64; a ValueError where a number is not finite."""
        yours, exact = (
            self.table.block(slice(start, stop), slice(None)),
            self.waves.fill(self.long, start, stop - start),
        )
        for row in self.skipped:
            if start <= row < stop:
                exact[row - start] = yours[row - start]
        difference = np.abs(np.subtract(yours, exact, out=np.empty_like(exact)))
        most = difference.max(axis=0)  # (d,)
        if not (most < LARGEST).all():
            check_finite(yours, start)
        column = int(most.argmax())
        cell = Difference.at((difference[:, column].argmax(), column), yours, exact, start)
        far = np.abs(self.waves.start + np.arange(start, stop))[:, None]
        wrong = difference > self.rounding.cell + self.slopes * far
        first = None
        if wrong.any():
            first = Difference.at(np.argwhere(wrong)[0], yours, exact, start)
        return _Block(
            cell,
            cell.size,
            first,
            np.count_nonzero(wrong, axis=1),
            np.count_nonzero(wrong, axis=0),
            float(np.vdot(difference, difference)),
        )


def _float32(numbers: NDArray[Any]) -> NDArray[np.float32]:
    """Numbers of any type in float32; of float16 looked up, which takes half the time."""
    if numbers.dtype != np.float16:
        return numbers.astype(np.float32, copy=False)
    looked_up: NDArray[np.float32] = np.take(_HALVES, numbers.view(np.uint16), mode="clip")
    return looked_up


_HALVES = np.arange(2**16, dtype=np.uint16).view(np.float16).astype(np.float32)

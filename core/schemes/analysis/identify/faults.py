"""What is wrong with a table whose settings were found: by its settings, and cell by cell."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from core.long_context.dtypes import round_unchecked
from core.schemes.analysis.identify.exponents import USUAL
from core.schemes.analysis.identify.fit import FIRST, Series
from core.schemes.analysis.identify.identification import Mistake, number
from core.schemes.analysis.identify.look import Look
from core.schemes.analysis.identify.measure import HEAD, UNIT, pairings
from core.schemes.analysis.identify.search import Found
from core.schemes.analysis.identify.waves import Comparison, Difference, Rounding, Waves, by_function, compare
from core.schemes.analysis.identify.words import mistake, note, wrong_cells
from core.schemes.sinusoidal import COSINE, EMPTY, SINE

COARSE = 0.05  # of ln base: rounded frequencies move the base that is found by less
LEAVING = 0.02  # of the amplitude: differences that would be noise
MOST_COMPARED = 2**24  # cells of a table that is compared a second time, with the right one, in full
STEPS = ("Angles", "Positions", "Inverse frequencies")


def right_table(found: Found) -> Waves:
    """The table that is meant: the same layout with the paper's exponent, scale 1, and a cosine for each sine."""
    candidate, columns = found.candidate, found.candidate.columns
    index, functions = candidate.index.astype(int), candidate.functions
    if candidate.arrangement in {"own", "alone"}:
        pairing = pairings(columns)[0]
        index, functions = np.arange(columns) // 2, (np.arange(columns) % 2).astype(np.uint8)
        if candidate.cosine_first:
            functions[pairing.first], functions[pairing.second] = COSINE, SINE
    if (functions == EMPTY).any() and found.reading.exponent != "i/(d/2 - 1)":
        functions = np.where(functions == EMPTY, SINE, functions).astype(np.uint8)
    slope = found.reading.slope if not found.reading.wrong else 2 * math.log(found.reading.base) / columns
    frequencies = np.exp(-slope * np.arange(int(index.max()) + 1))
    return Waves(frequencies, index, functions, found.series.start, found.series.amplitude)


def first_cell(look: Look, right: Waves, at: int | None = None) -> Difference | None:
    """The first cell that is not the right one, in the row `at` or the first rows, and then in a sample of all."""
    rounding = look.rounding()
    if at is not None:
        yours, exact = look.table.block(slice(at, at + 1), slice(None)), right.rows(np.array([at]))
        off = np.argwhere(np.abs(yours - exact) > 4 * rounding.allowed(right, np.array([at])))
        if len(off):
            return Difference.at(off[0], yours, exact, at)
    in_head = compare(replace(look.table, length=len(look.head)), right, rounding, skipped=look.zeros)
    if in_head.first is not None:
        return in_head.first
    rows, values = look.sample()
    off = np.argwhere(np.abs(values - right.rows(rows)) > 4 * rounding.cell)
    if len(off) == 0:
        return None
    cell = Difference.at(off[0], values, right.rows(rows))
    return replace(cell, row=int(rows[cell.row]))


def against(look: Look, right: Waves, rounding: Rounding) -> Comparison:
    """The table beside the right one; of a very large table the first rows."""
    table = look.table
    if table.length * table.d_model > MOST_COMPARED:
        table = replace(table, length=max(HEAD, MOST_COMPARED // table.d_model))
    return compare(table, right, rounding)


def faults_of(look: Look, found: Found) -> Iterator[Mistake]:
    """Mistakes that the settings show."""
    candidate, reading = found.candidate, found.reading
    right = right_table(found)
    columns = candidate.columns
    cell = first_cell(look, right)
    kinds = set(candidate.functions.tolist()) - {EMPTY}
    if kinds == {SINE} and columns > 1:
        yield mistake("sines-only", cell)
    elif candidate.repeated and len(kinds) > 1 and reading.wrong != "lost":
        other = columns // 2 if candidate.repeated == "half" else 1
        yield mistake("columns-twice", cell, other=other)
    elif reading.wrong in {"own", "own-twice"}:
        code = "np.arange(d_model)" if reading.wrong == "own" else "(2 * np.arange(d_model))"
        yield mistake("exponent-own", cell, exponent=reading.exponent, code=code)
    if reading.wrong in {"half", "twice"}:
        twin = reading.base ** (0.5 if reading.wrong == "half" else 2)
        yield mistake(f"exponent-{reading.wrong}", cell, twin=twin)
    if reading.wrong == "log10":
        yield mistake("exponent-log10", cell, base=math.exp(reading.slope * columns / 2))
    if reading.wrong == "lost":
        speeds = " and ".join(
            number(speed) for speed in sorted(set(found.waves.frequencies.tolist()), reverse=True)
        )
        yield mistake("exponent-lost", cell, speeds=speeds)
    if reading.wrong == "rounded":
        yield mistake("exponent-rounded", cell, fall=reading.slope)
    yield from _scale_fault(found, cell)
    yield from (
        mistake("zero-row", _zero_cell(found.waves, row), row=row)
        for row in look.zeros
        if not (row == 1 and reading.exponent == "i/(d/2 - 1)")
        and np.abs(found.waves.rows(np.array([row]))).max() > 0
    )
    if columns % 2 and (candidate.functions == EMPTY).any() and reading.exponent != "i/(d/2 - 1)":
        yield mistake("odd-column", first_cell(look, replace(right, frequencies=right.frequencies)))


def _zero_cell(waves: Waves, row: int) -> Difference:
    values = waves.rows(np.array([row]))[0]
    column = int(np.flatnonzero(values)[0])
    return Difference(row, column, 0.0, float(values[column]))


def _scale_fault(found: Found, cell: Difference | None) -> Iterator[Mistake]:
    scale, start = found.series.scale, found.series.start
    row = 0 if start else 1
    if scale == 180 / math.pi:
        yield mistake(
            "degrees", cell, direction="divided by 180/π", one="π/180 radians", code="np.sin(np.deg2rad(angles))"
        )
    elif scale == math.pi / 180:
        yield mistake(
            "degrees", cell, direction="in degrees", one="57.3 radians", code="np.sin(np.rad2deg(angles))"
        )
    elif scale > 1:
        yield mistake("position-divided", cell, scale=scale, row=row, encoded=(start + row) / scale)
    elif scale < 1:
        yield mistake("position-multiplied", cell, factor=1 / scale, row=row, encoded=(start + row) / scale)


def compared(look: Look, found: Found) -> tuple[Comparison, Rounding, str]:
    """The table beside the exact one, what rounding was allowed, and the type its angles seem to have been in."""
    rounding = replace(look.rounding(), slope=found.error)
    comparison = compare(look.table, found.waves, rounding, skipped=look.zeros)
    if rounding.angle < UNIT["float32"] and comparison.share > 0.05:
        coarser = replace(look.rounding("float32"), slope=found.error)
        again = compare(look.table, found.waves, coarser, skipped=look.zeros)
        if again.share < 0.05:
            return again, coarser, "float32"
    return comparison, rounding, ""


@dataclass(frozen=True)
class Cells:
    """The cells of a table beside the exact table of the settings that were found."""

    comparison: Comparison
    rounding: Rounding  # that was allowed
    faults: tuple[Mistake, ...] = ()
    notes: tuple[str, ...] = ()


def cells_of(look: Look, found: Found) -> Cells | None:
    """What the cells say; None where they leave the exact ones with the row, so that the settings are not right."""
    comparison, rounding, computed = compared(look, found)
    size, largest = abs(found.series.amplitude) or 1.0, comparison.largest.size
    if comparison.differing == 0:
        told = {"float16": "rounded", "bfloat16": "rounded"}.get(look.dtype, "float32" if computed else "")
        notes = (note(told, largest=f"{largest:.2g}", dtype=look.dtype),) if told else ()
        return Cells(comparison, rounding, notes=notes)
    coarse = _low_precision(look, found, comparison)
    if coarse is not None:
        fault, comparison = coarse
        return Cells(comparison, rounding, faults=(fault,))
    if comparison.share > 0.5:
        is_leaving = comparison.rms > LEAVING * size and _grows(look, found)
        noise = note("noise", rms=f"{comparison.rms:.2g}")
        is_noise = not is_leaving and not _is_by_row(look, found)
        return Cells(comparison, rounding, notes=(noise,)) if is_noise else None
    if largest < 1e-4 * size and comparison.share > 0.02:
        return Cells(comparison, rounding, notes=(note("near", largest=f"{largest:.2g}", dtype=look.dtype),))
    fault = wrong_cells(comparison.first, comparison.differing, comparison.cells, _where(comparison))
    return Cells(comparison, rounding, faults=(fault,))


def _grows(look: Look, found: Found) -> bool:
    """Whether far rows are much farther off than the first ones; noise is not."""
    rows, values = look.sample(skipped=look.zeros)
    off = np.abs(values - found.waves.rows(rows)).mean(axis=1)
    return len(rows) > 2 * FIRST and bool(off[FIRST:].mean() > 3 * off[:FIRST].mean())


def _is_by_row(look: Look, found: Found) -> bool:
    """Whether the differences are a factor on each row; noise is not."""
    rows, values = look.sample(skipped=look.zeros)
    exact = found.waves.rows(rows)
    factors = (values * exact).sum(axis=1) / np.maximum((exact**2).sum(axis=1), 1e-300)
    left = np.abs(values - factors[:, None] * exact).mean()
    return bool(left < 0.3 * np.abs(values - exact).mean())


def _where(comparison: Comparison) -> str:
    """Which rows or columns hold the differing cells, if few do."""
    rows, columns = np.flatnonzero(comparison.by_row), np.flatnonzero(comparison.by_column)
    if comparison.differing == 1:
        return ""
    if len(rows) <= max(1, len(comparison.by_row) // 4) and len(rows) <= len(columns):
        return f", all in {'row' if len(rows) == 1 else 'rows'} {_range(rows)}"
    if len(columns) <= max(1, len(comparison.by_column) // 4):
        return f", all in {'column' if len(columns) == 1 else 'columns'} {_range(columns)}"
    return ""


def _range(numbers: NDArray[np.int_]) -> str:
    first, last = int(numbers[0]), int(numbers[-1])
    if first == last:
        return f"{first:,}"
    return f"{first:,} to {last:,}" if len(numbers) == last - first + 1 else f"between {first:,} and {last:,}"


def usual_series(found: Found) -> Series:
    """The same exponent at the usual base, and at scale 1 where it is near."""
    slope = found.series.slope * math.log(USUAL) / math.log(found.reading.base)
    scale = found.series.scale
    return replace(found.series, slope=slope, scale=1.0 if abs(scale - 1) < COARSE else scale)


def _low_precision(look: Look, found: Found, comparison: Comparison) -> tuple[Mistake, Comparison] | None:
    """Angles that were computed in a small type, if they explain the differences, and the exact cells."""
    rows, values = look.sample(skipped=look.zeros)
    waves, exact = found.waves, found.waves.rows(rows)
    before = float(np.minimum(np.abs(values - exact), 1).mean())
    if before < 2 * look.error:
        return None
    series = [waves.frequencies]
    if found.rotary is None and abs(math.log(found.reading.base / USUAL)) < COARSE:
        series.insert(0, usual_series(found).frequencies(np.arange(len(waves.frequencies), dtype=float)))
    for frequencies in series:
        for dtype, steps in product(("float16", "bfloat16"), (STEPS, *((step,) for step in STEPS))):
            coarse = _computed_in(dtype, steps, replace(waves, frequencies=frequencies), rows)
            off, moved = (np.fmin(np.abs(each - coarse), 1) for each in (values, exact))  # 1 for an infinite angle
            explains = off.mean() < 0.3 * before and np.mean(off <= 0.02) > 0.9
            if explains and moved.mean() > 0.5 * before:
                if frequencies is not waves.frequencies:  # rounded angles have bent the base that was found
                    comparison = against(look, replace(waves, frequencies=frequencies), look.rounding())
                fault = mistake(
                    "low-precision",
                    comparison.first,
                    steps="Positions, inverse frequencies and angles" if len(steps) > 1 else steps[0],
                    dtype=dtype,
                    half="half" if dtype == "float16" else "bfloat16",
                    largest=f"{comparison.largest.size:.2g}",
                )
                return fault, comparison
    return None


def _computed_in(dtype: str, steps: tuple[str, ...], waves: Waves, rows: NDArray[np.int_]) -> NDArray[np.float64]:
    """The values of rows, (n, d), with some of the steps to the angles rounded."""
    places, frequencies = waves.start + rows, waves.frequencies
    if "Positions" in steps:
        places = round_unchecked(places.astype(np.float64), dtype)
    if "Inverse frequencies" in steps:
        frequencies = round_unchecked(frequencies, dtype)
    with np.errstate(over="ignore", invalid="ignore"):  # infinite positions
        angles = np.outer(places, frequencies)[:, waves.wave]
        if "Angles" in steps:
            angles = round_unchecked(angles, dtype)
        values = by_function(angles, waves.functions)
    values[:, waves.functions == EMPTY] = 0
    return waves.amplitude * values

"""Tables whose cells went through a function: the settings by its periods, then the function cell by cell."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.schemes.analysis.identify.exponents import USUAL, readings, simplest
from core.schemes.analysis.identify.fit import fit_series
from core.schemes.analysis.identify.identification import Identification
from core.schemes.analysis.identify.look import Look, look_at
from core.schemes.analysis.identify.measure import pairings
from core.schemes.analysis.identify.search import NEAR, Found, search, waves_of
from core.schemes.analysis.identify.usual import usual_tables, waves_of_pairs, wrong_throughout
from core.schemes.analysis.identify.waves import Waves
from core.schemes.analysis.table import Table
from core.schemes.sinusoidal import COSINE, SINE

Numbers = NDArray[np.float64]
INNER = 0.05  # of a cell in size, from which on it tells a factor or a power
CONFIRMED = 0.97  # share of the cells that a function must give within rounding
ROUNDED = 1e-7  # of a right cell
ROUGHLY = 0.35  # amplitudes, mean difference of a table that a function changed
MOST_COLUMNS = 127  # that are compared
WIDE = 0.9  # of the range of all cells
EVEN = 0.3  # of a deviation: columns whose deviations differ by less were standardised
LEAST_LINE = 8  # cells of a row or a column that tell a factor and a shift
ROUGH_CELL = 0.01  # of the size of a cell: how well functions are known before the settings are
MOSTLY = 0.9  # share of the cells that a function may leave nearly as they are
LEAST_CHANGE = 5e-3  # of a right cell, by a function
SURE = 0.02  # that a right cell may be off at most
FEW = 24  # cells that tell a function, at least
LARGE = 0.25  # right cells whose ratios to yours tell a factor


@dataclass(frozen=True)
class CellFunction:
    """A function that every cell went through."""

    code: str  # of the table `pe`
    of: Callable[[Numbers], Numbers]
    name: str = "cell-function"  # of the mistake

    def fits(self, right: Numbers, yours: Numbers, slack: Numbers, error: float) -> bool:
        """Whether it gives your cells from the right ones, which are known up to the slack."""
        with np.errstate(all="ignore"):  # outside of what a function is defined for
            low, middle, high = (self.of(right + step) for step in (-slack, 0.0 * slack, slack))
            within = np.abs(yours - middle) <= error + np.abs(high - middle) + np.abs(low - middle)
        return bool(np.mean(within) >= CONFIRMED)


def changed_cells(look: Look, rough: Found | None) -> Identification | None:
    """A right table whose cells each went through one function; `rough` is what it is nearest to."""
    rows, values = look.sample(skipped=look.zeros)
    columns = np.unique(np.linspace(0, look.table.d_model - 1, MOST_COLUMNS).astype(int))
    yours, error = values[:, columns], 1.1 * look.error
    for right, base, slope in _hypotheses(look, rough):
        exact = right.rows(rows)[:, columns]
        slack = replace(look.rounding(), cell=ROUNDED, slope=slope).allowed(right, rows)[:, columns]
        if slack.max() > SURE:
            continue
        is_large = np.abs(exact) >= LARGE
        factor = float(np.median(yours[is_large] / exact[is_large])) if is_large.any() else 1.0
        if np.mean(np.abs(yours - factor * exact) <= error + abs(factor) * slack) >= CONFIRMED:
            return None  # nothing was changed but some cells
        if np.quantile(np.abs(yours - factor * exact), MOSTLY) <= LEAST_CHANGE * abs(factor):
            continue  # a base that one changed cell has put a little off
        found = cell_function(exact, yours, slack, error)
        if found is not None:
            cells = {number: f"{found.of(np.array([number]))[0]:.4g}" for number in (0.0, 0.5, 1.0)}
            facts: dict[str, Any] = {"code": found.code, "zero": cells[0.0], "half": cells[0.5], "one": cells[1.0]}
            return wrong_throughout(look, right, found.name, "its cells were changed", base, **facts)
        for name, axis in (("columns-standardised", 0), ("rows-standardised", 1)):
            if _is_affine(exact, yours, slack, error, axis):
                return wrong_throughout(look, right, name, "its cells were changed", base)
    return None


def _is_affine(right: Numbers, yours: Numbers, slack: Numbers, error: float, axis: int) -> bool:
    """Whether along an axis yours are a factor times the right cells and a number more, both of each line's own."""
    if right.shape[axis] < LEAST_LINE:
        return False
    mean, your_mean = right.mean(axis, keepdims=True), yours.mean(axis, keepdims=True)
    x, y = right - mean, yours - your_mean
    factor = (x * y).sum(axis, keepdims=True) / np.maximum((x * x).sum(axis, keepdims=True), 1e-300)
    if (np.abs(factor) <= error).any() or np.median(np.abs(your_mean - factor * mean)) <= 8 * error:
        return False  # a line that is empty, or a factor alone
    within = np.abs(y - factor * x) <= 2 * error + 2 * np.abs(factor) * slack
    return bool(np.mean(within) >= CONFIRMED)


def _hypotheses(look: Look, rough: Found | None) -> Iterator[tuple[Waves, float, float]]:
    """Right tables of amplitude 1 with their base, and how far ln of the ratio of their frequencies may be off."""
    for waves in usual_tables(look.table.d_model):
        for start in (0.0, 1.0):
            yield replace(waves, start=start), USUAL, 0.0
    for found in (rough, *_undone(look)):
        if found is not None and not found.reading.wrong:
            yield from _refined(look, found)
    if look.head.min() >= -look.error:
        yield from _by_squares(look)


def _refined(look: Look, rough: Found) -> Iterator[tuple[Waves, float, float]]:
    """Settings fitted together with each function that may be meant."""
    rows, values = look.sample(skipped=look.zeros)
    candidate, columns = rough.candidate, look.table.d_model
    guess = replace(rough.series, scale=1.0, start=float(round(rough.series.start)), amplitude=1.0)
    exact = waves_of(candidate, guess).rows(rows)
    for function in functions(exact.ravel(), values.ravel(), ROUGH_CELL * look.size):
        with np.errstate(all="ignore"):
            if not np.abs(function.of(exact) - values).mean() <= NEAR * look.size:
                continue
            fitted = fit_series(
                look.table,
                candidate.index,
                candidate.functions,
                guess,
                free=("slope",),
                error=look.error,
                skipped=look.zeros,
                link=function.of,
            )
        error = max(4 * fitted.errors.slope, 1e-15)
        for reading in readings(fitted.series.slope, error, columns, 64 * look.rounding().angle)[:1]:
            yield waves_of(candidate, replace(guess, slope=reading.slope)), reading.base, error


def _undone(look: Look) -> Iterator[Found | None]:
    """What the table is nearest to once its cells were given back the distribution of a sine, or columns theirs."""
    _, values = look.sample(skipped=look.zeros)
    cells = np.concatenate([look.head, values])
    wide = np.ptp(cells, axis=0) >= WIDE * np.ptp(cells)  # columns of waves that turned at least once
    ordered = np.sort(cells[:, wide].ravel())

    def sines(numbers: Numbers) -> Numbers:  # by rank, which a rising function leaves as it is
        ranks = [np.searchsorted(ordered, numbers, side) for side in ("left", "right")]
        of_ranks: Numbers = -np.cos((ranks[0] + ranks[1]) * (math.pi / 2 / len(ordered)))
        return of_ranks

    if len(ordered) > FEW:
        yield _searched(look, sines)
    mean, spread = values.mean(axis=0), values.std(axis=0)
    if np.ptp(spread) < EVEN * spread.max():
        yield _searched(look, lambda numbers: (numbers - mean) / spread.max())


def _by_squares(look: Look) -> Iterator[tuple[Waves, float, float]]:
    """Right tables whose signs were lost: the difference of a pair's squares is the cosine of twice its angle."""
    columns = look.table.d_model
    for pairing in pairings(columns)[:2]:
        for kinds, cosines, sines in (
            ((SINE, COSINE), pairing.second, pairing.first),
            ((COSINE, SINE), pairing.first, pairing.second),
        ):
            undo = partial(_squares, one=cosines, other=sines, size=look.size)
            found = _searched(look, undo, len(cosines))
            if found is not None and set(found.candidate.functions.tolist()) == {COSINE}:
                series = replace(found.series, scale=2 * found.series.scale, amplitude=1.0)
                base = math.exp(min(series.slope * columns / 2, 700.0))
                yield waves_of_pairs(pairing, columns, kinds, series), base, found.error


def _squares(cells: Numbers, one: NDArray[np.int_], other: NDArray[np.int_], size: float) -> Numbers:
    """The differences of the squares of pairs of columns, (n, pairs), in units of their size."""
    first, second = cells[:, one], cells[:, other]
    difference: Numbers = first * (first / size) - second * (second / size)
    return difference


def _searched(look: Look, undo: Callable[[Numbers], Numbers], columns: int | None = None) -> Found | None:
    """What a table is roughly after rows, (n, d), were changed."""
    source, width = look.table, columns or look.table.d_model

    def block(rows: slice, part: slice) -> Numbers:
        return undo(source.block(rows, slice(None)))[:, part]

    table = Table(source.length, width, block)
    undone = replace(
        look_at(table, look.shape, look.scheme), dtype=look.dtype if look.digits is None else "float32", digits=None
    )
    return search(undone, near=ROUGHLY)


def cell_function(right: Numbers, yours: Numbers, slack: Numbers, error: float) -> CellFunction | None:
    """The function of right cells, from -1 to 1, that gives yours; None where none does, or only a factor."""
    one, other, near = right.ravel(), yours.ravel(), slack.ravel()
    if np.count_nonzero(np.abs(one) > INNER) < FEW:
        return None
    return next((found for found in functions(one, other, error) if found.fits(one, other, near, error)), None)


def functions(right: Numbers, yours: Numbers, error: float) -> Iterator[CellFunction]:
    """Functions of the right cells, (n,), that may give yours."""
    for attempt in (_affine, _clipped, _power, _bent):
        yield from attempt(right, yours, error)


def _affine(right: Numbers, yours: Numbers, error: float) -> Iterator[CellFunction]:
    factor, shift = np.polyfit(right, yours, 1)
    factor, shift = simplest(float(factor), 4 * error, 1e-6), simplest(float(shift), 4 * error, 1e-6)
    if abs(shift) > 8 * error:
        yield CellFunction(f"{_times(factor)} {_plus(shift)}", lambda x: factor * x + shift, "cells-shifted")


def _clipped(right: Numbers, yours: Numbers, error: float) -> Iterator[CellFunction]:
    low, high = float(yours.min()), float(yours.max())
    inside = (np.abs(right) > INNER) & (yours > low + error) & (yours < high - error)
    if np.count_nonzero(inside) < FEW:
        return
    factor = simplest(float(np.median(yours[inside] / right[inside])), 40 * error, 1e-6)
    top = (1 - 1e-3) * abs(factor)  # of a table of which nothing was cut
    if min(-low, high) > top:
        return
    low, high = simplest(low, 2 * error), simplest(high, 2 * error)
    code = "np.maximum(pe, 0)" if low == 0 and high > top else f"np.clip({_times(factor)}, {low:.6g}, {high:.6g})"
    yield CellFunction(code, lambda x: np.clip(factor * x, low, high))


def _power(right: Numbers, yours: Numbers, error: float) -> Iterator[CellFunction]:
    inner = (np.abs(right) > INNER) & (np.abs(yours) > 16 * error)
    if np.count_nonzero(inner) < FEW:
        return
    power, logarithm = np.polyfit(np.log(np.abs(right[inner])), np.log(np.abs(yours[inner])), 1)
    power = simplest(float(power), 1e-3)
    factor = simplest(math.exp(float(logarithm)), 4 * error, 1e-4)
    if not 0.05 < power < 20:
        return
    if (yours >= -error).all():
        code = "np.abs(pe)" if power == 1 else f"pe**{power:.6g}" if power % 2 == 0 else f"np.abs(pe)**{power:.6g}"
        yield CellFunction(_times(factor, code), lambda x: factor * np.abs(x) ** power)
    elif power != 1:
        code = f"pe**{power:.6g}" if power % 2 == 1 else f"np.sign(pe) * np.abs(pe)**{power:.6g}"
        yield CellFunction(_times(factor, code), lambda x: factor * np.sign(x) * np.abs(x) ** power)


BENT: Mapping[str, tuple[Callable[[Numbers], Numbers], Callable[[Numbers], Numbers]]] = {
    "np.tanh({})": (np.tanh, np.arctanh),
    "1 / (1 + np.exp(-{}))": (lambda x: 1 / (1 + np.exp(-x)), lambda y: -np.log(1 / y - 1)),
    "np.sin({})": (np.sin, np.arcsin),
    "np.exp({})": (np.exp, np.log),
    "np.arctan({})": (np.arctan, np.tan),
    "{0} / (1 + np.abs({0}))": (lambda x: x / (1 + np.abs(x)), lambda y: y / (1 - np.abs(y))),
}
"""Code → a function that bends the cells, and its inverse."""


def _bent(right: Numbers, yours: Numbers, error: float) -> Iterator[CellFunction]:
    yield CellFunction("np.sign(pe)", np.sign)
    inner = np.abs(right) > INNER
    for code, (bend, unbend) in BENT.items():
        with np.errstate(all="ignore"):
            factors = unbend(yours[inner]) / right[inner]
        if not np.isfinite(factors).all():
            continue
        factor = simplest(float(np.median(factors)), 40 * error, 1e-6)
        yield CellFunction(code.format(_times(factor)), partial(_bend, factor=factor, bend=bend))


def _bend(cells: Numbers, factor: float, bend: Callable[[Numbers], Numbers]) -> Numbers:
    return bend(factor * cells)


def _times(factor: float, what: str = "pe") -> str:
    return what if factor == 1 else f"{factor:.6g} * {what}"


def _plus(shift: float) -> str:
    return f"{'+' if shift > 0 else '-'} {abs(shift):.6g}"

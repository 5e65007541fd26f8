"""Tables whose columns stand elsewhere or have the other sign: each column tells its own frequency and function."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.schemes.analysis.identify.exponents import USUAL, readings, simplest
from core.schemes.analysis.identify.fit import Series, fit_series
from core.schemes.analysis.identify.identification import Identification
from core.schemes.analysis.identify.look import Look
from core.schemes.analysis.identify.measure import line_through, predicted, sinusoid_fits, wrap
from core.schemes.analysis.identify.usual import usual_tables, wrong_throughout
from core.schemes.analysis.identify.waves import Waves
from core.schemes.analysis.table import Table
from core.schemes.sinusoidal import COSINE, SINE

LEAST_COLUMNS, MOST_COLUMNS = 6, 4096
BLOCK = 256  # columns that are matched at once
FARTHEST = 1024  # positions of row 0 that are tried
CONFIRMED = 0.97  # share of the columns that must be exact ones
NEAR = 0.2  # amplitudes, root mean square, of a column that is matched roughly
SURE = 0.02  # amplitudes, that a column may be off once the settings are found
FAST, MOST_FAST = 10.0, 64  # times its error: a frequency that tells the ratio; how many tell where row 0 is


@dataclass(frozen=True)
class Match:
    """Which column of the paper's order each column is."""

    column: NDArray[np.int_]  # (d,)
    sign: NDArray[np.int_]  # (d,) 1 or -1
    is_near: NDArray[np.bool]  # (d,)


def moved_columns(look: Look) -> Identification | None:
    """A table that holds the right columns in another order, twice, or with the other sign."""
    columns = look.table.d_model
    if columns % 2 or not LEAST_COLUMNS <= columns <= MOST_COLUMNS:
        return None
    for guess in _guesses(look):
        right = _right(columns, guess)
        match = _matched(look, right, np.full(columns, NEAR * guess.amplitude))
        if match.is_near.mean() < CONFIRMED:
            continue
        signed = _signed(look.table, match.sign)
        index, functions = right.wave[match.column].astype(float), right.functions[match.column]
        fitted = fit_series(signed, index, functions, guess, free=("slope", "amplitude"), error=look.error)
        unit, error = look.rounding().angle, max(4 * fitted.errors.slope, 1e-15)
        reading = next(iter(readings(fitted.series.slope, error, columns, 64 * unit)), None)
        if reading is None or reading.wrong:
            continue
        amplitude = simplest(fitted.series.amplitude, max(4 * fitted.errors.amplitude, look.error / 4), 1e-6)
        right = _right(columns, replace(guess, slope=reading.slope, amplitude=amplitude))
        rounding = replace(look.rounding(), slope=error)
        near = 2 * rounding.allowed(right, np.array([look.table.length]))[0]
        match = _matched(look, right, near)
        if near.max() < SURE * amplitude and match.is_near.mean() >= CONFIRMED:
            return _named(look, right, match, reading.base)
    return None


def _guesses(look: Look) -> Iterator[Series]:
    """Series of frequencies and where they start, from the columns in any order."""
    omega, sigma = predicted(look.head, look.error)
    fast = (omega > FAST * sigma) & (omega < math.pi - 0.05)
    if np.count_nonzero(fast) < LEAST_COLUMNS // 2:
        return
    amplitudes, phases = sinusoid_fits(look.head[:, fast][:, :MOST_FAST], omega[fast][:MOST_FAST])
    places = np.arange(float(FARTHEST))
    off = wrap(
        4 * (phases - np.outer(places, omega[fast][:MOST_FAST]))
    )  # the same for sines, cosines and both signs
    start = float(places[np.argmin(np.abs(off).mean(axis=1) + 1e-6 * places)])
    order = np.argsort(-omega[fast])
    line = line_through(omega[fast][order], 3 * sigma[fast][order], (np.arange(len(order)) // 2).astype(float))
    slopes = [line.slope] if line is not None and line.slope > 0 else []
    for slope in (*slopes, 2 * math.log(USUAL) / look.table.d_model):
        yield Series(1.0, slope, start, float(np.median(amplitudes)))


def _right(columns: int, series: Series) -> Waves:
    """The table of a series in the paper's order of columns."""
    paper = next(usual_tables(columns))
    frequencies = series.frequencies(np.arange(len(paper.frequencies), dtype=float))
    return replace(paper, frequencies=frequencies, start=series.start, amplitude=series.amplitude)


def _matched(look: Look, right: Waves, near: NDArray[np.float64]) -> Match:
    """Each column and the nearest of the right ones, up to its sign."""
    rows, yours = look.sample()
    exact = right.rows(rows)
    sizes = (exact**2).mean(axis=0)  # (d,)
    column, sign = np.empty(yours.shape[1], int), np.empty(yours.shape[1], int)
    distance = np.empty(yours.shape[1])
    for start in range(0, yours.shape[1], BLOCK):
        part = slice(start, start + BLOCK)
        products = yours[:, part].T @ exact / len(rows)
        best = np.argmin(sizes - 2 * np.abs(products), axis=1)
        column[part] = best
        sign[part] = np.where(np.take_along_axis(products, best[:, None], 1)[:, 0] < 0, -1, 1)
        distance[part] = np.sqrt(((yours[:, part] - sign[part] * exact[:, best]) ** 2).mean(axis=0))
    return Match(column, sign, distance <= near[column])


def _signed(table: Table, sign: NDArray[np.int_]) -> Table:
    """The table with the sign of some columns turned."""
    return Table(table.length, table.d_model, lambda rows, columns: table.block(rows, columns) * sign[columns])


def _named(look: Look, right: Waves, match: Match, base: float) -> Identification | None:
    """What was done to the columns, beside the order in which most of them stand."""
    columns = np.arange(look.table.d_model)
    wave, functions = right.wave[match.column], right.functions[match.column]

    rows, yours = look.sample()
    orders = [replace(right, wave=usual.wave, functions=usual.functions) for usual in usual_tables(len(columns))]
    allowed = 2 * look.rounding().allowed(right, rows)

    def agreement(usual: Waves, step: int) -> float:  # share of the cells
        return float(np.mean(np.abs(yours - usual.rows(rows)[:, ::step]) <= allowed))

    backwards = next((usual for usual in orders if agreement(usual, -1) >= CONFIRMED), None)
    meant = usual = backwards or max(orders, key=lambda each: agreement(each, 1))
    if backwards is None and agreement(usual, 1) >= CONFIRMED:  # the columns are right
        return None
    turned, off = match.sign < 0, (wave != usual.wave) | (functions != usual.functions)
    facts: dict[str, Any] = {}
    if backwards is not None:
        name = "columns-reversed"
    elif turned.any():
        name, column = "columns-negated", int(np.argmax(turned))
        of_kind = {SINE: "sines", COSINE: "cosines"}
        which = next((text for kind, text in of_kind.items() if np.array_equal(turned, functions == kind)), "")
        count = f"{np.count_nonzero(turned):,} columns"
        facts = {"which": "All cells" if turned.all() else f"All {which}" if which else count, "column": column}
    elif _is_permutation(look, right, match):
        place = int(np.argmax(off))
        name = "columns-shuffled"
        function = "cosine" if functions[place] == COSINE else "sine"
        facts = {"column": place, "function": function, "pair": int(wave[place])}
    else:
        name = "columns-repeated"
        there, counts = np.unique(match.column, return_counts=True)
        one, other = np.flatnonzero(match.column == there[np.argmax(counts > 1)])[:2]
        facts = {"one": int(one), "other": int(other), "missing": len(columns) - len(there)}
    return wrong_throughout(look, meant, name, "its columns stand elsewhere", base, **facts)


def _is_permutation(look: Look, right: Waves, match: Match) -> bool:
    """Whether each right column is there once; slow ones may be alike within rounding."""
    columns, counts = np.unique(match.column, return_counts=True)
    missing, twice = np.setdiff1d(np.arange(len(match.column)), columns), columns[counts > 1]
    rows, _ = look.sample()
    exact, allowed = right.rows(rows), 4 * look.rounding().allowed(right, rows)
    return all(
        (np.abs(exact[:, twice] - exact[:, [one]]) <= allowed[:, twice]).all(axis=0).any() for one in missing
    )

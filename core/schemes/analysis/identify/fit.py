"""Settings fitted to a table by least squares, over windows that grow so that no turn is lost."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.schemes.analysis.identify.waves import Waves
from core.schemes.analysis.table import Table
from core.schemes.sinusoidal import COSINE, EMPTY

STEP = 1e-6  # of a cell, to either side, that tells the slope of a function
SAMPLES = 40  # rows of a window
FIRST, GROWTH = 8, 4  # rows of the first window; each is so many times as long as the one before
MOST_COLUMNS = 128  # that a fit looks at
MOST_MOVE = 1.0  # of a setting in one step
MOST_SLOPE = 20.0  # of a series that somebody makes
MOST_KEPT = 0.8  # share of the cells that are never left out: one column of three is no fault
CLEAR = 6.0  # times the usual deviation: farther cells are left out, for they may be faults


@dataclass(frozen=True)
class Series:
    """A geometric series of frequencies, exp(-slope · index) / scale, and where it starts."""

    scale: float = 1.0
    slope: float = 0.0  # ln of the ratio of a frequency to the next
    start: float = 0.0  # position of row 0, tokens
    amplitude: float = 1.0

    def frequencies(self, index: NDArray[np.float64]) -> NDArray[np.float64]:
        """Radians per row at each index."""
        return np.exp(np.clip(-self.slope * index, -50, 50)) / self.scale


NAMES = ("scale", "slope", "start", "amplitude")


@dataclass(frozen=True)
class Fit:
    """A series and how sure it is."""

    series: Series
    errors: Series  # standard error of each setting; relative for the scale
    left: float  # what 95% of the usual differences in the last window are below


def windows(length: int) -> Iterator[int]:
    """Rows of each window, up to all."""
    size = FIRST
    while size < length:
        yield size
        size *= GROWTH
    yield length


def sampled(
    table: Table, length: int, skipped: tuple[int, ...] = ()
) -> tuple[NDArray[np.int_], NDArray[np.float64]]:
    """Rows of a window, the first and some spread evenly, and their values."""
    rows = np.unique(
        np.concatenate([np.arange(min(FIRST, length)), np.linspace(0, length - 1, SAMPLES).astype(int)])
    )
    rows = rows[~np.isin(rows, skipped)]
    if length <= 2 * SAMPLES:
        return rows, table.block(slice(0, length), slice(None))[rows]
    return rows, np.concatenate([table.block(slice(row, row + 1), slice(None)) for row in rows])


def usual(residuals: NDArray[np.float64], error: float) -> NDArray[np.bool]:
    """Which residuals are not far beyond the others and their error."""
    sizes = np.abs(residuals)
    cut = max(CLEAR * max(1.5 * float(np.median(sizes)), error), float(np.quantile(sizes, MOST_KEPT)))
    kept: NDArray[np.bool] = sizes <= cut
    return kept


def fit_series(
    table: Table,
    index: NDArray[np.float64],  # (d,) of each column's frequency in the series
    functions: NDArray[np.uint8],  # (d,)
    guess: Series,
    *,
    free: tuple[str, ...] = NAMES,  # settings that are fitted; the others stay
    error: float,  # that a cell has at least
    skipped: tuple[int, ...] = (),  # rows that are left out
    longest: int | None = None,  # rows of the last window
    link: Callable[[NDArray[np.float64]], NDArray[np.float64]]
    | None = None,  # function that all cells went through
) -> Fit:
    """The series nearest to a table, from a guess that is right to half a turn in the first window."""
    columns = np.flatnonzero(functions != EMPTY)
    columns = columns[np.unique(np.linspace(0, len(columns) - 1, MOST_COLUMNS).astype(int))]
    kinds, exponents = functions[columns], index[columns]
    series, before, errors, last = guess, math.inf, Series(math.inf, math.inf, math.inf, math.inf), math.inf
    for length in windows(min(table.length, longest or table.length)):
        rows, values = sampled(table, length, skipped)
        yours = values[:, columns]
        trial, spread, left = series, errors, math.inf
        for _ in range(6):
            residuals, jacobian = _linear(rows, kinds, exponents, yours, trial, link)
            kept = usual(residuals, error).ravel()
            part = np.stack([jacobian[name].ravel()[kept] for name in free], axis=1)  # (cells, free)
            target = residuals.ravel()[kept]
            sizes = np.sqrt((part**2).sum(axis=0)) + 1e-300
            if not np.isfinite(part).all() or len(target) == 0:
                break
            moves = np.linalg.lstsq(part / sizes, target, rcond=1e-9)[0] / sizes
            if not np.isfinite(moves).all():
                break
            trial = _moved(trial, dict(zip(free, moves, strict=True)))
            left = float(np.quantile(np.abs(target), 0.95))  # more than the mean: rounding errors are not alike
            covariance = np.linalg.pinv((part / sizes).T @ (part / sizes), rcond=1e-12)
            sigma = math.hypot(left, error) * np.sqrt(np.abs(np.diag(covariance))) / sizes
            spread = replace(Series(0.0, 0.0, 0.0, 0.0), **dict(zip(free, map(float, sigma), strict=True)))
            if all(abs(move) <= 0.01 * size for move, size in zip(moves, sigma, strict=True)):
                break
        if left > max(3 * before, 20 * error, 1e-9) and before < math.inf and length > FIRST:
            break  # the far rows follow another rule, such as rounded angles
        series, errors, last, before = trial, spread, left, max(left, error)
    return Fit(series, errors, last)


def _linear(
    rows: NDArray[np.int_],
    kinds: NDArray[np.uint8],
    index: NDArray[np.float64],
    yours: NDArray[np.float64],
    series: Series,
    link: Callable[[NDArray[np.float64]], NDArray[np.float64]] | None = None,
) -> tuple[NDArray[np.float64], dict[str, NDArray[np.float64]]]:
    """Residuals and their derivatives by ln scale, slope, start and amplitude, all (n, d)."""
    omega = series.frequencies(index)
    places = series.start + rows[:, None]
    angles = places * omega
    sines, cosines = np.sin(angles), np.cos(angles)
    values = np.where(kinds == COSINE, cosines, sines)
    turned = series.amplitude * np.where(kinds == COSINE, -sines, cosines)  # by the angle
    exact = series.amplitude * values
    if link is not None:
        below, above = link(exact - STEP), link(exact + STEP)
        exact, turned = link(exact), turned * (above - below) / (2 * STEP)
    return yours - exact, {
        "scale": -turned * angles,
        "slope": -turned * angles * index,
        "start": turned * omega,
        "amplitude": values,
    }


def _moved(series: Series, moves: dict[str, float]) -> Series:
    """The series after a step, which is cut where it leads far out of what a table holds."""
    moves = {name: float(np.clip(move, -MOST_MOVE, MOST_MOVE)) for name, move in moves.items()}
    scale = series.scale * math.exp(moves.pop("scale", 0.0))
    moved = replace(series, scale=scale, **{name: getattr(series, name) + move for name, move in moves.items()})
    return replace(moved, slope=min(max(moved.slope, -MOST_SLOPE), MOST_SLOPE), scale=min(max(scale, 1e-6), 1e9))


def refine_frequencies(
    table: Table, waves: Waves, errors: NDArray[np.float64], *, error: float, skipped: tuple[int, ...] = ()
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Each frequency by itself, and its error, from ever longer windows while they tell more."""
    omega, sigma = waves.frequencies.copy(), errors.copy()
    columns = np.flatnonzero(waves.functions != EMPTY)
    kinds, wave = waves.functions[columns], waves.wave[columns]
    for length in windows(table.length):
        rows, values = sampled(table, length, skipped)
        places = waves.start + rows[:, None]
        for _ in range(6):
            angles = places * omega[wave]
            sines, cosines = np.sin(angles), np.cos(angles)
            exact = waves.amplitude * np.where(kinds == COSINE, cosines, sines)
            slope = waves.amplitude * np.where(kinds == COSINE, -sines, cosines) * places
            residuals = values[:, columns] - exact
            slope = slope * (np.abs(residuals) <= 6 * error + 0.5)
            tops = np.bincount(wave, (slope * residuals).sum(axis=0), len(omega))
            bottoms = np.bincount(wave, (slope**2).sum(axis=0), len(omega))
            own = error / np.sqrt(np.maximum(bottoms, 1e-300))
            fine = (own < sigma * 2) & (sigma * length < 1.0)
            move = np.where(fine, tops / np.maximum(bottoms, 1e-300), 0.0)
            omega = omega + np.clip(move, -0.5 / length, 0.5 / length)
        own = np.maximum(own, np.abs(move))  # a cosine that hardly turns is found slowly
        sigma = np.where(fine, np.minimum(own, sigma), sigma)
    return np.abs(omega), sigma

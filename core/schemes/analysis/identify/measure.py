"""What the numbers of a table say by themselves: number type, pairs, frequencies, phases."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.long_context.dtypes import round_unchecked

STILL = 1e-15  # radians a row, below which a wave stands still
TURNS = np.concatenate([np.arange(2000.0), -np.arange(1.0, 20)])  # of the slowest wave before row 0
MOST_WAVES = 128  # that tell where a table starts
FASTEST = 1e9  # radians a row, beyond which turns are not counted
LARGEST = 1e100  # of a number, so that squares stay finite
HEAD = 64  # rows that frequencies are first measured in
TYPES = {"bfloat16": 2.0**-8, "float16": 2.0**-11, "float32": 2.0**-24, "float64": 2.0**-53}  # relative rounding
UNIT = {"float32": 2.0**-24, "float64": 2.0**-51}  # relative error of an angle computed in a type


def number_type(values: NDArray[np.float64]) -> str:
    """The narrowest type that holds all of these numbers, by name."""
    return next(name for name in TYPES if np.array_equal(round_unchecked(values, name), values))


@dataclass(frozen=True)
class Digits:
    """How numbers were rounded when they were printed."""

    label: str  # such as "4 decimals"
    error: float  # of a number of the usual size
    relative: float = 0.0  # where all have as many digits: error of a number over the number

    def errors(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """How far each of these numbers may be off."""
        return self.relative * np.abs(values) if self.relative else np.full(values.shape, self.error)


def digits_of_print(values: NDArray[np.float64], relative: float) -> Digits | None:
    """The digits that all numbers are rounded to; None where they are not; `relative`: rounding of their type."""
    sizes = np.abs(values)
    size = float(np.quantile(sizes, 0.9, method="higher")) or 1.0
    if np.array_equal(values, np.round(values)):
        return None
    decimals: int | None = None
    for count in range(2, 13):
        if 10.0**-count < 100 * relative * size:
            break
        if (np.abs(values - np.round(values, count)) <= 4 * relative * np.maximum(sizes, size)).all():
            decimals = count
            break
    powers = np.floor(np.log10(np.where(sizes > 0, sizes, 1.0)))
    parts = values / 10.0**powers  # each from 1 to 10 in size
    for count in range(3, 13):
        if 10.0**-count < 100 * relative:
            break
        if (np.abs(parts - np.round(parts, count - 1)) <= 100 * relative).all():
            error = 0.5 * 10.0 ** (math.ceil(math.log10(size)) - count)
            smallest = count - 1 - int(powers[sizes > 0].min())  # decimals that the smallest number then has
            if decimals is None or (decimals >= smallest - 1 and error > 0.5 * 10.0**-decimals):
                return Digits(f"{count} digits", error, 0.5 * 10.0 ** (1 - count))
            break
    return None if decimals is None else Digits(f"{decimals} decimals", 0.5 * 10.0**-decimals)


def type_and_digits(values: NDArray[np.float64]) -> tuple[str, Digits | None]:
    """The narrowest type that holds these numbers as far as they were printed, and their digits."""
    exact = number_type(values)
    digits = digits_of_print(values, TYPES[exact])
    if digits is None:
        return exact, None
    for name in ("bfloat16", "float16"):
        if np.abs(round_unchecked(values, name) - values).max() <= 1.1 * digits.error:
            return name, digits
    return exact, digits


def check_finite(values: NDArray[np.float64], first: int = 0) -> None:
    """Raise a ValueError for the first cell of rows that is not finite, or too large to be squared."""
    wrong = ~(np.abs(values) <= LARGEST)
    if wrong.any():
        row, column = map(int, np.argwhere(wrong)[0])
        law = f"table must hold finite numbers up to {LARGEST:g} in size"
        raise ValueError(f"{law}, got {values[row, column]:g} in row {first + row}, column {column}")


def wrap(angles: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same angles in [-π, π)."""
    return (angles + math.pi) % (2 * math.pi) - math.pi


@dataclass(frozen=True)
class Pairing:
    """Columns that may be the two functions of one wave each."""

    first: NDArray[np.int_]  # (pairs,) columns
    second: NDArray[np.int_]  # (pairs,) columns
    interleaved: bool

    def points(self, values: NDArray[np.float64]) -> NDArray[np.complex128]:
        """The pairs of rows (n, d) as points, (n, pairs): the second column plus i times the first."""
        points: NDArray[np.complex128] = values[:, self.second] + 1j * values[:, self.first]
        return points


def pairings(columns: int) -> list[Pairing]:
    """Neighbours; halves, where an odd number has its lone column in the middle or at the end."""
    count = columns // 2
    pair = np.arange(count)
    halves = [Pairing(pair, pair + shift, False) for shift in dict.fromkeys((columns - count, count))]
    return [Pairing(2 * pair, 2 * pair + 1, True), *halves]


def roundness(points: NDArray[np.complex128]) -> float:
    """How far points are from lying on one circle: median deviation of the squared radius from its median."""
    squares = np.abs(points) ** 2
    middle = float(np.median(squares)) if squares.size else 0.0  # a single column has no pair
    return float(np.median(np.abs(squares - middle))) / middle if middle > 0 else math.inf


def steps(points: NDArray[np.complex128]) -> NDArray[np.float64]:
    """Angle from one row to the next, (pairs,) radians, by lags that double; one bad row does not spoil it."""
    unit = points / np.maximum(np.abs(points), 1e-300)
    angles = np.angle((unit[1:] * unit[:-1].conj()).sum(axis=0))
    lag = 2
    while lag <= len(points) // 2:
        longer = np.angle((unit[lag:] * unit[:-lag].conj()).sum(axis=0))
        angles = angles + wrap(longer - lag * angles) / lag
        lag *= 2
    return angles


@dataclass(frozen=True)
class Line:
    """Frequencies that fall geometrically: exp(intercept - slope · index)."""

    intercept: float
    slope: float


def line_through(
    frequencies: NDArray[np.float64],  # (waves,) radians per row
    errors: NDArray[np.float64],  # (waves,) of each
    index: NDArray[np.float64],
) -> Line | None:  # None where too few are above their error
    """The line through the logarithms of frequencies, weighted, and again without what lies far from it."""
    good = frequencies > 3 * errors
    if not good.any():
        return None
    logs, x = np.log(frequencies[good]), index[good]
    weights = frequencies[good] / errors[good]
    weights = np.minimum(weights, 1e3)
    if len(x) == 1:
        return Line(float(logs[0]), 0.0)
    keep = np.ones(len(x), bool)
    slope = intercept = 0.0
    deviations = np.zeros(len(x))
    for _ in range(4):
        slope, intercept = (
            np.polyfit(x[keep], logs[keep], 1, w=weights[keep])
            if len(set(x[keep])) > 1
            else (
                0.0,
                float(np.average(logs[keep], weights=weights[keep])),
            )
        )
        deviations = np.abs(logs - intercept - slope * x) * weights
        keep = deviations <= max(6.0, 3 * float(np.median(deviations)))
        if keep.sum() < 2:
            keep = np.ones(len(x), bool)
    return Line(float(intercept), float(-slope))


def unalias(steps_: NDArray[np.float64]) -> NDArray[np.float64]:
    """Steps of a falling series that were folded into (-π, π], unfolded from the slowest on."""
    unfolded = steps_.copy()
    for k in range(len(steps_) - 3, -1, -1):
        if 0.3 < min(unfolded[k + 1], unfolded[k + 2]) < FASTEST:
            expected = unfolded[k + 1] ** 2 / unfolded[k + 2]
            unfolded[k] = steps_[k] + 2 * math.pi * round((expected - steps_[k]) / (2 * math.pi))
    return unfolded


def start_from(
    phases: NDArray[np.float64],  # (waves,) radians at row 0
    frequencies: NDArray[np.float64],  # (waves,) radians per row
    error: float,  # of a phase, radians
) -> float:
    """The position of row 0, whose phases these are: from the slowest wave, made finer by each faster one.

    The slowest wave may have turned any number of times; a whole position that is near is preferred. A wave that
    stands still tells nothing; where all do, the position is 0.
    """
    moving = frequencies > STILL
    phases, frequencies = phases[moving], frequencies[moving]
    if len(frequencies) == 0:
        return 0.0
    order = np.argsort(frequencies)
    order = order[np.unique(np.linspace(0, len(order) - 1, MOST_WAVES).astype(int))]
    omega, phase = frequencies[order], phases[order]
    positions, weight = 2 * math.pi * TURNS / omega[0], 0.0
    for speed, angle in zip(omega, phase, strict=True):
        here = (angle + 2 * math.pi * np.round((speed * positions - angle) / (2 * math.pi))) / speed
        own = (speed / error) ** 2
        positions = here if weight == 0 else (positions * weight + here * own) / (weight + own)
        weight += own
    misfits = np.median(np.abs(wrap(phase[:, None] - np.outer(omega, positions))), axis=0)
    good = misfits <= misfits.min() + 3 * error
    positions, misfits = positions[good], misfits[good]
    off_whole = np.abs(positions - np.round(positions)) * omega[-1] > 4 * error
    best = np.lexsort([np.abs(positions), positions < -0.5, off_whole])[0]
    return float(positions[best])


def predicted(
    columns: NDArray[np.float64],  # (n, waves) sinusoids of unknown phase, n at least 3
    error: float,  # of a cell
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Frequency of each column and its error, (waves,) radians per row, by linear prediction.

    x(t - l) + x(t + l) = 2 cos(l ω) x(t) for any phase; a lag l that is twice as long gives half the error.
    """
    omega = np.full(columns.shape[1], np.nan)
    errors = np.full(columns.shape[1], np.inf)
    lag = 1
    while 2 * lag < len(columns):
        middle, sums = columns[lag:-lag], columns[: -2 * lag] + columns[2 * lag :]
        power = np.maximum((middle**2).sum(axis=0), 1e-300)
        cosine = np.clip((middle * sums).sum(axis=0) / (2 * power), -1, 1)
        angle = np.arccos(cosine)
        if lag > 1:  # cos says neither how many turns nor which way
            turns = np.round(lag * omega / (2 * math.pi))
            near = lag * omega - 2 * math.pi * turns
            angle = 2 * math.pi * turns + np.where(near < 0, -angle, angle)
        off = np.maximum(error / np.sqrt(power), 4e-16)  # of the cosine, which is flat at 0
        sigma = np.minimum(off / np.maximum(np.abs(np.sin(angle)), 1e-9), np.sqrt(2 * off)) / lag
        better = (sigma < errors) & ((lag == 1) | (lag * errors < 0.5))
        omega, errors = np.where(better, angle / lag, omega), np.where(better, sigma, errors)
        lag *= 2
    still = np.abs(columns).max(axis=0) <= error  # a sine that stays at 0
    omega, errors = np.where(still, 0.0, omega), np.where(still, error / (len(columns) - 1), errors)
    return omega, np.maximum(errors, 1e-15)


def sinusoid_fits(
    columns: NDArray[np.float64], omega: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Amplitude and phase at row 0 of the sine of known frequency nearest to each column, both (waves,)."""
    t = np.arange(len(columns))[:, None]
    sines, cosines = np.sin(t * omega), np.cos(t * omega)
    ss, sc, cc = (sines**2).sum(0), (sines * cosines).sum(0), (cosines**2).sum(0)
    xs, xc = (columns * sines).sum(0), (columns * cosines).sum(0)
    determinant = np.maximum(ss * cc - sc**2, 1e-300)
    a, b = (xs * cc - xc * sc) / determinant, (xc * ss - xs * sc) / determinant
    return np.hypot(a, b), np.arctan2(b, a)


def positions_by_angles(angles: NDArray[np.float64], omega: NDArray[np.float64]) -> NDArray[np.float64]:
    """Position of each row, (n,), by angles of its pairs, (n, pairs) radians: each faster one makes it finer."""
    positions = np.zeros(len(angles))
    for pair in np.flatnonzero(omega > 0)[::-1]:
        angle, speed = angles[:, pair], omega[pair]
        positions = (angle + 2 * math.pi * np.round((speed * positions - angle) / (2 * math.pi))) / speed
    return positions

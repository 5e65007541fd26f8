"""Arrangements of waves that the numbers of a table suggest, each with a first guess of its settings."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.schemes.analysis.identify.exponents import readings
from core.schemes.analysis.identify.fit import Series
from core.schemes.analysis.identify.measure import (
    Pairing,
    line_through,
    pairings,
    predicted,
    roundness,
    sinusoid_fits,
    start_from,
    steps,
    unalias,
    wrap,
)
from core.schemes.sinusoidal import COSINE, EMPTY, SINE

BASES = (10_000.0, 500.0, 30.0, 1e6)  # to start from where a single wave is seen to turn
ROUND = 0.3  # of the roundness of pairs that are taken for such
MOST_FAST = 64  # columns whose phases are compared
FARTHEST = 8192  # positions of row 0 that are tried where columns have no partner


@dataclass(frozen=True)
class Candidate:
    """Which wave each column may be, and a guess."""

    index: NDArray[np.float64]  # (d,) of the column's frequency in the series
    functions: NDArray[np.uint8]  # (d,)
    guess: Series
    arrangement: str  # "interleaved", "concatenated", "own" or "alone"
    cosine_first: bool = False
    repeated: str = ""  # "half" or "interleaved" where each column stands there twice
    frequencies: NDArray[np.float64] | None = None  # (waves,) as measured, radians per row
    errors: NDArray[np.float64] | None = None  # (waves,)

    @property
    def columns(self) -> int:
        """How many columns the table has."""
        return len(self.index)


def candidates(head: NDArray[np.float64], error: float) -> Iterator[Candidate]:
    """Arrangements for the first rows of a table, at least three, likely ones first."""
    repeated, columns = repetition(head, error)
    if repeated:
        count = head.shape[1] // 2
        index = np.arange(2 * count) % count if repeated == "half" else np.arange(2 * count) // 2
        yield from (
            Candidate(
                one.index[index],
                one.functions[index],
                one.guess,
                one.arrangement,
                repeated=repeated,
                frequencies=one.frequencies,
                errors=one.errors,
            )
            for one in _alone(columns, error)
        )
        return
    ranked = sorted(
        ((roundness(pairing.points(head)), n, pairing) for n, pairing in enumerate(pairings(head.shape[1]))),
        key=lambda each: each[:2],
    )
    for rough, _, pairing in ranked:
        if rough < ROUND:
            yield from _paired(head, pairing, error)
    if head.shape[1] > 2:
        yield from _alone(head, error)


def repetition(head: NDArray[np.float64], error: float) -> tuple[str, NDArray[np.float64]]:
    """Whether each column stands there twice, in halves or as neighbours, and the columns once."""
    count, odd = divmod(head.shape[1], 2)
    if odd or count == 0 or np.ptp(head, axis=0).max() <= error:
        return "", head
    for name, one, other in (
        ("half", head[:, :count], head[:, count:]),
        ("interleaved", head[:, 0::2], head[:, 1::2]),
    ):
        if np.quantile(np.abs(one - other), 0.95) <= 2 * error:
            return name, np.ascontiguousarray(one)
    return "", head


@dataclass(frozen=True)
class Turning:
    """Points that turn, as far as the first rows tell."""

    frequencies: NDArray[np.float64]  # (pairs,) radians per row; below 0 where they turn clockwise
    errors: NDArray[np.float64]  # (pairs,)
    phases: NDArray[np.float64]  # (pairs,) radians at row 0
    radius: float

    @property
    def is_clockwise(self) -> bool:
        """Whether most pairs, the slow ones at least, turn clockwise."""
        seen = np.abs(self.frequencies) > 3 * self.errors
        slow = seen & (np.abs(self.frequencies) < 2)
        chosen = slow if slow.any() else seen
        return bool(np.median(np.sign(self.frequencies[chosen])) < 0) if chosen.any() else False


def turning(points: NDArray[np.complex128], error: float) -> Turning:
    """Frequencies and phases of points, one row a position."""
    omega = steps(points)
    radius = float(np.median(np.abs(points)))
    noise = max(error, 1.5 * float(np.median(np.abs(np.abs(points) - radius)))) / max(radius, 1e-300)
    rows = len(points)
    sigma = np.full(len(omega), 3.5 * noise / (rows - 1) ** 1.5)
    still = np.exp(-1j * np.outer(np.arange(rows), omega))
    phases = np.angle((points / np.maximum(np.abs(points), 1e-300) * still).sum(axis=0))
    return Turning(omega, sigma, phases, radius)


def series_of(
    omega: NDArray[np.float64],
    sigma: NDArray[np.float64],
    phases: NDArray[np.float64],
    radius: float,
    index: NDArray[np.float64],
) -> Series | None:
    """A guess of the series."""
    omega = unalias(omega)
    line = line_through(omega, sigma, index)
    if line is None:
        return None
    good = omega > 3 * sigma
    start = start_from(phases[good], omega[good], max(float(sigma[0]), 1e-6) * 2)
    return Series(math.exp(-line.intercept), line.slope, start, radius)


def rounded(
    guess: Series, sigma: NDArray[np.float64], phases: NDArray[np.float64], columns: int
) -> Series | None:  # None where the ratio is too unsure
    """The guess with scale 1 and the likely base: errors of a frequency grow with the position."""
    pairs = np.arange(len(phases), dtype=float)
    weights = guess.frequencies(pairs) / sigma
    seen = weights > 3
    if seen.sum() < 2:
        return None
    x, w = pairs[seen], weights[seen]
    centre = np.average(x, weights=w**2)
    error = 4 / math.sqrt(float((w**2 * (x - centre) ** 2).sum()) + 1e-300)
    if error * columns / 2 > 0.2:
        return None
    slope = next((each.slope for each in readings(guess.slope, error, columns)), guess.slope)
    slope = slope if abs(slope - guess.slope) <= error else guess.slope
    omega = np.exp(-slope * pairs)
    start = start_from(phases, omega, max(float(sigma[0]), 1e-6) * 2)
    return Series(1.0, slope, float(round(start)), guess.amplitude)


def _by_median(guess: Series, omega: NDArray[np.float64], sigma: NDArray[np.float64]) -> Series | None:
    """The guess with the usual ratio of neighbours, which a few columns with a changed cell leave as it is."""
    sure = np.flatnonzero(omega > 3 * sigma)
    if len(sure) < 3:
        return None
    logs = np.log(omega[sure])
    slope = float(np.median(-np.diff(logs) / np.diff(sure)))
    scale = math.exp(-float(np.median(logs + slope * sure)))
    is_other = abs(slope - guess.slope) > 1e-3 or abs(scale / guess.scale - 1) > 1e-3
    return replace(guess, scale=scale, slope=slope) if is_other else None


def _paired(head: NDArray[np.float64], pairing: Pairing, error: float) -> Iterator[Candidate]:
    """Columns of a pairing as sine and cosine, in the order in which they turn counter-clockwise."""
    points = pairing.points(head)
    seen = turning(points, error)
    cosine_first = seen.is_clockwise
    if cosine_first:  # cosine + i · sine turns the right way
        seen = turning(head[:, pairing.first] + 1j * head[:, pairing.second], error)
    pairs = len(pairing.first)
    index = np.zeros(head.shape[1])
    functions = np.full(head.shape[1], EMPTY, np.uint8)
    index[pairing.first] = index[pairing.second] = np.arange(pairs)
    functions[pairing.first], functions[pairing.second] = (COSINE, SINE) if cosine_first else (SINE, COSINE)
    for lone in np.setdiff1d(np.arange(head.shape[1]), np.concatenate([pairing.first, pairing.second])):
        index[lone] = pairs
        if np.abs(head[:, lone]).max() > error:  # else it is empty
            functions[lone] = functions[pairing.first[0]] if pairs else SINE
    found = series_of(seen.frequencies, seen.errors, seen.phases, seen.radius, np.arange(pairs, dtype=float))
    if found is None:
        return
    name = "interleaved" if pairing.interleaved else "concatenated"
    omega = unalias(seen.frequencies)
    plain = rounded(found, seen.errors, seen.phases, head.shape[1])
    guesses = [found, plain, _by_median(found, omega, seen.errors)]
    if np.count_nonzero(omega > 3 * seen.errors) == 1 and len(set(index.tolist())) > 1:  # one wave tells no ratio
        slopes = [2 * math.log(base) / head.shape[1] for base in BASES]
        lone = np.flatnonzero((index == pairs) & (functions != EMPTY))
        if pairs == 1 and len(lone):
            slopes.insert(0, -math.log(max(float(predicted(head[:, lone], error)[0][0]) * found.scale, 1e-9)))
        guesses += [replace(found, slope=slope) for slope in slopes]
    yield from (
        Candidate(index, functions, guess, name, cosine_first, frequencies=omega, errors=seen.errors)
        for guess in guesses
        if guess is not None
    )


def _alone(columns: NDArray[np.float64], error: float) -> Iterator[Candidate]:
    """Columns each with a frequency of its own."""
    count = columns.shape[1]
    index = np.arange(count, dtype=float)
    omega, sigma = predicted(columns, error)
    omega = np.where(np.isnan(omega), 0.0, omega)
    line = line_through(omega, sigma * 3, index)
    if line is None:
        return
    fast = (omega > 10 * sigma) & (omega * len(columns) > 1.0) & (omega < math.pi - 0.05)
    if not fast.any():
        return
    fast[np.flatnonzero(fast)[MOST_FAST:]] = False
    amplitudes, phases = sinusoid_fits(columns[:, fast], omega[fast])
    radius = float(np.median(amplitudes))
    places = np.concatenate([np.arange(FARTHEST), -np.arange(1.0, 64)])
    angles = np.outer(places, omega[fast])
    patterns: dict[str, NDArray[np.uint8]] = {
        "alternating": (np.arange(count) % 2).astype(np.uint8),
        "sines": np.full(count, SINE, np.uint8),
        "cosines": np.full(count, COSINE, np.uint8),
        "alternating back": (1 - np.arange(count) % 2).astype(np.uint8),
        "halves": (np.arange(count) >= count - count // 2).astype(np.uint8),
        "halves back": (np.arange(count) < count - count // 2).astype(np.uint8),
    }
    weights = 1 / (sigma[fast] * len(columns) + error)
    weights /= weights.sum()
    ranked = []
    for name, functions in patterns.items():
        off = np.abs(wrap(phases - functions[fast] * (math.pi / 2) - angles))
        costs = np.minimum(off, 0.5) @ weights + 1e-6 * np.abs(places)
        best = int(np.argmin(costs))
        ranked.append((float(costs[best]), name, float(places[best])))
    for _, name, place in sorted(ranked)[:2]:
        guess = Series(math.exp(-line.intercept), line.slope, place, radius)
        functions = patterns[name]
        yield Candidate(
            index,
            functions,
            guess,
            "own" if len(set(functions.tolist())) > 1 else "alone",
            cosine_first=bool(functions[0] == COSINE),
            frequencies=omega,
            errors=sigma,
        )

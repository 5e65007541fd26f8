"""Tables whose rows do not stand for one position after another: each row tells its own.

All pairs of a row are turned by one position, so that the angles of any row fall with the ratio of the frequencies.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.schemes.analysis.identify.exponents import Reading, readings, simplest
from core.schemes.analysis.identify.fit import Series
from core.schemes.analysis.identify.identification import Identification
from core.schemes.analysis.identify.look import Look
from core.schemes.analysis.identify.measure import (
    line_through,
    pairings,
    positions_by_angles,
    roundness,
    unalias,
    wrap,
)
from core.schemes.analysis.identify.usual import sinusoidal_identification, waves_of_pairs, wrong_throughout
from core.schemes.analysis.identify.waves import Difference, Right, Waves, compare
from core.schemes.analysis.identify.words import note, wrong_cells
from core.schemes.sinusoidal import COSINE, SINE

ROUND = 0.05  # of the roundness of rows that stand on circles
LEAST_PAIRS = 4  # of which one row tells the ratio
MOST_PAIRS = 64
MOST_ROWS = 2**14  # whose positions are read
SOME_ROWS = 32  # that tell the ratio first
WINDOWS = (64.0, 1024.0, math.inf)  # positions of the rows that make the ratio finer, step by step
WHOLE = 0.02  # tokens, within which a position is a whole one
SIGNED = {2.0**8: "int8", 2.0**16: "int16"}  # types by how many numbers they hold
MOST_POWER = 8.0  # of positions
MOSTLY = 0.9  # share of the rows at whole positions, so that the others are taken for such
CONFIRMED = 0.97  # share of the cells that must be the exact ones
UNEVEN = 0.05  # share of a step by which steps that were even before rounding may differ
UNSURE = 0.3  # radians: rows that are farther off stand at a position that was not found
LEAST_ANGLE = 0.05  # radians, from which on an angle tells a ratio


@dataclass(frozen=True)
class Order:
    """The positions of rows, and the mistake or the use that leaves them so."""

    name: str
    places: NDArray[np.float64]  # (n,) positions
    start: float  # position that row 0 should be
    facts: dict[str, Any]  # for the sentence


@dataclass(frozen=True)
class Moved:
    """A table whose rows stand at other positions, as its numbers confirm."""

    waves: Waves  # of the table from position 0
    reading: Reading
    order: Order


def moved_rows(look: Look) -> Identification | None:
    """A table of rows at other positions than one after another."""
    for found in in_other_orders(look):
        waves, order = found.waves, found.order
        if order.name == "positions-stepped":
            return timesteps(look, found)
        right = offsets(look, waves, found.reading, order) if order.name == "descending" else None
        if right is not None:
            return right
        meant, row = replace(waves, start=order.start), int(np.argmax(_moved(order)))
        facts: dict[str, Any] = {"row": row, "place": order.places[row]} | order.facts
        why = "its rows stand at other positions"
        return wrong_throughout(look, meant, order.name, why, found.reading.base, at=row, **facts)
    return None


def in_other_orders(look: Look) -> Iterator[Moved]:
    """What a table of rows at other positions may be, likely ones first."""
    columns = look.table.d_model
    for pairing in pairings(columns)[:2]:
        count = len(pairing.first)
        if count < LEAST_PAIRS or roundness(pairing.points(look.head)) > ROUND:
            continue
        some = np.arange(0, count, -(-count // MOST_PAIRS))
        values = _values(look, np.concatenate([pairing.first[some], pairing.second[some]]))
        points = values[:, len(some) :] + 1j * values[:, : len(some)]  # (n, pairs)
        amplitude = simplest(float(np.median(np.abs(points))), 2 * look.error, 1e-6)
        for kinds, turned in ((SINE, COSINE), points), ((COSINE, SINE), 1j * points.conj()):
            slope = _slope(np.angle(turned), some)
            if slope is None:
                continue
            unit = look.rounding().angle
            reading = next(
                (each for each in readings(slope[0], slope[1], columns, 64 * unit) if not each.wrong), None
            )
            if reading is None:
                continue
            omega = np.exp(-reading.slope * some)
            places = positions_of(np.angle(turned), omega)
            waves = waves_of_pairs(pairing, columns, kinds, Series(1.0, reading.slope, 0.0, amplitude))
            for order in _orders(places, look.table.length):
                moved = _moved(order)
                if moved.any() and _is_confirmed(look, waves, order.places, moved):
                    yield Moved(waves, reading, order)


def _moved(order: Order) -> NDArray[np.bool]:
    """Which rows do not stand where they should, (n,)."""
    moved: NDArray[np.bool] = order.places != order.start + np.arange(len(order.places))
    return moved


def offsets(look: Look, waves: Waves, reading: Reading, order: Order) -> Identification | None:
    """A table of falling positions as the offsets of relative attention; None where they are others."""
    first, rounding = float(order.places[0]), look.rounding()
    is_interleaved = bool(waves.wave[0] == waves.wave[1])
    if order.start > 0 or (order.start == 0 and is_interleaved):  # those are rows in reverse
        return None
    exact = replace(waves, frequencies=-waves.frequencies, start=-first)
    comparison = compare(look.table, exact, rounding)
    if comparison.differing:
        return None
    return sinusoidal_identification(
        look,
        waves,
        reading.base,
        exponent=reading.exponent,
        first_position=first,
        amplitude=waves.amplitude,
        notes=(note("offsets", first=first, last=order.start),),
        largest=comparison.largest,
        right=Right(exact, rounding),
        summary="A right sinusoidal table whose positions count down, as the offsets of relative attention do.",
    )


def timesteps(look: Look, found: Moved) -> Identification:
    """A table whose rows stand at chosen positions, as the timesteps that a sampler visits."""
    waves, places = replace(found.waves, start=0.0), found.order.places
    largest, first, count, done = [], None, 0, 0
    for yours in look.table.by_rows():
        some = places[done : done + len(yours)]
        exact = waves.rows(some)
        off = np.abs(yours - exact)
        wrong = off > look.rounding().allowed(waves, some)
        largest.append(Difference.at(np.unravel_index(int(off.argmax()), off.shape), yours, exact, done))
        if first is None and wrong.any():
            first = Difference.at(np.argwhere(wrong)[0], yours, exact, done)
        count, done = count + int(wrong.sum()), done + len(yours)
    return sinusoidal_identification(
        look,
        waves,
        found.reading.base,
        exponent=found.reading.exponent,
        first_position=float(places[0]),
        amplitude=waves.amplitude,
        faults=() if first is None else (wrong_cells(first, count, look.table.length * look.table.d_model),),
        notes=(note("timesteps", **found.order.facts),),
        largest=max(largest, key=lambda each: each.size),
        first=first,
        summary=f"A sinusoidal table of chosen positions{'' if first is None else ', with a mistake'}.",
    )


def _values(look: Look, columns: NDArray[np.int_]) -> NDArray[np.float64]:
    """Some columns of the first rows."""
    first = replace(look.table, length=min(look.table.length, MOST_ROWS))
    return np.concatenate([block[:, columns] for block in first.by_rows()])


def _slope(angles: NDArray[np.float64], index: NDArray[np.int_]) -> tuple[float, float] | None:
    """The ratio of neighbouring frequencies as ln, and its error, from angles, (n, pairs) radians, of any rows."""
    error = np.full(len(index), 1e-6)
    first = np.arange(min(SOME_ROWS, len(angles)))  # whose slow waves have not turned once
    some = angles[np.unique([*first, *np.linspace(0, len(angles) - 1, SOME_ROWS).astype(int)])]
    lines = [line_through(unalias(sign * row), error, index.astype(float)) for row in some for sign in (1, -1)]
    slopes = [line.slope for line in lines if line is not None and line.slope > 0]
    if not slopes:
        return None
    slope, spread = float(np.median(slopes)), math.inf
    for most in WINDOWS:
        omega = np.exp(-slope * index)
        places = positions_of(angles, omega)
        exact = np.outer(places, omega)
        turned = exact + wrap(angles - exact)
        is_sure = (np.abs(places) <= most) & (np.abs(turned - exact).max(axis=1) < UNSURE)
        told = is_sure[:, None] & (np.abs(turned) > LEAST_ANGLE) & (turned * exact > 0) & (index > 0)
        if not told.any():
            continue
        weights = np.where(told, turned, 0) ** 2
        with np.errstate(divide="ignore", invalid="ignore"):
            falls = np.where(told, np.log(np.abs(places[:, None] / turned)), 0)
        ratios = float((weights * index**2).sum())
        slope = float((weights * index * falls).sum()) / ratios
        left = np.sqrt(float((weights * (falls - slope * index) ** 2).sum()) / np.count_nonzero(told))
        spread = 4 * float(left) / math.sqrt(ratios)
    return slope, max(spread, 1e-12)


def positions_of(angles: NDArray[np.float64], omega: NDArray[np.float64]) -> NDArray[np.float64]:
    """The position of each row, (n,), from its angles; whole ones where most are whole."""
    positions = positions_by_angles(angles, omega)
    whole = np.round(positions)
    near = np.abs(positions - whole) < WHOLE / max(float(omega.max()), 1.0)
    return np.where(near, whole, positions) if near.mean() > MOSTLY else positions


def _orders(places: NDArray[np.float64], length: int) -> Iterator[Order]:
    """What may have moved rows whose positions these are."""
    rows, start = np.arange(len(places), dtype=float), float(places[0])
    if np.array_equal(places, start - rows):
        yield Order("descending", places, start - length + 1, {"first": start})
    if places[-1] > start and np.array_equal(places, np.minimum(start + rows, places[-1])):
        yield Order("positions-clamped", places, start, {})
    run = int(np.argmin(places == start))  # rows at the position of the first one
    if run > 1 and places[run] in {start + 1, 0.0, 1.0} and np.all(np.diff(places[run:]) == 1):
        facts = {"last": run - 1, "padding": start, "first": run, "one": places[run]}
        yield Order("positions-padded", places, float(places.min()), facts)
    for count, dtype in SIGNED.items():
        if np.array_equal(places, (start + rows + count / 2) % count - count / 2):
            yield Order("positions-overflow", places, start, {"type": dtype})
    again = np.flatnonzero(places[1:] == start) + 1
    if len(again):
        period, run = int(again[0]), int(np.argmax(np.append(places != start, True)))
        if period > 1:
            yield Order("positions-periodic", start + rows % period, start, {"period": period})
        else:
            yield Order("positions-repeated", start + rows // run, start, {"times": run})
    second = 2 - int(start) if start in {0.0, 1.0} else 0  # the row that position 2 should have
    if 0 < second < len(places) and places[second] > 0:
        power = min(max(simplest(math.log2(float(places[second])), 1e-3), 0.0), MOST_POWER)
        yield Order("positions-power", (start + rows) ** power, start, {"power": power})
    if start == 0:
        yield Order("positions-log", np.log1p(rows), 0.0, {})
    yield from _with_jumps(places, length)


def _with_jumps(places: NDArray[np.float64], length: int) -> Iterator[Order]:
    """What may have moved rows that do not all stand one position after the row before."""
    rows, start, steps = np.arange(len(places), dtype=float), float(places[0]), np.diff(places)
    is_permuted = np.array_equal(np.sort(places), places.min() + rows)
    jumps = np.flatnonzero(steps != 1) + 1
    if len(jumps) == 1:
        row = int(jumps[0])
        jump = float(places[row] - places[row - 1] - 1)
        name = "rows-rolled" if is_permuted else "rows-skipped" if jump > 0 else "rows-again"
        count, first = (row, float(places.min())) if is_permuted else (abs(jump), start)
        yield Order(name, places, first, {"count": count})
    elif len(jumps) and (places[jumps] == start).all():
        told = " and ".join(f"{row:,}" for row in jumps[:2]) + (" …" if len(jumps) > 2 else "")
        yield Order("positions-restarted", places, start, {"rows": told})
    elif is_permuted:
        yield Order("rows-shuffled", places, float(places.min()), {})
    elif len(jumps) and _is_stepped(places, steps):
        if len(places) == length:  # a right table, which each of its rows must confirm
            yield Order("positions-stepped", places, start, {"some": _told(places)})
    elif len(places) < length:
        if _may_be_permuted(places, length):
            yield Order("rows-shuffled", places, float(places.min()), {})
    elif np.array_equal(places, np.round(places)) and np.ptp(np.sign(steps)):  # rising ones may be multiplied
        yield Order("positions-scattered", places, 0.0, {"some": _told(places)})


def _told(places: NDArray[np.float64]) -> str:
    return ", ".join(f"{each:,.6g}" for each in places[:3])


def _is_stepped(places: NDArray[np.float64], steps: NDArray[np.float64]) -> bool:
    """Whether positions rise or fall all the way, unless they are multiplied ones, which a table's scale tells."""
    is_even = np.allclose(steps, steps[0], rtol=UNEVEN)
    first = float(places[0] / steps[0]) if steps[0] else math.inf
    is_multiplied = is_even and steps[0] > 0 and abs(first - round(first)) < UNEVEN
    is_told = is_even or np.array_equal(places, np.round(places))
    return bool(is_told and not is_multiplied and ((steps > 0).all() or (steps < 0).all()))


def _may_be_permuted(places: NDArray[np.float64], length: int) -> bool:
    """Whether the first rows of a table may be some of all its positions in another order."""
    is_whole = np.array_equal(places, np.round(places))
    return is_whole and len(np.unique(places)) == len(places) and float(np.ptp(places)) < length


def _is_confirmed(look: Look, waves: Waves, places: NDArray[np.float64], moved: NDArray[np.bool]) -> bool:
    """Whether some of the rows that moved, and some that did not, are the exact ones at their positions."""
    for kind in (np.flatnonzero(moved), np.flatnonzero(~moved)):
        rows = kind[np.unique(np.linspace(0, len(kind) - 1, SOME_ROWS).astype(int))] if len(kind) else kind
        values = np.array([look.table.block(slice(row, row + 1), slice(None))[0] for row in rows])
        if len(rows) == 0:
            continue
        within = np.abs(values - waves.rows(places[rows])) <= look.rounding().allowed(waves, places[rows])
        if within.mean() < CONFIRMED:
            return False
    return True

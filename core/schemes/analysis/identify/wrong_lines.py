"""Tables that one wrong line of code makes of the paper's formula: made here as that line does, and compared."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.schemes.analysis.identify.exponents import USUAL, simplest
from core.schemes.analysis.identify.identification import Identification
from core.schemes.analysis.identify.look import Look, look_at
from core.schemes.analysis.identify.search import search
from core.schemes.analysis.identify.usual import usual_tables, wrong_throughout
from core.schemes.analysis.identify.waves import Waves, by_function
from core.schemes.analysis.table import as_table
from core.schemes.sinusoidal import SINE

SAME = 0.97  # share of each column's cells that must be the line's
MOST_RESHAPED = 2**22  # cells
LEAST_PAIRS = 3
FEW = 4  # rows that soon show another table

Angles = Callable[[NDArray[np.float64], NDArray[np.float64], int], NDArray[np.float64]]
BRACKETS: Mapping[str, Angles] = {
    "positions * np.exp(-2 * i * np.log(10000 / d_model))": lambda positions, i, d: (
        positions * (USUAL / d) ** (-2 * i)
    ),
    "positions / 10000 ** 2 * i / d_model": lambda positions, i, d: positions / USUAL**2 * i / d,
    "positions / (10000 ** (2 * i) / d_model)": lambda positions, i, d: positions / (USUAL ** (2 * i) / d),
    "positions / 10000 ** (2 * i) / d_model": lambda positions, i, d: positions / USUAL ** (2 * i) / d,
}
"""A line whose brackets are lost or misplaced, and its angles, of positions (n, 1) and pairs (d / 2,)."""


@dataclass(frozen=True)
class Line:
    """A wrong line."""

    name: str  # of the mistake
    why: str  # for the summary
    values: Callable[[NDArray[np.int_]], NDArray[np.float64]]  # rows (n,) → what it makes of them, (n, d)
    start: float = 0.0  # position that row 0 should be
    facts: Mapping[str, Any] = field(default_factory=dict)  # for the sentence


def by_a_wrong_line(look: Look) -> Identification | None:
    """A table that a known wrong line makes."""
    for right in usual_tables(look.table.d_model):
        if _fits(look, right, right.rows):
            return None
        for line in _lines(right):
            if _fits(look, right, line.values):
                meant = replace(right, start=line.start)
                return wrong_throughout(look, meant, line.name, line.why, **line.facts)
    return _stacked(look) or _scaled_outside(look)


def _fits(look: Look, right: Waves, values: Callable[[NDArray[np.int_]], NDArray[np.float64]]) -> bool:
    """Whether the first rows are these values, but for a few cells of each column."""
    rows = np.arange(len(look.head))
    allowed = 4 * look.rounding().allowed(right, rows)
    within = (np.abs(values(some) - look.head[some]) <= allowed[some] for some in (rows[:FEW], rows))
    return all((each.mean(axis=0) >= SAME).all() for each in within)


def _stacked(look: Look) -> Identification | None:
    """A table of sines, (length, d / 2), and after them cosines, cut into rows of d cells."""
    length, columns = look.table.length, look.table.d_model
    if columns % 2 or length * columns > MOST_RESHAPED:
        return None
    first, second = np.split(look.head[0], 2)  # sines of position 0, and of 1
    if np.abs(first).max() > look.error or np.ptp(second) <= look.error:
        return None
    sines, cosines = look.table.block(slice(None), slice(None)).reshape(2, length, columns // 2)
    why = "sines and cosines were stacked and cut into rows"
    mended = np.stack([sines, cosines], axis=-1).reshape(length, columns)
    return _by_undoing(look, mended, "stacked", why, half=length // 2)


def reshaped(look: Look) -> Identification | None:
    """A table of (d, length) that was reshaped where it should have been transposed."""
    length, columns = look.table.length, look.table.d_model
    if length * columns > MOST_RESHAPED:
        return None
    mended = look.table.block(slice(None), slice(None)).reshape(columns, length).T
    why = "it was reshaped where it should have been transposed"
    return _by_undoing(look, mended, "reshaped", why, length=length, d=columns)


def _by_undoing(
    look: Look, mended: NDArray[np.float64], name: str, why: str, **facts: int
) -> Identification | None:
    """A table that is a right one once a line is undone."""
    found = search(look_at(as_table(np.ascontiguousarray(mended)), look.shape, look.scheme))
    if found is None or found.exact < SAME or found.reading.wrong:
        return None
    return wrong_throughout(look, found.waves, name, why, found.reading.base, **facts)


def interpolated(look: Look) -> Identification | None:
    """The paper's table with stretched rows, so that cells between two rows are means of both."""
    length, rows = look.table.length, np.arange(len(look.head), dtype=float)
    for right in usual_tables(look.table.d_model):
        # Between the rows of positions 0 and 1 the fastest sine is a straight line, from 0 to sin(1).
        fast = look.head[:, (right.wave == 0) & (right.functions == SINE)][:, 0] / math.sin(1)  # positions, up to 1
        row = int(np.argmax(np.append(fast > 1, True))) - 1
        if row < 1 or fast[row] <= 0:
            continue
        for has_ends in (True, False):  # whether first and last rows stay as they are, as align_corners has it
            step = fast[row] / row if has_ends else (fast[row] + 0.5) / (row + 0.5)
            short = round((length - 1) * step) + 1 if has_ends else round(length * step)
            if not 1 < short < length:
                continue
            step = (short - 1) / (length - 1) if has_ends else short / length
            start = 0.0 if has_ends else (step - 1) / 2
            places = np.clip(start + step * rows, 0, short - 1)
            share = (places % 1)[:, None]
            made = (1 - share) * right.rows(np.floor(places)) + share * right.rows(np.ceil(places))
            if np.mean(np.abs(made - look.head) <= 4 * look.rounding().allowed(right, rows)) >= SAME:
                meant = replace(right, frequencies=step * right.frequencies, start=start / step)
                why, told = "its rows were interpolated", f"{step:.6g}"
                return wrong_throughout(look, meant, "rows-interpolated", why, short=short, step=told)
    return None


def _scaled_outside(look: Look) -> Identification | None:
    """Sines and cosines of the position alone, multiplied by the frequencies that belong inside."""
    head, allowed = look.head, 4 * look.rounding().cell
    for right in usual_tables(look.table.d_model):
        positions = np.broadcast_to(np.arange(len(head), dtype=float)[:, None], head.shape)
        alone = by_function(positions, right.functions)
        factors = (head * alone).sum(axis=0) / (alone**2).sum(axis=0)  # (d,)
        if len(right.frequencies) < LEAST_PAIRS or (np.abs(head - factors * alone) > allowed).any():
            continue
        frequencies = factors[np.unique(right.wave, return_index=True)[1]]  # of the first column of each pair
        if (frequencies <= 0).any() or abs(frequencies[0] - 1) > allowed or frequencies[-1] > 0.5:
            continue
        slope = float(np.polyfit(np.arange(len(frequencies)), -np.log(frequencies), 1)[0])
        base = simplest(math.exp(min(slope * look.table.d_model / 2, 700.0)), 0.0, 1e-3)
        why = "the frequencies stand outside of sine and cosine"
        return wrong_throughout(look, replace(right, frequencies=frequencies), "frequency-outside", why, base)
    return None


def _lines(right: Waves) -> Iterator[Line]:
    for one, other in permutations((0.0, 1.0, 2.0), 2):
        why, made = (
            "its sines and its cosines stand at different positions",
            partial(_apart, right=right, one=one, other=other),
        )
        yield Line("parts-apart", why, made, one, {"one": one, "other": other})
    for start in (0.0, 1.0):
        why = "the power is taken of the position"
        yield Line("position-power", why, partial(_power, right=right, start=start), start)
    for code, angles in BRACKETS.items():
        why, made = "its exponent lost its brackets", partial(_by_angles, right=right, angles=angles)
        yield Line("exponent-brackets", why, made, facts={"code": code})
    yield Line("rows-alternate", "sine and cosine alternate by row", partial(_by_row, right=right))
    why = "its columns were written at i and i + 1"
    yield Line("columns-overwritten", why, partial(_overwritten, right=right))
    why = "the cosine was taken of the sine"
    yield Line("cosine-of-sine", why, partial(_by_cosine_of_sine, right=right))


def _apart(rows: NDArray[np.int_], right: Waves, one: float, other: float) -> NDArray[np.float64]:
    positions = np.where(right.functions == SINE, one, other) + rows[:, None]
    return by_function(positions * right.frequencies[right.wave], right.functions)


def _power(rows: NDArray[np.int_], right: Waves, start: float) -> NDArray[np.float64]:
    exponents = -np.log(right.frequencies) / math.log(USUAL)
    return by_function(((start + rows[:, None]) / USUAL) ** exponents[right.wave], right.functions)


def _by_angles(rows: NDArray[np.int_], right: Waves, angles: Angles) -> NDArray[np.float64]:
    with np.errstate(over="ignore"):  # an infinite divisor gives an angle of 0
        all_ = angles(rows[:, None].astype(float), np.arange(len(right.frequencies), dtype=float), len(right.wave))
    return by_function(all_[:, right.wave], right.functions)


def _by_row(rows: NDArray[np.int_], right: Waves) -> NDArray[np.float64]:
    angles = rows[:, None] * right.frequencies[right.wave]
    return np.where(rows[:, None] % 2 == 0, np.sin(angles), np.cos(angles))


def _by_cosine_of_sine(rows: NDArray[np.int_], right: Waves) -> NDArray[np.float64]:
    sines = np.sin(rows[:, None] * right.frequencies[right.wave])
    return np.where(right.functions == SINE, sines, np.cos(sines))


def _overwritten(rows: NDArray[np.int_], right: Waves) -> NDArray[np.float64]:
    """Sines in the first half of the columns, of each cosine only the last, and zeros after them."""
    angles = rows[:, None] * right.frequencies
    values, half = np.zeros((len(rows), len(right.wave))), len(right.frequencies)
    values[:, :half] = np.sin(angles)
    values[:, half : half + 1] = np.cos(angles[:, -1:])
    return values

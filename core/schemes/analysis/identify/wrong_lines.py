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

from core.schemes.analysis.identify.exponents import USUAL
from core.schemes.analysis.identify.identification import Identification
from core.schemes.analysis.identify.look import Look
from core.schemes.analysis.identify.usual import usual_tables, wrong_throughout
from core.schemes.analysis.identify.waves import Waves, by_function
from core.schemes.sinusoidal import SINE

SAME = 0.97  # share of the cells that must be the line's
FEW = 4  # rows that soon show another table

Angles = Callable[[NDArray[np.float64], NDArray[np.float64], int], NDArray[np.float64]]
BRACKETS: Mapping[str, Angles] = {
    "positions / 10000 ** 2 * i / d_model": lambda positions, i, d: positions / USUAL**2 * i / d,
    "positions / (10000 ** (2 * i) / d_model)": lambda positions, i, d: positions / (USUAL ** (2 * i) / d),
    "positions / 10000 ** (2 * i) / d_model": lambda positions, i, d: positions / USUAL ** (2 * i) / d,
}
"""A line whose exponent lost its brackets, and its angles, of positions (n, 1) and pairs (d / 2,)."""


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
    rows, allowed = np.arange(len(look.head)), 4 * look.rounding().cell
    for right in usual_tables(look.table.d_model):
        for line in _lines(right, look.table.length):
            off = (np.abs(line.values(some) - look.head[some]) for some in (rows[:FEW], rows))
            if all(np.mean(each <= allowed) >= SAME for each in off):
                meant = replace(right, start=line.start)
                return wrong_throughout(look, meant, line.name, line.why, **line.facts)
    return None


def _lines(right: Waves, length: int) -> Iterator[Line]:
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
    if len(right.wave) % 2 == 0:
        why = "sines and cosines were stacked and cut into rows"
        yield Line("stacked", why, partial(_stacked, right=right, length=length), facts={"half": length // 2})


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


def _stacked(rows: NDArray[np.int_], right: Waves, length: int) -> NDArray[np.float64]:
    """Some rows of all sines, (length, d / 2), and after them all cosines, cut into rows of d cells."""
    columns, half = len(right.wave), len(right.frequencies)
    part, cell = np.divmod(columns * rows[:, None] + np.arange(columns), length * half)
    angles = (cell // half) * right.frequencies[cell % half]
    return np.where(part == 0, np.sin(angles), np.cos(angles))

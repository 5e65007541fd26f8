"""Questions that people ask about their own tables, and lines of code of which some lose the position."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from core.schemes import rope, sinusoidal
from core.schemes.analysis.rotary import head_vectors, scores_at
from core.teach.questions.card import Card, Claim, Evidence, Point, Series, Solution, Strip, card

D_MODEL, BASE, LENGTH = 64, 10_000.0, 64
NEAR = 8  # tokens
FIVE = 5  # the position that every word is given
SHOWN_ROWS, SHOWN_COLUMNS = 16, 32  # of a table that a line of code makes
ROUNDING = 1e-9  # differences below it are rounding errors of float64
POSITIONS, COLUMNS = np.arange(LENGTH), np.arange(D_MODEL)
EXPONENTS = 2 * (COLUMNS // 2) / D_MODEL  # of the base, the same for the two columns of a pair
FROM_FIRST = "distance to position 0"


def right_table() -> NDArray[np.float64]:
    """The table that is meant, (length, d_model)."""
    return sinusoidal.sinusoidal(POSITIONS, D_MODEL, base=BASE)


def alternating(angles: NDArray[np.float64]) -> NDArray[np.float64]:  # (n, d) radians, one for each column
    """Sines in even columns, cosines in odd ones."""
    return np.where(np.arange(angles.shape[1]) % 2, np.cos(angles), np.sin(angles))


def from_first(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """Distance of every row from row 0, (n,)."""
    return np.linalg.norm(table - table[0], axis=1)


def neighbours(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """Dot product of each row with the one `NEAR` tokens on, (n - NEAR,)."""
    products: NDArray[np.float64] = (table[:-NEAR] * table[NEAR:]).sum(axis=1)
    return products


@card("column-order", Claim(), "matrix", "length=64 d_model=64")
def column_order() -> Solution:
    """Dot products of a table's rows in two orders of columns, and of one order's rows with the other's."""
    halves = sinusoidal.sinusoidal(POSITIONS, D_MODEL, layout="concatenated")
    table = right_table()
    own, other, mixed = table @ table[0], halves @ halves[0], table @ halves[0]
    series = (
        Series("side by side", POSITIONS, own, "position"),
        Series("in halves", POSITIONS, other, "truth", marks="dots"),
        Series("one with the other", POSITIONS, mixed, "other"),
    )
    evidence = Evidence("offset k (tokens)", "dot product", Point(0, float(other[0]), "both 32"), series)
    largest = float(np.abs(own - other).max())
    return Solution(largest < ROUNDING, evidence, {"largest": largest, "same": own[0], "mixed": mixed[0]})


@card("exponent-own", Claim(), "similarity", "length=64 d_model=64")
def exponent_own() -> Solution:
    """Products of rows at one offset, where each column has a frequency of its own."""
    wrong = alternating(POSITIONS[:, None] / BASE ** (2 * COLUMNS / D_MODEL))
    right, own, places = neighbours(right_table()), neighbours(wrong), POSITIONS[:-NEAR]
    series = (Series("2j/d", places, own), Series("2i/d, shared by a pair", places, right, "position"))
    at = int(np.argmin(own))
    point = Point(at, float(own[at]), f"{own[at]:.1f} at position {at}")
    evidence = Evidence("position p (tokens)", f"PE(p) · PE(p + {NEAR})", point, series)
    facts = {"k": NEAR, "least": float(own.min()), "most": float(own.max()), "right": float(right[0])}
    return Solution(bool(np.ptp(own) < ROUNDING), evidence, facts)


@card("all-at-five", Claim(), "learned", "")
def all_at_five() -> Solution:
    """Distances of rows, where every word is given the row of one position."""
    table = right_table()
    apart, right = from_first(np.tile(table[FIVE], (LENGTH, 1))), from_first(table)
    series = (Series("row 5 for all", POSITIONS, apart), Series("each its own row", POSITIONS, right, "position"))
    point = Point(LENGTH - 1, float(apart[-1]), f"{apart[-1]:.0f} for every word")
    evidence = Evidence("position (tokens)", FROM_FIRST, point, series)
    return Solution(
        bool(apart[1:].min() > ROUNDING), evidence, {"apart": float(apart.max()), "neighbour": float(right[1])}
    )


@card("other-rotation", Claim(), "rope", "rotary_view=Layouts", rope.SCHEME)
def other_rotation() -> Solution:
    """Scores of weights that were trained for neighbours, in the code for halves."""
    query, key = head_vectors("copied", D_MODEL)[:, 0]
    offsets = np.arange(1, LENGTH)
    right, wrong = (
        scores_at(query, key, offsets, 0 * offsets, layout=layout) for layout in ("interleaved", "half")
    )
    at = int(np.argmax(np.abs(right - wrong)))
    series = (
        Series("trained: neighbours", offsets, right, "rotary"),
        Series("run: halves", offsets, wrong, "truth"),
    )
    point = Point(int(offsets[at]), float(wrong[at]), f"{wrong[at]:.0f}, trained {right[at]:.0f}")
    evidence = Evidence("distance of query and key (tokens)", "score q · k", point, series)
    facts = {"at": int(offsets[at]), "right": float(right[at]), "wrong": float(wrong[at])}
    off = float(np.abs(right - wrong).mean())
    return Solution(bool(off < 0.01 * np.abs(right).mean()), evidence, facts | {"off": off})


@card("divided", Claim(), "similarity", "length=64 d_model=64 scale=64")
def divided() -> Solution:
    """Distances of rows, where positions are divided by the length of the text."""
    small = sinusoidal.sinusoidal(POSITIONS / LENGTH, D_MODEL)
    apart, right = from_first(small), from_first(right_table())
    series = (Series("p ÷ length", POSITIONS, apart), Series("p", POSITIONS, right, "position"))
    evidence = Evidence("position (tokens)", FROM_FIRST, Point(1, float(apart[1]), f"{apart[1]:.2f}"), series)
    facts = {"length": LENGTH, "small": float(apart[1]), "right": float(right[1]), "last": float(apart[-1])}
    return Solution(bool(10 * apart[1] < right[1]), evidence, facts)


@card("odd-column", Claim(), "shift", "d_model=7")
def odd_column() -> Solution:
    """Products of rows of a table with an odd number of columns, by the paper's formula."""
    odd = neighbours(sinusoidal.sinusoidal(POSITIONS, D_MODEL - 1))
    places = POSITIONS[:-NEAR]
    series = (
        Series("63 columns", places, odd),
        Series("64 columns", places, neighbours(right_table()), "position"),
    )
    evidence = Evidence(
        "position p (tokens)", f"PE(p) · PE(p + {NEAR})", Point(0, float(odd[0]), f"{odd[0]:.2f}"), series
    )
    facts = {"odd": D_MODEL - 1, "sines": D_MODEL // 2, "spread": float(np.ptp(odd)), "product": float(odd[0])}
    return Solution(bool(np.ptp(odd) < 1e-3 * odd[0]), evidence, facts)


def shown(made: NDArray[np.float64]) -> Solution:
    """Whether the tokens of a sentence all get the same row, with the table that a line makes."""
    rows = made[:SHOWN_ROWS, :SHOWN_COLUMNS]
    is_lost = bool(np.ptp(made, axis=0).max() < ROUNDING)
    label = "all rows alike" if is_lost else "row 1 is another"
    strip = Strip(rows, np.arange(rows.shape[1] + 1) - 0.5, np.arange(len(rows) + 1) - 0.5, "value", is_signed=True)
    evidence = Evidence("dimension", "token of the sentence", Point(0, 1, label), strip=strip)
    apart = from_first(made)
    facts = {"nearest": float(apart[1:].min()), "place": 1 + int(apart[1:].argmin()), "next": float(apart[1])}
    return Solution(is_lost, evidence, facts)


def line(slug: str) -> Callable[[Callable[[], NDArray[np.float64]]], Card]:
    """Make the function below it, which runs a line of code, the question whether that line loses the position.

    The function returns what is added to the tokens of one sentence, (sequence, d_model).
    """
    return lambda make: card(slug, Claim(), "learned", "")(lambda: shown(make()))


@line("batch-first")
def batch_first() -> NDArray[np.float64]:
    """The row of its sentence for every token: PyTorch's tutorial has the sequence on the first axis."""
    x, pe = (
        np.zeros((2, LENGTH, D_MODEL)),
        right_table()[:, None],
    )  # (batch, sequence, d_model), (length, 1, d_model)
    return (x + pe[: x.shape[0]])[1]


@line("one-row")
def one_row() -> NDArray[np.float64]:
    """One row for all tokens: an index in the place of a slice."""
    x, pe = (
        np.zeros((2, LENGTH - 1, D_MODEL)),
        right_table()[None],
    )  # (batch, sequence, d_model), (1, length, d_model)
    return (x + pe[:, x.shape[1]])[0]


@line("no-position")
def no_position() -> NDArray[np.float64]:
    """Dimensions are divided, and no position occurs."""
    x = np.zeros((LENGTH, D_MODEL))
    return x + alternating(COLUMNS[None] / BASE**EXPONENTS)


@line("in-halves")
def in_halves() -> NDArray[np.float64]:
    """All sines, then all cosines."""
    angles = POSITIONS[:, None] / BASE ** EXPONENTS[::2]
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)


@line("floor-division")
def floor_division() -> NDArray[np.float64]:
    """Exponents rounded down to whole numbers."""
    return alternating(POSITIONS[:, None] / BASE ** (2 * (COLUMNS // 2) // D_MODEL))


@line("exp-log")
def exp_log() -> NDArray[np.float64]:
    """The power as an exponential of a logarithm."""
    div_term = np.exp(np.arange(0, D_MODEL, 2) * (-np.log(BASE) / D_MODEL))
    return alternating(POSITIONS[:, None] * div_term.repeat(2))

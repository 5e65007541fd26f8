"""Questions about the sinusoidal encoding: its frequencies, distances between its rows, and their products."""

import numpy as np
from numpy.typing import NDArray

from core.frequencies import inverse_frequencies, wavelengths
from core.numeric.sums import cosine_sum
from core.schemes import learned, sinusoidal
from core.similarity import dot_product
from core.sinusoidal.gram import landmarks
from core.sinusoidal.learned_shift import learn_shift
from core.teach.questions.card import Claim, Curves, Evidence, Number, Point, Series, Shape, Solution, card

D_MODEL, BASE = 512, 10_000
FAR = 4 * BASE  # tokens, beyond the base
SEARCH_LENGTH, VISIBLE = 4096, 128  # tokens
WINDOW = 512  # tokens
SHIFTS = (1, 2, 3, 5, 7, 10, 20, 50, 100)  # tokens
ROUNDING = 1e-9  # differences below it are rounding errors of float64
SIDE = 64  # offsets shown before and after, tokens


def distances(frequencies: NDArray[np.float64], last: int) -> NDArray[np.float64]:
    """Euclidean distances of position 0 from positions 1 … last; shape (last,)."""
    products = cosine_sum(np.ones(len(frequencies)), frequencies, 1, 1, last)
    return np.sqrt(np.maximum(2 * (len(frequencies) - products), 0))


@card("sine-alone", Claim(), "shift", "offset=7")
def sine_alone() -> Solution:
    """Error of the best linear map from PE(p) to PE(p + k), with cosines and without."""
    shifts = [learn_shift(offset, D_MODEL) for offset in SHIFTS]
    both = [each.both.residual / each.both.size for each in shifts]
    sines = [each.sines.residual / each.sines.size for each in shifts]
    index = SHIFTS.index(7)
    series = (
        Series("sines alone", SHIFTS, sines, "sine", marks="dots"),
        Series("sines and cosines", SHIFTS, both, "position", marks="dots"),
    )
    point = Point(SHIFTS[index], sines[index], f"sines alone miss {sines[index]:.0%}")
    evidence = Evidence("shift k (tokens)", "missed by the best map", point, series, log_x=True, log_y=True)
    facts = {"k": SHIFTS[index], "sines": sines[index], "both": max(both)}
    return Solution(max(sines) < ROUNDING, evidence, facts)


@card("base-is-length", Claim(), "similarity", "length=16384")
def base_is_length() -> Solution:
    """Whether any position from `base` on is as near to position 0 as its neighbour."""
    apart = distances(inverse_frequencies(D_MODEL, BASE), FAR)
    offsets = np.unique(np.geomspace(1, FAR, 600).round().astype(int))
    nearest = BASE + int(np.argmin(apart[BASE - 1 :]))
    evidence = Evidence(
        "offset k (tokens)",
        "distance to position k",
        Point(BASE, float(apart[BASE - 1]), f"k = {BASE:,}: {apart[BASE - 1]:.1f}"),
        (Series(f"d_model {D_MODEL}, base {BASE:,}", offsets, apart[offsets - 1], "position"),),
        log_x=True,
    )
    facts = {"base": BASE, "far": FAR, "nearest": nearest, "distance": float(apart[nearest - 1])}
    facts |= {"neighbour": float(apart[0]), "slowest": float(wavelengths(D_MODEL, BASE)[-1])}
    return Solution(bool(apart[BASE - 1 :].min() <= apart[0]), evidence, facts)


@card("geometric", Claim(), "waves", "length=512 view=Wavelengths")
def geometric() -> Solution:
    """Wavelengths in even steps between the same ends: whether another position is nearer than the neighbour."""
    waves = wavelengths(D_MODEL, BASE)
    even = distances(2 * np.pi / np.linspace(waves[0], waves[-1], len(waves)), SEARCH_LENGTH - 1)
    usual = distances(2 * np.pi / waves, SEARCH_LENGTH - 1)
    nearest = 1 + int(np.argmin(even))
    steps = np.arange(1, 33)
    evidence = Evidence(
        "offset k (tokens)",
        "distance to position k",
        Point(nearest, float(even[nearest - 1]), f"k = {nearest}: {even[nearest - 1]:.2f}"),
        (Series("even steps", steps, even[steps - 1]), Series("geometric", steps, usual[steps - 1], "position")),
    )
    facts = {"nearest": nearest, "distance": float(even[nearest - 1]), "neighbour": float(even[0])}
    facts |= {"long": SEARCH_LENGTH, "own": float(usual.min()), "at": int(usual.argmin()) + 1}
    return Solution(bool(even.min() < even[0]), evidence, facts)


@Shape
def turn_shapes() -> Curves:
    """Curves to choose from: turns of each pair, from the first to the last."""
    pairs = np.arange(D_MODEL // 2)
    along, most = pairs / (len(pairs) - 1), WINDOW / wavelengths(D_MODEL, BASE)[0]
    shapes = {
        "rises to the last": along,
        "falls in a straight line": 1 - along,
        "falls steeply, then creeps": np.exp(-8 * along),
        "stays the same for all": np.full(len(pairs), 0.5),
    }
    return pairs.astype(float), {name: most * shape for name, shape in shapes.items()}


@card("fast-dims", turn_shapes, "waves", "length=512")
def fast_dims() -> Solution:
    """Turns of every pair within WINDOW tokens."""
    slow = wavelengths(D_MODEL, BASE)
    turns = WINDOW / slow
    evidence = Evidence(
        "pair of dimensions",
        f"turns within {WINDOW} tokens",
        Point(0, float(turns[0]), f"pair 0: {turns[0]:.1f} turns"),
        (Series("computed", np.arange(len(turns)), turns, "position"),),
    )
    facts = {"first": float(slow[0]), "last": float(slow[-1]), "turns": float(turns[0]), "pair": len(turns) - 1}
    return Solution(turn_shapes.nearest(turns), evidence, facts | {"rest": float(turns[-1]), "window": WINDOW})


@card("unique", Number("", 0.01, 32, 1.5, "y", whole=False), "similarity", "length=4096")
def unique() -> Solution:
    """Distance of the two nearest positions of a long text."""
    apart = distances(inverse_frequencies(D_MODEL, BASE), SEARCH_LENGTH - 1)
    marks = landmarks(D_MODEL, base=BASE, search=SEARCH_LENGTH - 1)
    offsets = np.unique(np.geomspace(1, SEARCH_LENGTH - 1, 600).round().astype(int))
    evidence = Evidence(
        "offset k (tokens)",
        "distance between p and p + k",
        Point(marks.nearest, marks.nearest_distance, f"k = {marks.nearest}: {marks.nearest_distance:.2f}"),
        (Series(f"d_model {D_MODEL}", offsets, apart[offsets - 1], "position"),),
        log_x=True,
    )
    few = landmarks(4, base=BASE, search=SEARCH_LENGTH - 1)
    facts = {"nearest": marks.nearest, "distance": marks.nearest_distance, "few": few.nearest}
    facts |= {"few_distance": few.nearest_distance, "size": float(np.sqrt(D_MODEL / 2))}
    return Solution(marks.nearest_distance, evidence, facts)


def recurrence_residual(column: NDArray[np.float64]) -> float:
    """How far x(p + 1) + x(p - 1) is from being a multiple of x(p); root mean square, relative.

    It is 0 for a sinusoid, where x(p + 1) + x(p - 1) = 2 cos(ω) x(p).
    """
    middle, around = column[1:-1], column[2:] + column[:-2]
    residual = around - (around @ middle) / (middle @ middle) * middle
    return float(np.sqrt(residual @ residual / (around @ around)))


@card("learned", Claim(), "learned", "learned_view=Spectrum table=sample", sinusoidal.SCHEME, learned.SCHEME)
def learned_table() -> Solution:
    """Whether each value of a dimension follows from the two before it, in the formula and in a trained table."""
    table = learned.sample()
    positions = np.arange(len(table))
    formula = sinusoidal.sinusoidal(len(table), table.shape[1])
    of_formula, of_training = (np.array([recurrence_residual(c) for c in t.T]) for t in (formula, table))
    largest = int(np.argmax(table.var(axis=0)))
    like = 2 * int(np.argmin(np.abs(np.log(wavelengths(table.shape[1]) / 64))))  # several waves in the picture
    of_size = formula[:, like].std() / table[:, largest].std()
    series = (
        Series(f"sinusoidal, dimension {like}", positions, formula[:, like], "position"),
        Series(f"trained, dimension {largest}, × {of_size:.1f}", positions, table[:, largest] * of_size, "learned"),
    )
    middle = len(positions) // 2
    point = Point(middle, float(formula[middle, like]), "two before")
    facts = {"formula": float(of_formula.max()), "trained": float(of_training.min())}
    facts |= dict(zip(("rows", "columns"), table.shape, strict=True))
    evidence = Evidence("position (tokens)", "value", point, series)
    return Solution(bool(of_formula.max() < ROUNDING), evidence, facts)


@Shape
def side_shapes() -> Curves:
    """Curves to choose from: the product before and after a position."""
    offsets = np.arange(-SIDE, SIDE + 1.0)
    along, peak = (offsets + SIDE) / (2 * SIDE), 0.5 + 0.5 * np.exp(-np.abs(offsets) / 12)
    shapes = {
        "falls from before to after": 1 - along,
        "goes from minus to plus": 2 * along - 1,
        "falls on both sides alike": peak,
        "falls after, stays before": np.where(offsets < 0, 1, 2 * peak - 1),
    }
    return offsets, {name: D_MODEL // 2 * shape for name, shape in shapes.items()}


@card("direction", side_shapes, "similarity", "length=64")
def direction() -> Solution:
    """Products of one row of the table with the rows on both sides of it."""
    table = sinusoidal.sinusoidal(2 * SIDE + 1, D_MODEL)
    products = table @ table[SIDE]
    offsets = np.arange(-SIDE, SIDE + 1)
    before, after = products[SIDE - 10], products[SIDE + 10]
    evidence = Evidence(
        "offset k (tokens)",
        "PE(p) · PE(p + k)",
        Point(10, float(after), f"k = ±10: {after:.2f}"),
        (Series("computed", offsets, products, "position"),),
    )
    facts = {"before": float(before), "after": float(after)}
    facts |= {"largest": float(np.abs(products - products[::-1]).max()), "side": SIDE}
    return Solution(side_shapes.nearest(products), evidence, facts)


@card("always-falls", Number("tokens", 1, 4095, 2, "x"), "similarity", "length=128")
def always_falls() -> Solution:
    """The offset at which the dot product rises for the first time."""
    rise = landmarks(D_MODEL, base=BASE).first_rise or 0
    offsets = np.arange(VISIBLE + 1)
    products = dot_product(offsets, D_MODEL, base=BASE)
    evidence = Evidence(
        "offset k (tokens)",
        "PE(p) · PE(p + k)",
        Point(rise, float(products[rise]), f"first rise: k = {rise}"),
        (Series(f"d_model {D_MODEL}", offsets, products, "position"),),
    )
    facts = {"rise": rise, "before": float(products[rise - 1]), "high": float(products[rise])}
    return Solution(rise, evidence, facts)

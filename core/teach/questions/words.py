"""Questions about words and their positions: what is added, and what can be read back from the sum."""

import numpy as np

from core.inputs.settings import Settings
from core.schemes import nope
from core.teach.questions.card import Claim, Evidence, Number, Point, Series, Solution, card
from core.words.energy import leading_dimensions, variances, vector_lengths
from core.words.orders import FIRST_SENTENCE, ROUNDING, compare_orders
from core.words.probe import POSITIONS, WORDS
from core.words.read_back import Way, read_back

WIDE, SENTENCE = 512, 48  # d_model, features; tokens
WIDTHS = (8, 16, 32, 64, 128)  # features; 256 would take three times as long and show the same
MOST = 0.9  # of the variance


@card("add-loses", Claim(), "concatenate", "probes=Read+back")
def add_loses() -> Solution:
    """What a linear probe reads back from the sum of position and word, the word not multiplied by √d_model."""
    read_backs = [read_back(Way.ADDED, d_model) for d_model in WIDTHS]
    position, word = ([getattr(each, part) for each in read_backs] for part in ("position", "word"))
    wide, small = read_backs[-1], read_backs[0]
    series = (
        Series("positions read right", WIDTHS, position, "position", marks="both"),
        Series("words read right", WIDTHS, word, "word", marks="both"),
    )
    evidence = Evidence(
        "d_model (features)",
        "share read right",
        Point(WIDTHS[-1], wide.position, f"{wide.position:.0%} and {wide.word:.0%} at {WIDTHS[-1]}"),
        series,
        log_x=True,
    )
    facts = {"position": wide.position, "word": wide.word, "small_position": small.position}
    facts |= {"small_word": small.word, "small": WIDTHS[0], "wide": WIDTHS[-1]}
    return Solution(min(wide.position, wide.word) < 1, evidence, facts | {"words": WORDS, "positions": POSITIONS})


@card("first-dims", Number("dimensions", 1, WIDE, 1.5, "x"), "matrix", "layout=interleaved d_model=512 length=48")
def first_dims() -> Solution:
    """How many of the first dimensions hold most of the variance within a sentence."""
    variance = variances(SENTENCE, WIDE)
    count = leading_dimensions(variance, MOST)
    evidence = Evidence(
        "dimension",
        "variance over the sentence",
        Point(count, float(variance[count]), f"{MOST:.0%} within {count}"),
        (Series(f"position, {SENTENCE} tokens", np.arange(WIDE), variance, "position"),),
    )
    return Solution(count, evidence, {"held": count, "share": count / WIDE, "wide": WIDE, "rest": WIDE - count})


@card("swamp", Claim(), "sentence", "d_model=512")
def swamp() -> Solution:
    """Length of a word vector without and with the factor √d_model, and of a position vector."""
    lengths = vector_lengths(128, WIDE)
    names = ("word", "word × √d_model", "position")
    series = (
        Series("word", (0, 1), (lengths.word, lengths.scaled_word), "word", marks="bars"),
        Series("position", (2,), (lengths.encoding,), "position", marks="bars"),
    )
    evidence = Evidence(
        "vector", "length", Point(1, lengths.scaled_word, f"{lengths.scaled_word:.1f}"), series, names=names
    )
    facts = {"word": lengths.word, "scaled": lengths.scaled_word, "position": lengths.encoding}
    return Solution(lengths.scaled_word > lengths.encoding, evidence, facts)


@card("invariant", Claim(), "home", "", nope.SCHEME)
def invariant() -> Solution:
    """Outputs of a head without positions for two orders of the same words, compared by place and by word."""
    comparison = compare_orders(Settings().d_model)
    outputs = comparison.without_position
    by_place = np.abs(outputs.first - outputs.second[np.argsort(comparison.partners)]).max(axis=1)
    by_word = outputs.differences
    by_mean = float(np.abs(outputs.first.mean(axis=0) - outputs.second.mean(axis=0)).max())
    place = int(np.argmax(by_place))
    places = np.arange(len(FIRST_SENTENCE))
    series = (
        Series("of the same place", places, by_place, marks="bars"),
        Series("of the same word", places, by_word, "other", marks="bars"),
    )
    point = Point(place, float(by_place[place]), f"place {place}: {by_place[place]:.2f}")
    title = "largest difference of the outputs"
    evidence = Evidence("place in the sentence", title, point, series, names=tuple(map(str, places)))
    facts = {"place": place, "by_place": float(by_place[place]), "by_word": float(by_word.max()), "pooled": by_mean}
    return Solution(bool(by_place.max() < ROUNDING), evidence, facts)

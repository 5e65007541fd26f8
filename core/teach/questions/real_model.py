"""Questions about a released model: what it makes of roles, of position ids, and what its table became."""

import numpy as np

from core.frequencies import wavelengths
from core.schemes import learned, sinusoidal
from core.teach.questions.card import Claim, Evidence, Number, Point, Series, Solution, card
from core.words.minilm.measured import OFFSETS, OTHERS, RAISED_BY, measured

FAR, NEXT = RAISED_BY.index(100), RAISED_BY.index(1)
BACK = OFFSETS.index(-1)
PAIRS = 192  # of a table of 384 columns


@card(
    "who-paid",
    Claim(),
    "real_model",
    "sentence=the+lawyer+paid+the+client twin=the+client+paid+the+lawyer",
    learned.SCHEME,
)
def who_paid() -> Solution:
    """Whether the same words in other roles are more alike than the same meaning in other words."""
    found = measured()
    swapped, passive, reworded, topic = found.paid.tolist()
    places = np.arange(len(OTHERS))
    series = (
        Series("as trained", places, found.paid, marks="bars"),
        Series("without positions", places, found.paid_without, "other", marks="bars"),
    )
    point = Point(0, swapped, f"{swapped:.3f}")
    evidence = Evidence("sentence", "likeness to “the lawyer paid the client”", point, series, names=tuple(OTHERS))
    facts = {"swapped": swapped, "passive": passive, "reworded": reworded, "topic": topic}
    return Solution(swapped > max(passive, reworded), evidence, facts)


@card("plus-hundred", Claim(), "real_model", "ids=from+100", learned.SCHEME)
def plus_hundred() -> Solution:
    """Whether a sentence stays the same when all its position ids are raised by the same number."""
    raised = measured().raised
    far, near = float(raised[FAR]), float(raised[NEXT])
    evidence = Evidence(
        "added to every position id (tokens)",
        "likeness to the sentence with right ids",
        Point(RAISED_BY[FAR], far, f"+{RAISED_BY[FAR]}: {far:.2f}"),
        (Series("as trained", RAISED_BY, raised, marks="both"),),
    )
    return Solution(bool(far > 0.999), evidence, {"far": far, "near": near, "least": float(raised.min())})


@card("one-word-back", Claim(), "real_model", "head=0.2", learned.SCHEME)
def one_word_back() -> Solution:
    """Whether a head gives nearly all its attention to the word before."""
    found = measured()
    share, without = float(found.looks[BACK]), float(found.looks_without[BACK])
    series = (
        Series("as trained", OFFSETS, found.looks, marks="both"),
        Series("without positions", OFFSETS, found.looks_without, "other", marks="both"),
    )
    point = Point(-1, share, f"{share:.2%}")
    evidence = Evidence("offset of the word looked at (tokens)", "share of attention", point, series)
    tokens = int(found.tokens)
    return Solution(share > 0.99, evidence, {"share": share, "without": without, "even": 1 / tokens, "n": tokens})


@card("learned-hands", Number("hands", 1, PAIRS, 1.5, "x"), "learned", "", sinusoidal.SCHEME, learned.SCHEME)
def learned_hands() -> Solution:
    """How many clock hands turn in the learned table."""
    periods = measured().periods
    hands = np.arange(1, len(periods) + 1)
    series = (
        Series("the trained table", hands, periods, "learned", marks="both"),
        Series(f"{len(hands)} pairs of the formula", hands, wavelengths(2 * len(hands)), "position", marks="both"),
    )
    point = Point(len(hands), float(periods[-1]), f"{len(hands)} hands")
    evidence = Evidence("hand", "tokens for one turn", point, series, log_y=True)
    facts = {"hands": len(hands), "first": float(periods[0]), "last": float(periods[-1])}
    return Solution(len(hands), evidence, facts | {"ratio": float(np.mean(periods[1:] / periods[:-1]))})

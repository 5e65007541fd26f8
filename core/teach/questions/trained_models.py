"""Questions about models that were really trained, on texts longer than those of their training."""

import numpy as np

from core.long_context.trained.curves import RETRIEVAL_LENGTHS, TRAINED, WINDOW, YARN, between, curves_columns
from core.long_context.trained.stored import LENGTH
from core.scaling import yarn
from core.schemes import alibi, rope
from core.teach.questions.card import Claim, Evidence, Point, Series, Settled, card

LEVEL = 0.1  # nats that texts alone make
POSITION, LOSS = "position (characters)", "loss (nats a character)"


@card("past-training", Claim(), "extrapolation", "", rope.SCHEME, alibi.SCHEME)
def past_training() -> Settled:
    """RoPE's loss within its trained length, and beyond."""
    x, rotary, biased = curves_columns("schemes", {"RoPE": "RoPE", "ALiBi": "ALiBi"}).values()
    inside, beyond = between(rotary, LENGTH // 2, LENGTH), between(rotary, 2 * LENGTH, 4 * LENGTH)
    series = (Series("RoPE", x, rotary, "rotary"), Series("ALiBi", x, biased, "alibi"))
    point = Point(3 * LENGTH, float(np.interp(3 * LENGTH, x, rotary)), f"{beyond:.1f} nats")
    facts = {"inside": inside, "beyond": beyond, "length": LENGTH, "first": 2 * LENGTH, "last": 4 * LENGTH - 1}
    return Settled(beyond < inside + LEVEL, Evidence(POSITION, LOSS, point, series, log_x=True), facts)


@card("whole-text", Claim(), "extrapolation", "", alibi.SCHEME)
def whole_text() -> Settled:
    """ALiBi's loss with the whole text to look at, and with its last 128 characters only."""
    x, *both = curves_columns("schemes", {"whole": "ALiBi", "cut": f"ALiBi, {WINDOW}"}).values()
    whole, cut = (between(each, 8 * LENGTH, 16 * LENGTH) for each in both)
    series = (Series("the whole text", x, both[0], "alibi"), Series("the last 128 characters", x, both[1], "other"))
    point = Point(float(x[-1]), float(both[0][-1]), f"{whole - cut:+.2f} nats")
    facts = {"whole": whole, "cut": cut, "first": 8 * LENGTH, "last": 16 * LENGTH - 1}
    return Settled(whole < cut - LEVEL, Evidence(POSITION, LOSS, point, series, log_x=True), facts)


@card("found-again", Claim(), "extrapolation", "trained_view=Retrieval retrieval_of=Rules", rope.SCHEME, yarn.RULE)
def retrieval() -> Settled:
    """Tokens found again at twice the trained length: RoPE as it is, and under YaRN."""
    x, *both = curves_columns("retrieval", {"plain": "RoPE", "stretched": YARN}).values()
    plain, stretched = (float(each[RETRIEVAL_LENGTHS.index(2 * TRAINED)]) for each in both)
    series = (Series(f"under {YARN}", x, both[1], "rotary"), Series("as it is", x, both[0], "other"))
    point = Point(2 * TRAINED, stretched, f"{stretched:.0%}")
    evidence = Evidence("length (tokens)", "found again (share of tokens)", point, series, log_x=True)
    facts = {"plain": plain, "stretched": stretched, "length": 2 * TRAINED, "trained": TRAINED}
    return Settled(stretched < plain + 0.1, evidence, facts)

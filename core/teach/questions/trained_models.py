"""Questions about models that were really trained, on texts longer than those of their training."""

import numpy as np

from core.long_context.trained.curves import RETRIEVAL_LENGTHS, TRAINED, WINDOW, part
from core.long_context.trained.measurement import between, middles
from core.long_context.trained.stored import LENGTH
from core.scaling import yarn
from core.schemes import alibi, rope
from core.teach.questions.card import Card, Claim, Evidence, Point, Series, Settled
from core.teach.room_address import room_address

LEVEL = 0.1  # nats that texts alone make
POSITION, LOSS = "position (characters)", "loss (nats a character)"
LENGTHS, SHARE = "length (tokens)", "found again (share of tokens)"
RETRIEVAL = room_address("extrapolation", "trained_view=Retrieval retrieval_of=Rules")


def past_training() -> Settled:
    """RoPE's loss within its trained length, and beyond."""
    curves = part("schemes")
    rotary, biased = curves[rope.SCHEME.name], curves[alibi.SCHEME.name]
    inside, beyond = between(rotary, LENGTH // 2, LENGTH), between(rotary, 2 * LENGTH, 4 * LENGTH)
    x = middles(len(rotary))
    series = (Series(rope.SCHEME.name, x, rotary, "rotary"), Series(alibi.SCHEME.name, x, biased, "alibi"))
    point = Point(3 * LENGTH, float(np.interp(3 * LENGTH, x, rotary)), f"{beyond:.1f} nats")
    facts = {"inside": inside, "beyond": beyond, "length": LENGTH, "first": 2 * LENGTH, "last": 4 * LENGTH - 1}
    return Settled(beyond < inside + LEVEL, Evidence(POSITION, LOSS, point, series, log_x=True), facts)


def whole_text() -> Settled:
    """ALiBi's loss with the whole text to look at, and with its last 128 characters only."""
    curves, name = part("schemes"), alibi.SCHEME.name
    whole, cut = curves[name], curves[f"{name}, {WINDOW}"]
    ends = [between(each, 8 * LENGTH, 16 * LENGTH) for each in (whole, cut)]
    x = middles(len(whole))
    series = (Series("the whole text", x, whole, "alibi"), Series("the last 128 characters", x, cut, "other"))
    point = Point(float(x[-1]), float(whole[-1]), f"{ends[0] - ends[1]:+.2f} nats")
    facts = {"whole": ends[0], "cut": ends[1], "first": 8 * LENGTH, "last": 16 * LENGTH - 1}
    return Settled(ends[0] < ends[1] - LEVEL, Evidence(POSITION, LOSS, point, series, log_x=True), facts)


def retrieval() -> Settled:
    """Tokens found again at twice the trained length: RoPE as it is, and under YaRN."""
    curves, at = part("retrieval"), np.array(RETRIEVAL_LENGTHS)
    plain, stretched = curves[rope.SCHEME.name], curves[yarn.RULE.name]
    twice = 2 * TRAINED
    ends = [float(each[RETRIEVAL_LENGTHS.index(twice)]) for each in (plain, stretched)]
    series = (Series(f"under {yarn.RULE.name}", at, stretched, "rotary"), Series("as it is", at, plain, "other"))
    point = Point(twice, ends[1], f"{ends[1]:.0%}")
    facts = {"plain": ends[0], "stretched": ends[1], "length": twice, "trained": TRAINED}
    return Settled(ends[1] < ends[0] + 0.1, Evidence(LENGTHS, SHARE, point, series, log_x=True), facts)


CARDS = (
    Card("past-training", Claim(), past_training, room_address("extrapolation"), (rope.SCHEME, alibi.SCHEME)),
    Card("whole-text", Claim(), whole_text, room_address("extrapolation"), (alibi.SCHEME,)),
    Card("found-again", Claim(), retrieval, RETRIEVAL, (rope.SCHEME, yarn.RULE)),
)

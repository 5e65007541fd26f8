"""Questions about texts longer than those of training, models trained on shorter ones, and far positions."""

from functools import partial

import numpy as np

from core.frequencies import inverse_frequencies
from core.long_context.coverage import trained_turns, unseen_share
from core.long_context.dtypes import first_collision, merged_with
from core.long_context.rules import attention_factor, scaled_to
from core.long_context.sharpness import sharpness
from core.long_context.trained import curves
from core.long_context.trained.stored import LENGTH
from core.scaling import linear, ntk, yarn
from core.scaling.rule import Rule
from core.schemes import alibi, rope
from core.teach.questions.card import (
    Claim,
    Curves,
    Evidence,
    Number,
    Point,
    Role,
    Series,
    Shape,
    Solution,
    Strip,
    card,
)

HEAD_DIM, BASE, CONTEXT, FACTOR = 128, 10_000, 4096, 8  # Llama 2, read 8 times as far
WIDE, SHORT, READ_LENGTH = 512, 512, 2048  # features; tokens in training; tokens read
STRIP_ROWS = 32
KEYS, LONG_FACTOR = 4096, 16  # keys with random scores; context wanted ÷ trained
LEVEL = 0.1  # nats that texts alone make
POSITION, LOSS = "position (characters)", "loss (nats a character)"


@card(
    "extrapolate",
    Number("", 1, WIDE // 2 - 1, 1.25, "x"),
    "stretch",
    "context=512 context=2048 rotary_dim=512 rules=Unscaled stretch_view=One+pair at_pair=123",
)
def extrapolate() -> Solution:
    """Which pairs of a sinusoidal encoding reach angles that no training text has."""
    frequencies = inverse_frequencies(WIDE, BASE)
    edges = np.linspace(0, READ_LENGTH, STRIP_ROWS + 1).astype(int)
    shares = unseen_share(frequencies, frequencies, SHORT, edges)
    unseen_pairs = np.flatnonzero(shares.any(axis=0))
    first, count = int(unseen_pairs[0]), len(frequencies)
    evidence = Evidence(
        "pair",
        "position (tokens)",
        Point(first, READ_LENGTH, f"from pair {first} on"),
        strip=Strip(shares, np.arange(count + 1) - 0.5, edges, "never seen"),
    )
    facts = {"first": first, "unseen": len(unseen_pairs), "pairs": count, "share": len(unseen_pairs) / count}
    return Solution(first, evidence, facts | {"trained": SHORT, "read": READ_LENGTH})


@card(
    "squeeze",
    Number("degrees", 0.01, 360, 1.1, "y", whole=False),
    "stretch",
    "context=4096 context=32768 rules=Unscaled rules=Linear at_pair=0",
    linear.RULE,
)
def squeeze() -> Solution:
    """Turn of every pair from one token to the next, as trained and after interpolation."""
    before = np.degrees(inverse_frequencies(HEAD_DIM, BASE))
    after = np.degrees(_scaled_frequencies(linear.RULE))
    series = (
        Series(f"squeezed {FACTOR} times", np.arange(len(before)), after),
        Series("as trained", np.arange(len(before)), before, "other"),
    )
    point = Point(0, float(after[0]), f"pair 0: {after[0]:.2f}°")
    evidence = Evidence("pair", "turn from token to token (degrees)", point, series, log_y=True)
    return Solution(float(after[0]), evidence, {"before": float(before[0]), "after": float(after[0])})


@Shape
def ratio_shapes() -> Curves:
    """Curves to choose from: scaled over trained frequency, from the fastest pair to the slowest."""
    pairs = np.arange(HEAD_DIM // 2)
    along, least = pairs / (len(pairs) - 1), 1 / FACTOR
    ramp = np.clip(3 * along - 1, 0, 1)  # over the middle third
    shapes = {
        "divides all alike": np.full(len(pairs), least),
        "falls along the way": least**along,
        "keeps the fast, divides the slow": 1 - (1 - least) * ramp,
        "divides the fast, keeps the slow": least + (1 - least) * ramp,
    }
    return pairs.astype(float), shapes


@card(
    "three-rules",
    ratio_shapes,
    "stretch",
    "context=4096 context=32768 rules=Linear rules=NTK rules=YaRN",
    linear.RULE,
    ntk.RULE,
    yarn.RULE,
)
def three_rules() -> Solution:
    """Scaled over trained frequency for YaRN and two other rules."""
    frequencies = inverse_frequencies(HEAD_DIM, BASE)
    ratios = {rule.name: _scaled_frequencies(rule) / frequencies for rule in (yarn.RULE, linear.RULE, ntk.RULE)}
    roles: tuple[Role, ...] = ("rotary", "truth", "beside")
    pairs = np.arange(len(frequencies))
    series = tuple(Series(name, pairs, y, role) for (name, y), role in zip(ratios.items(), roles, strict=True))
    yarn_ratios = ratios[yarn.RULE.name]
    same, by_factor = int(np.isclose(yarn_ratios, 1).sum()), int(np.isclose(yarn_ratios, 1 / FACTOR).sum())
    point = Point(same - 1, 1.0, f"{same} pairs kept")
    facts = {"kept": same, "divided": by_factor, "between": len(yarn_ratios) - same - by_factor, "factor": FACTOR}
    evidence = Evidence("pair", "frequency ÷ unscaled", point, series)
    return Solution(ratio_shapes.nearest(yarn_ratios), evidence, facts)


@card(
    "temperature",
    Claim(),
    "stretch",
    "context=4096 context=65536 rules=Unscaled rules=YaRN",
    yarn.RULE,
)
def temperature() -> Solution:
    """The number of keys that share the attention, with YaRN's factor and without."""
    factors = (1, 2, 4, 8, LONG_FACTOR, 32)
    by = [attention_factor(yarn.RULE, original=CONTEXT, target=CONTEXT * s) ** 2 for s in factors]
    shared_keys = [sharpness(KEYS, multiplier).keys for multiplier in by]
    index = factors.index(LONG_FACTOR)
    series = (
        Series("with YaRN’s factor", factors, shared_keys, marks="both"),
        Series("without", factors, [shared_keys[0]] * len(factors), "other"),
    )
    point = Point(LONG_FACTOR, shared_keys[index], f"{shared_keys[index]:,.0f} keys")
    title = f"shared among, of {KEYS:,} keys"
    evidence = Evidence("context wanted ÷ trained", title, point, series, log_x=True)
    facts = {
        "factor": LONG_FACTOR,
        "attention": by[index] ** 0.5,
        "scores": by[index],
        "with": shared_keys[index],
        "without": shared_keys[0],
    }
    return Solution(shared_keys[index] < shared_keys[0], evidence, facts)


@card("slow-pairs", Claim(), "stretch", "context=4096 context=8192 rules=Unscaled", rope.SCHEME)
def slow_pairs() -> Solution:
    """Turns of every pair in training, and which pairs meet a new angle right after it."""
    frequencies = inverse_frequencies(HEAD_DIM, BASE)
    turns = trained_turns(frequencies, CONTEXT)
    new = unseen_share(frequencies, frequencies, CONTEXT, [CONTEXT, CONTEXT + CONTEXT // 32])[0] > 0
    pairs = np.arange(len(turns))
    series = (
        Series("every angle seen", pairs[~new], turns[~new], "other", marks="dots"),
        Series("meets unseen angles", pairs[new], turns[new], "unseen", marks="dots"),
    )
    first = int(np.argmax(new))
    point = Point(first, float(turns[first]), f"pair {first}: {turns[first]:.2f} turns")
    evidence = Evidence("pair", f"turns within {CONTEXT:,} tokens", point, series, log_y=True)
    facts = {"first": first, "new": int(new.sum()), "seen": int((~new).sum()), "fast": float(turns[0])}
    slower = new.any() and turns[new].max() < turns[~new].min()
    return Solution(bool(slower), evidence, facts | {"trained": CONTEXT, "turns": float(turns[first])})


@card(
    "precision", Number("tokens", 1, 1_000_000, 1.5, "x"), "precision", "dtype=bfloat16 followed=256", rope.SCHEME
)
def precision() -> Solution:
    """The first position that bfloat16 rounds to the next one's value."""
    alike = first_collision("bfloat16")
    positions = [3 * 2**octave for octave in range(15)]  # between powers of two, where the spacing changes
    groups = [merged_with(each, "bfloat16") for each in positions]
    counts = [(group.last or group.first) - group.first + 1 for group in groups]
    together = merged_with(alike, "bfloat16")
    point = Point(alike, (together.last or alike) - together.first + 1, f"{alike} and {alike + 1}")
    series = (Series("bfloat16", positions, counts, marks="both"),)
    title = "positions that share a number"
    evidence = Evidence("position (tokens)", title, point, series, log_x=True, log_y=True)
    return Solution(alike, evidence, {"alike": alike, "next": alike + 1, "far": positions[-1], "most": counts[-1]})


@card("past-training", Claim(), "extrapolation", "", rope.SCHEME, alibi.SCHEME)
def past_training() -> Solution:
    """RoPE's loss within its trained length, and beyond."""
    x, rotary, alibi_loss = curves.curves_columns("schemes", {"RoPE": "RoPE", "ALiBi": "ALiBi"}).values()
    inside, beyond = curves.between(rotary, LENGTH // 2, LENGTH), curves.between(rotary, 2 * LENGTH, 4 * LENGTH)
    series = (Series("RoPE", x, rotary, "rotary"), Series("ALiBi", x, alibi_loss, "alibi"))
    point = Point(3 * LENGTH, float(np.interp(3 * LENGTH, x, rotary)), f"{beyond:.1f} nats")
    facts = {"inside": inside, "beyond": beyond, "length": LENGTH, "first": 2 * LENGTH, "last": 4 * LENGTH - 1}
    n = curves.LARGER.length
    of_larger = partial(curves.means, "schemes", {"": "RoPE"}, size=curves.LARGER)
    facts |= {
        "larger_length": n,
        "larger_inside": of_larger(n // 2, n)[""],
        "larger_beyond": of_larger(8 * n, 16 * n)[""],
    }
    return Solution(beyond < inside + LEVEL, Evidence(POSITION, LOSS, point, series, log_x=True), facts)


@card("whole-text", Claim(), "extrapolation", "", alibi.SCHEME)
def whole_text() -> Solution:
    """ALiBi's loss with the whole text to look at, and with its last 128 characters only."""
    x, *both = curves.curves_columns("schemes", {"whole": "ALiBi", "cut": f"ALiBi, {curves.SMALL.window}"}).values()
    whole, cut = (curves.between(each, 8 * LENGTH, 16 * LENGTH) for each in both)
    series = (Series("the whole text", x, both[0], "alibi"), Series("the last 128 characters", x, both[1], "other"))
    point = Point(float(x[-1]), float(both[0][-1]), f"{whole - cut:+.2f} nats")
    facts = {"whole": whole, "cut": cut, "first": 8 * LENGTH, "last": 16 * LENGTH - 1}
    return Solution(whole < cut - LEVEL, Evidence(POSITION, LOSS, point, series, log_x=True), facts)


@card("found-again", Claim(), "extrapolation", "trained_view=Retrieval retrieval_of=Rules", rope.SCHEME, yarn.RULE)
def retrieval() -> Solution:
    """Tokens found again at twice the trained length: RoPE as it is, and under YaRN."""
    x, *both = curves.curves_columns("retrieval", {"plain": "RoPE", "stretched": yarn.RULE.name}).values()
    plain, yarn_share = (float(each[curves.RETRIEVAL_LENGTHS.index(2 * curves.CONTEXT)]) for each in both)
    series = (Series(f"under {yarn.RULE.name}", x, both[1], "rotary"), Series("as it is", x, both[0], "other"))
    point = Point(2 * curves.CONTEXT, yarn_share, f"{yarn_share:.0%}")
    evidence = Evidence("length (tokens)", "found again (share of tokens)", point, series, log_x=True)
    facts = {"plain": plain, "stretched": yarn_share, "length": 2 * curves.CONTEXT, "trained": curves.CONTEXT}
    return Solution(yarn_share > 0.5 > plain, evidence, facts)


def _scaled_frequencies(rule: Rule) -> np.typing.NDArray[np.float64]:
    return scaled_to(rule, HEAD_DIM, base=BASE, original=CONTEXT, target=FACTOR * CONTEXT).inverse

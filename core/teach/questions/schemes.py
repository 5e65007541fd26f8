"""Questions about the other schemes: RoPE, ALiBi, the causal mask, a learned table."""

import numpy as np

from core.frequencies import inverse_frequencies
from core.numeric.numerals import minus
from core.schemes import alibi, learned, nope, rope, sinusoidal
from core.schemes.analysis.bias_weights import half_weight_distances
from core.schemes.analysis.rotary import attention_drift, head_vectors, pair_products, partners, scores_at
from core.schemes.analysis.uniform_attention import shares_of_first
from core.teach.questions.card import Claim, Curves, Evidence, Number, Point, Series, Shape, Solution, card

HEAD_DIM = 64  # features
ROUNDING = 1e-9  # differences below it are rounding errors of float64
QUERY, KEY, LARGEST_SHIFT = 12, 5, 1000  # tokens
WIDE_HEAD_DIM, DRAWS, REACH = 128, 256, 1024  # features, pairs of a query and a key, tokens
TOKENS = 64  # that a causal mask averages over
HEADS = 8  # with ALiBi slopes
FEATURE = 3  # the question is which is its partner


@card("relative", Claim(), "rope", "m=12 n=5", rope.SCHEME)
def relative() -> Solution:
    """A RoPE score while query and key move together, and while the key moves alone."""
    query, key = head_vectors("random", HEAD_DIM)[:, 0]
    shifts = np.unique(np.geomspace(1, LARGEST_SHIFT, 400).round())
    together = scores_at(query, key, QUERY + shifts, KEY + shifts)
    alone = scores_at(query, key, QUERY + 0 * shifts, KEY + shifts)
    drift, size = float(np.ptp(together)), float(np.linalg.norm(query) * np.linalg.norm(key))
    series = (Series("both moved", shifts, together), Series("key alone moved", shifts, alone, "other"))
    point = Point(LARGEST_SHIFT, float(together[-1]), minus(f"still {together[-1]:.4f}"))
    evidence = Evidence("moved on by (tokens)", "score q · k", point, series, log_x=True)
    facts = {"query": QUERY, "key": KEY, "moved": LARGEST_SHIFT, "score": float(together[0]), "spread": drift}
    facts |= {"alone": float(np.ptp(alone))}
    return Solution(drift < ROUNDING * size, evidence, facts)


@card("values", Claim(), "rope", "lock=0", rope.SCHEME)
def values() -> Solution:
    """Change of the outputs of attention if all positions move: plain values, and values turned like keys."""
    shifts = np.unique(np.geomspace(1, LARGEST_SHIFT, 24).round())
    drift = attention_drift(shifts, HEAD_DIM)
    series = (Series("values turned", shifts, drift.values), Series("values kept", shifts, drift.plain, "rotary"))
    point = Point(LARGEST_SHIFT, float(drift.values[-1]), f"{drift.values[-1]:.0%}")
    title = "change of the output ÷ its size"
    evidence = Evidence("all positions moved on by (tokens)", title, point, series, log_x=True)
    facts = {"turned": float(drift.values[-1]), "kept": float(drift.plain.max()), "moved": LARGEST_SHIFT}
    return Solution(bool(drift.values.max() < ROUNDING), evidence, facts)


@card("pairs", Number("", 0, HEAD_DIM - 1, 1, "y"), "rope", "rotary_view=Layouts", rope.SCHEME)
def feature_partner() -> Solution:
    """The partner of each feature in both layouts."""
    half, interleaved = partners(HEAD_DIM, "half"), partners(HEAD_DIM, "interleaved")
    features = np.arange(HEAD_DIM)
    series = (
        Series("half layout", features, half, marks="dots"),
        Series("interleaved layout", features, interleaved, "other", marks="dots"),
    )
    point = Point(FEATURE, float(half[FEATURE]), f"{FEATURE} with {half[FEATURE]}")
    facts = {
        "feature": FEATURE,
        "half": int(half[FEATURE]),
        "interleaved": int(interleaved[FEATURE]),
        "head": HEAD_DIM,
    }
    return Solution(int(half[FEATURE]), Evidence("feature", "turns with feature", point, series), facts)


@Shape
def size_shapes() -> Curves:
    """Curves to choose from: the typical size of a score by offset."""
    offsets = np.linspace(0, REACH, 257)
    along, start = offsets / REACH, float(np.sqrt(WIDE_HEAD_DIM))
    shapes = {
        "falls steadily to nothing": np.exp(-5 * along),
        "falls in a straight line": 1 - along,
        "stays the same": np.ones(len(along)),
        "swings up and down": 0.5 + 0.5 * np.cos(8 * np.pi * along),
    }
    return offsets, {name: start * shape for name, shape in shapes.items()}


@card("rope-decay", size_shapes, "rope", "length=1024 rotary_view=Score head_dim=128", rope.SCHEME)
def rope_decay() -> Solution:
    """Root mean square of the scores of many random queries and keys at every offset."""
    offsets = size_shapes.draw()[0]
    products = pair_products(*head_vectors("random", WIDE_HEAD_DIM, count=DRAWS))  # (DRAWS, pairs)
    turns = np.exp(1j * np.outer(inverse_frequencies(WIDE_HEAD_DIM), offsets))  # (pairs, offsets)
    scores = (products @ turns).real
    size = np.sqrt((scores**2).mean(axis=0))
    series = (
        Series("typical size", offsets, size, "rotary"),
        Series("size of one score", offsets, np.abs(scores[0]), "beside"),
    )
    far = float(size[len(size) // 2 :].mean())
    point = Point(REACH, float(size[-1]), f"{size[-1]:.1f}")
    facts = {
        "near": float(size[0]),
        "far": far,
        "draws": DRAWS,
        "expected": float(np.sqrt(WIDE_HEAD_DIM)),
        "reach": REACH,
    }
    return Solution(
        size_shapes.nearest(size), Evidence("offset m − n (tokens)", "size of q · k", point, series), facts
    )


@Shape
def share_shapes() -> Curves:
    """Curves to choose from: what each token receives from the first one."""
    tokens = np.arange(1.0, TOKENS + 1)
    along = (tokens - 1) / (TOKENS - 1)
    shapes = {
        "stays at 1": np.ones(TOKENS),
        "falls in a straight line": 1 - along,
        "falls as 1/t": 1 / tokens,
        "drops to 0 at once": (tokens == 1).astype(float),
    }
    return tokens, shapes


@card("decoder", share_shapes, "nope", "length=64", nope.SCHEME)
def decoder() -> Solution:
    """What token t receives with equal weights on all tokens up to it, if only the first carries 1."""
    tokens = share_shapes.draw()[0].astype(int)
    shares = shares_of_first(tokens)
    step = 8
    point = Point(step, float(shares[step - 1]), f"t = {step}: {shares[step - 1]:g}")
    series = (Series("computed", tokens, shares, "other"),)
    evidence = Evidence("position t (tokens, from 1)", "received", point, series)
    facts = {"t": step, "share": float(shares[step - 1]), "read": float(1 / shares[step - 1]), "last": TOKENS}
    return Solution(share_shapes.nearest(shares), evidence, facts | {"end": float(shares[-1])})


@card("alibi-heads", Number("tokens", 1, 10_000, 1.5, "y"), "biases", "length=1024", alibi.SCHEME)
def alibi_heads() -> Solution:
    """Distance at which the bias halves a key's weight, by head."""
    halves = half_weight_distances(alibi.SCHEME, HEADS, query=4095, last=4095)
    heads = np.arange(1, HEADS + 1)
    evidence = Evidence(
        f"head of {HEADS}",
        "weight halves at (tokens)",
        Point(HEADS, float(halves[-1]), f"head {HEADS}: {halves[-1]:.0f} tokens"),
        (Series("ALiBi", heads, halves, "alibi", marks="dots"),),
        log_y=True,
    )
    facts = {"first": float(halves[0]), "last": float(halves[-1]), "heads": HEADS}
    return Solution(float(halves[-1]), evidence, facts | {"slope": round(1 / alibi.slopes(HEADS)[-1])})


@card("past-the-end", Claim(), "learned", "learned_view=Table table=sample", sinusoidal.SCHEME, learned.SCHEME)
def past_the_end() -> Solution:
    """Whether a trained table has a row after its last one."""
    table = learned.sample()
    rows, d_model = table.shape
    try:
        learned.learned([rows], d_model)
        exists = True
    except ValueError:
        exists = False
    size = np.linalg.norm(table, axis=1)
    formula = np.linalg.norm(sinusoidal.sinusoidal(rows + rows // 4, d_model), axis=1)
    series = (
        Series("trained table", np.arange(rows), size, "learned"),
        Series(sinusoidal.SCHEME.name, np.arange(len(formula)), formula, "position"),
    )
    point = Point(rows - 1, float(size[-1]), f"row {rows - 1} is the last")
    facts = {"rows": rows, "last": rows - 1, "formula": float(formula[rows])}
    return Solution(exists, Evidence("position (tokens)", "norm of the row", point, series), facts)

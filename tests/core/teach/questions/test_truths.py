"""Every card's answer against published values or an independent computation."""

import numpy as np
import pytest

from core.teach.lesson import lessons
from core.teach.questions import CARDS
from core.teach.questions.card import Claim, Number, Shape


def rows(positions, d_model=512, base=10_000.0):
    """The encoding by the paper's formula; section 3.5 of Vaswani et al. 2017."""
    divisors = [base ** (2 * (j // 2) / d_model) for j in range(d_model)]
    angles = np.array([*positions], float)[:, None] / divisors
    return np.where(np.arange(d_model) % 2, np.cos(angles), np.sin(angles))


def from_first(length, d_model=512):
    table = rows(range(length), d_model)
    return np.linalg.norm(table[1:] - table[0], axis=1)


def settled(slug):
    proof = CARDS[slug].settle()
    return proof.truth, proof.facts


PUBLISHED = {  # values computed by another program, or following from the papers' formulas
    "unique": 3.714270365,  # distance of neighbours at d = 512
    "always-falls": 44,  # first rise at d = 512
    "squeeze": 57.29577951 / 8,  # degrees in one radian
    "alibi-heads": 256 * np.log(2),  # Press et al. 2021: slope 1/256
    "precision": 256,  # bfloat16 has 8 significant bits
    "pairs": 35,  # i and i + head / 2
}


@pytest.mark.parametrize("slug", PUBLISHED)
def test_a_number_is_the_published_one(slug):
    assert settled(slug)[0] == pytest.approx(PUBLISHED[slug], rel=1e-9)


BOUNDED = {  # the truth of a claim, and between which bounds the facts lie that it follows from
    "add-loses": (False, {"position": (1, 1), "word": (1, 1), "small_position": (0, 0.7), "small_word": (0, 0.4)}),
    "learned": (True, {"formula": (0, 1e-12), "trained": (1e-2, np.inf)}),
    "relative": (True, {"spread": (0, 1e-11), "alone": (1, np.inf)}),
    "invariant": (False, {"by_word": (0, 1e-14), "pooled": (0, 1e-14), "by_place": (0.1, np.inf)}),
    "values": (False, {"kept": (0, 1e-12), "turned": (0.5, np.inf)}),
    "one-word-back": (True, {"share": (0.9998, 1), "without": (0.08, 0.11), "n": (24, 24)}),
    "who-paid": (
        True,
        {"swapped": (0.991, 0.993), "passive": (0.98, 0.99), "reworded": (0.8, 0.9)},
    ),
    "plus-hundred": (False, {"far": (0.81, 0.83), "near": (0.8, 0.85)}),
    "column-order": (True, {"largest": (0, 1e-12), "same": (32, 32), "mixed": (16, 16)}),
    "exponent-own": (False, {"least": (20, 25), "most": (29, 32), "right": (22.4, 22.5)}),
    "divided": (True, {"small": (0, 0.03), "right": (1.4, 1.5)}),
    "odd-column": (True, {"sines": (32, 32), "spread": (1e-9, 1e-3), "product": (21, 22.4)}),
    "other-rotation": (False, {"right": (32, 33), "wrong": (23, 24), "off": (1, 20)}),
    "all-at-five": (False, {"apart": (0, 0), "neighbour": (1.4, 1.5)}),
    "batch-first": (True, {"nearest": (0, 0)}),
    "one-row": (True, {"nearest": (0, 0)}),
    "no-position": (True, {"nearest": (0, 0)}),
    "in-halves": (False, {"nearest": (1.4, 1.5)}),
    "exp-log": (False, {"nearest": (1.4, 1.5)}),
    "more-bandwidth": (False, {"samples": (0, 0.02), "between": (0.5, np.inf), "best": (3, 10)}),
}


def test_tables_of_lines_of_code_are_those_of_the_formula():
    right = rows(range(64), 64)
    made = {slug: CARDS[slug].settle().evidence.strip.cells for slug in ("batch-first", "one-row", "exp-log")}
    np.testing.assert_allclose(made["exp-log"], right[:16, :32], atol=1e-12)
    np.testing.assert_allclose(made["batch-first"], np.tile(right[1, :32], (16, 1)), atol=1e-12)
    np.testing.assert_allclose(made["one-row"], np.tile(right[63, :32], (16, 1)), atol=1e-12)
    halves = CARDS["in-halves"].settle().evidence.strip.cells
    np.testing.assert_allclose(halves, right[:16, 0::2], atol=1e-12)


def test_exponents_rounded_down_come_round_after_seven_turns():  # 7 · 2π = 43.98
    facts = settled("floor-division")[1]
    assert facts["place"] == 44
    assert facts["nearest"] == pytest.approx(np.sqrt(32 * (2 - 2 * np.cos(44))))


def test_columns_of_their_own_frequency_have_a_product_that_depends_on_the_place():
    divisors = 10_000.0 ** (2 * np.arange(64) / 64)
    angles = np.arange(64)[:, None] / divisors
    table = np.where(np.arange(64) % 2, np.cos(angles), np.sin(angles))
    products = [table[p] @ table[p + 8] for p in range(56)]
    facts = settled("exponent-own")[1]
    assert (facts["least"], facts["most"]) == pytest.approx((min(products), max(products)))


def test_a_released_models_table_has_five_hands():  # by an independent implementation, in float32
    truth, facts = settled("learned-hands")
    assert truth == facts["hands"] == 5
    assert (facts["first"], facts["ratio"]) == pytest.approx((5.9, 3.2), abs=0.1)
    assert 500 < facts["last"] < 620


@pytest.mark.parametrize("slug", BOUNDED)
def test_a_claim_follows_from_facts_within_their_bounds(slug):
    (truth, facts), (expected, bounds) = settled(slug), BOUNDED[slug]
    assert truth is expected
    assert {name: facts[name] for name, (low, high) in bounds.items() if not low <= facts[name] <= high} == {}


def test_the_nearest_positions_are_neighbours_by_brute_force():
    apart = from_first(4096)
    truth, facts = settled("unique")
    assert truth == pytest.approx(apart.min(), abs=1e-9)
    assert facts["nearest"] == 1 + apart.argmin() == 1
    assert (facts["few"], facts["few_distance"]) == (1885, pytest.approx(0.0444, abs=5e-5))


def test_the_product_rises_where_brute_force_has_it():
    table = rows(range(60))
    products = table @ table[0]
    assert settled("always-falls")[0] == 1 + np.flatnonzero(np.diff(products) > 0)[0]


def test_the_first_dimensions_hold_most_of_what_varies():
    varying = rows(range(48)).var(axis=0)
    dimensions = 1 + int(np.argmax(np.cumsum(varying) >= 0.9 * varying.sum()))
    truth, facts = settled("first-dims")
    assert truth == dimensions
    assert facts["share"] == pytest.approx(0.3, abs=0.02)  # "about the first 30 % at d = 512"


def test_the_first_pair_at_an_unseen_angle_is_the_first_that_has_not_turned_round():
    turns = 512 / (2 * np.pi * 10_000 ** (np.arange(256) / 256))
    truth, facts = settled("extrapolate")
    assert truth == np.argmax(turns < 1)
    assert facts["unseen"] == (turns < 1).sum()


def test_the_factor_makes_the_word_longer():
    truth, facts = settled("swamp")
    assert truth is True
    assert facts["scaled"] == pytest.approx(np.sqrt(512), rel=0.02)  # 22.6
    assert facts["position"] == pytest.approx(16)
    assert facts["word"] == pytest.approx(1, rel=0.02)


def test_sines_alone_have_no_linear_shift():
    positions = np.arange(300)
    waves = np.sin(np.outer(positions, [1.0, 0.5, 0.1]))
    missed = np.linalg.lstsq(waves[:-7], waves[7:])[1]
    truth, facts = settled("sine-alone")
    assert missed.min() > 1
    assert truth is False
    assert facts["sines"] > 0.5
    assert facts["both"] < 1e-12


def test_nothing_comes_round_at_the_base():
    truth, facts = settled("base-is-length")
    table = rows([0, 10_000, facts["nearest"], 17_777, 39_999])
    apart = np.linalg.norm(table - table[0], axis=1)
    assert truth is False
    assert apart[2] == pytest.approx(facts["distance"], abs=1e-9)
    assert apart[1:].min() == apart[2] > 5 * facts["neighbour"]
    assert facts["slowest"] == pytest.approx(60_611.5, abs=0.05)  # 2π · 10,000^(510/512)


def test_wavelengths_in_even_steps_leave_one_fast_hand():
    truth, facts = settled("geometric")
    first, last = 2 * np.pi, 2 * np.pi * 10_000 ** (255 / 256)
    waves = first + (last - first) / 255 * np.arange(256)
    apart = [np.sqrt(np.sum(2 - 2 * np.cos(2 * np.pi * k / waves))) for k in range(1, 4096)]
    assert truth is True
    assert facts["nearest"] == 1 + np.argmin(apart) == round(first)
    assert facts["distance"] == pytest.approx(min(apart))
    assert facts["distance"] < 0.4 * facts["neighbour"]
    assert facts["neighbour"] == pytest.approx(apart[0])
    assert (facts["at"], facts["own"]) == (1, pytest.approx(3.71427, abs=1e-5))


def test_yarns_factor_sharpens():  # 0.1 ln 16 + 1, squared: Peng et al. 2023, section 3.4
    truth, facts = settled("temperature")
    assert truth is True
    assert facts["attention"] == pytest.approx(1.2773, abs=5e-5)
    assert facts["scores"] == pytest.approx(1.631, abs=5e-4)
    assert facts["with"] < facts["without"]


def test_pairs_that_have_not_turned_round_are_those_that_meet_something_new():
    truth, facts = settled("slow-pairs")
    assert truth is True
    assert 2 * facts["first"] == 2 * facts["seen"] == 92  # Liu et al. 2023: critical dimension of Llama 2
    assert facts["new"] == 18


def test_trained_models_do_not_read_on_by_themselves_and_a_level_line_is_short_sighted():
    truth, facts = settled("past-training")
    assert truth is False
    assert facts["beyond"] > facts["inside"] + 1
    truth, facts = settled("whole-text")
    assert truth is False
    assert facts["whole"] == pytest.approx(facts["cut"], abs=0.05)
    truth, facts = settled("found-again")
    assert truth is True
    assert facts["stretched"] > facts["plain"] + 0.3


def test_a_learned_table_ends():
    truth, facts = settled("past-the-end")
    assert truth is False
    assert facts["formula"] == pytest.approx(np.sqrt(32))


def test_yarn_keeps_and_divides_as_its_ramp_has_it():  # its ramp goes from pair 20 to pair 46 of 64
    _, facts = settled("three-rules")
    assert (facts["kept"], facts["divided"], facts["between"]) == (21, 18, 25)


def true_shapes():
    """The five true curves, computed independently."""
    offsets, pairs, theta = np.arange(-64, 65), np.arange(256), 10_000 ** (-np.arange(64) / 64)
    ramp = np.clip((np.arange(64) - 20) / 26, 0, 1)
    draws = np.random.default_rng(1).standard_normal((2, 400, 64, 2)) @ [1, 1j]
    scores = ((draws[0] * draws[1].conj()) @ np.exp(1j * np.outer(theta, np.linspace(0, 1024, 257)))).real
    return {
        "fast-dims": 512 / (2 * np.pi * 10_000 ** (pairs / 256)),
        "direction": np.cos(np.outer(offsets, 10_000 ** (-pairs / 256))).sum(axis=1),
        "rope-decay": np.sqrt((scores**2).mean(axis=0)),
        "three-rules": 1 - ramp * (1 - 1 / 8),
        "decoder": 1 / np.arange(1, 65),
    }


SHAPES = {
    "fast-dims": "falls steeply, then creeps",
    "direction": "falls on both sides alike",
    "rope-decay": "stays the same",
    "three-rules": "keeps the fast, divides the slow",
    "decoder": "falls as 1/t",
}


@pytest.mark.parametrize("slug", SHAPES)
def test_a_shape_is_the_one_nearest_to_a_curve_of_another_computation(slug):
    card, curve = CARDS[slug], true_shapes()[slug]
    proof = card.settle()
    values = np.asarray(proof.evidence.series[0].y)
    tolerance = 2.0 if slug == "rope-decay" else 1e-9  # other draws
    np.testing.assert_allclose(values, curve, atol=tolerance)
    assert proof.truth == card.asks.nearest(curve) == SHAPES[slug]


@pytest.mark.parametrize("slug", SHAPES)
def test_the_right_shape_is_much_nearer_than_any_other(slug):
    card = CARDS[slug]
    proof = card.settle()
    away = card.asks.distances(np.asarray(proof.evidence.series[0].y))
    right = away.pop(proof.truth)
    assert right < 0.3 * min(away.values())


def test_there_are_all_kinds():
    kinds = [type(card.asks) for card in CARDS.values()]
    assert [kinds.count(kind) for kind in (Claim, Number, Shape)] == [34, 13, 5]


def test_about_half_of_the_claims_are_true_also_within_a_lesson():  # so that always guessing the same does not pay
    truths = {slug: card.settle().truth for slug, card in CARDS.items() if isinstance(card.asks, Claim)}
    assert abs(2 * sum(truths.values()) - len(truths)) <= 1
    for lesson in lessons().values():
        claims = [truths[slug] for slug in lesson.questions if slug in truths]
        assert len(claims) < 2 or abs(2 * sum(claims) - len(claims)) <= 1, lesson.slug


def test_a_time_from_0_to_1_hardly_moves_the_clock():  # 160 pairs, speeds 10,000^(-k/160)
    speeds = 1e4 ** (-np.arange(160) / 160)
    truth, facts = settled("unit-time")
    assert truth is True
    assert facts["wrong"] == pytest.approx(np.cos(speeds).mean(), abs=1e-12)
    assert facts["right"] == pytest.approx(np.cos(1_000 * speeds).mean(), abs=1e-9)
    assert facts["tenth"] == pytest.approx(np.cos(0.1 * speeds).mean(), abs=1e-12)


def test_shift_1_parts_from_shift_0_at_step_448():
    pairs, steps = np.arange(160), np.arange(1_000)[:, None]
    likeness = np.cos(steps * (1e4 ** (-pairs / 160) - 1e4 ** (-pairs / 159))).mean(axis=1)
    truth, facts = settled("shift-one")
    assert truth == np.flatnonzero(likeness < 0.9)[0] == 448
    assert facts["share"] == pytest.approx(np.sqrt(2 - 2 * likeness).mean(), abs=1e-9)


def test_a_wave_of_16_periods_takes_619_times_as_long():  # measured independently of this code, and 2.4 with σ = 10
    truth, facts = settled("slow-first")
    assert truth == pytest.approx(619, abs=1)
    assert facts["featured"] == pytest.approx(2.4, abs=0.05)


def test_an_axial_head_draws_no_diagonal():  # the best f(row) + g(column) has the means of rows and columns
    y, x = np.mgrid[-13:14, -13:14]
    diagonal = np.exp(-((y - x) ** 2) / 2)
    best = diagonal.mean(axis=0) + diagonal.mean(axis=1)[:, None] - diagonal.mean()
    truth, facts = settled("axial-diagonal")
    assert truth is True
    assert facts["ceiling"] == pytest.approx(
        1 - ((diagonal - best) ** 2).sum() / ((diagonal - diagonal.mean()) ** 2).sum()
    )
    assert facts["axial"] <= facts["ceiling"] < 0.01
    assert facts["golden"] > 0.4


def test_an_image_takes_as_many_positions_as_its_longer_side():
    truth, facts = settled("image-positions")
    assert truth == facts["columns"] == 36
    assert facts["tokens"] == facts["rows"] * facts["columns"] == 864


def test_the_width_turns_once_in_35_333_columns():  # pair 40 of 64 at base 1,000,000; pair 2 at 5,000,000
    truth, facts = settled("one-column")
    assert truth == pytest.approx(2 * np.pi * 1e6 ** (40 / 64), rel=1e-12)
    assert facts["interleaved"] == pytest.approx(2 * np.pi * 5e6 ** (2 / 64), rel=1e-12)


def test_a_resampled_grid_is_off_at_its_edge():  # measured independently of this code
    truth, facts = settled("resampled-edge")
    assert truth is False
    assert (round(facts["edge"], 3), round(facts["inside"], 3), round(facts["aligned"], 3)) == (0.177, 0.031, 0.118)

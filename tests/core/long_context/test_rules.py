"""What each rule costs, in numbers."""

import numpy as np
import pytest

from core.frequencies import inverse_frequencies
from core.long_context.rules import (
    LONG,
    SHORT,
    horizon,
    neighbour_distance,
    resampled,
    sharpness,
    stretched,
    yarn_ramps,
)
from core.scaling import RULES
from core.schemes.analysis.rotary import scores_at
from core.schemes.rope import rope

LLAMA_2 = {"base": 10_000, "original": 4096, "target": 32_768}


def of(name, **other):
    return stretched(RULES[name], 128, **LLAMA_2 | other)


def test_a_rule_is_asked_for_the_whole_target():
    trained = inverse_frequencies(128)
    assert (of("Linear").inverse == trained / 8).all()
    assert of("YaRN").attention_factor == pytest.approx(1.2079, abs=5e-5)
    assert trained[-1] / of("Dynamic NTK").inverse[-1] == pytest.approx(57)
    assert of("Linear", target=4096).inverse[0] == 1


def test_phi_3_s_lists_are_its_own_at_its_size():
    trained = inverse_frequencies(96)
    long = stretched(RULES["LongRoPE"], 96, base=10_000, original=4096, target=131_072)
    np.testing.assert_allclose(trained / long.inverse, LONG, rtol=1e-14)
    assert long.attention_factor == pytest.approx(1.1902, abs=5e-5)
    short = stretched(RULES["LongRoPE"], 96, base=10_000, original=4096, target=4096)
    np.testing.assert_allclose(trained / short.inverse, SHORT, rtol=1e-14)
    assert len(SHORT) == len(LONG) == 48
    assert (np.diff(SHORT) >= 0).all()
    assert (np.diff(LONG) >= 0).all()


@pytest.mark.parametrize("pairs", [1, 2, 48, 64, 256])
def test_a_list_keeps_its_ends(pairs):
    spread = resampled(LONG, pairs)
    assert spread.shape == (pairs,)
    assert spread[0] == pytest.approx(LONG[0])
    if pairs > 1:
        assert spread[-1] == pytest.approx(LONG[-1])
    if pairs == len(LONG):
        np.testing.assert_allclose(spread, LONG, rtol=1e-14)


def test_neighbours_are_as_far_apart_as_turned_vectors():
    rows = rope(np.tile(1.0, (2, 128)), [5, 6])  # every pair of length √2
    expected = np.linalg.norm(rows[1] - rows[0]) / np.sqrt(2)
    assert neighbour_distance(inverse_frequencies(128)) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("rule", "offset"), [("Unscaled", 1707), ("Linear", 13_649), ("NTK", 5732), ("YaRN", 8886)]
)  # of Llama 2 at 8 times its window
def test_horizon(rule, offset):
    assert horizon(of(rule).inverse, 32_768) == offset
    assert horizon(of(rule).inverse, offset - 1) is None


def test_the_horizon_of_llama_3_1():
    own = stretched(RULES["Llama 3"], 128, base=500_000, original=8192, target=65_536)
    assert horizon(own.inverse, 131_072) == 85_133


def test_the_horizon_is_where_the_score_of_ones_turns_negative():
    ones = np.ones(64)
    scores = scores_at(ones, ones, np.arange(1000), np.zeros(1000))
    assert horizon(inverse_frequencies(64), 1000) == np.flatnonzero(scores < 0)[0]


def test_pairs_that_stand_still_have_no_horizon():
    assert horizon(np.zeros(4), 100) is None


def test_ramps_differ_most_at_pair_38():  # Llama 2 at 16 times its window
    ramps = yarn_ramps(128, base=10_000, original=4096, target=65_536)
    assert np.argmax(ramps.ratio) == 38
    assert ramps.ratio[38] == pytest.approx(3.04, abs=0.005)
    np.testing.assert_allclose(ramps.paper[[25, 33, 40]], [0.544, 0.150, 0.034], atol=5e-4)
    np.testing.assert_allclose(ramps.released[[25, 33, 40]], [21 / 26, 0.5, 6 / 26], rtol=1e-12)


def test_without_a_factor_both_ramps_do_nothing():
    ramps = yarn_ramps(64, base=10_000, original=4096, target=4096)
    np.testing.assert_allclose(ramps.ratio, 1, rtol=1e-14)


@pytest.mark.parametrize("multiplier", [1.0, 1.459, 1.813])
def test_entropy_of_normal_scores(multiplier):  # of many: ln n − variance / 2
    assert sharpness(65_536, multiplier).entropy == pytest.approx(np.log(65_536) - multiplier**2 / 2, abs=0.06)


def test_sharpening_lowers_entropy_and_more_keys_raise_it():
    plain = sharpness(4096)
    assert sharpness(4096, 1.459).entropy < plain.entropy < sharpness(32_768).entropy
    assert sharpness(4096, 0).keys == pytest.approx(4096)
    assert sharpness(1).entropy == 0


def test_the_strongest_keys_hold_most():
    found = sharpness(1000, 2.0)
    assert found.strongest[[0, -1]].tolist() == [1, 1000]
    assert found.held[-1] == pytest.approx(1)
    assert (np.diff(found.held) > 0).all()
    assert found.held[0] > 1 / 1000
    logits = 2 * np.random.default_rng(0).standard_normal(1000)
    assert found.held[0] == pytest.approx(np.exp(logits.max()) / np.exp(logits).sum())

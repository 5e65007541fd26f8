"""What each rule costs, in numbers."""

import numpy as np
import pytest

from core.frequencies import inverse_frequencies
from core.long_context.rules import compared_ramps, horizon, neighbour_distance, scaled_to
from core.scaling import RULES
from core.schemes.analysis.rotary import scores_at
from core.schemes.rope import rope

LLAMA_2 = {"base": 10_000, "original": 4096, "target": 32_768}
RAMPS = RULES["NTK-by-parts"], RULES["YaRN"]


def of(name, **other):
    return scaled_to(RULES[name], 128, **LLAMA_2 | other)


def test_a_rule_is_asked_for_the_whole_target():
    trained = inverse_frequencies(128)
    assert (of("Linear").inverse == trained / 8).all()
    assert of("YaRN").attention_factor == pytest.approx(1.2079, abs=5e-5)
    assert trained[-1] / of("Dynamic NTK").inverse[-1] == pytest.approx(57)
    assert of("Linear", target=4096).inverse[0] == 1


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
    own = scaled_to(RULES["Llama 3"], 128, base=500_000, original=8192, target=65_536)
    assert horizon(own.inverse, 131_072) == 85_133


def test_the_horizon_is_where_the_score_of_ones_turns_negative():
    ones = np.ones(64)
    scores = scores_at(ones, ones, np.arange(1000), np.zeros(1000))
    assert horizon(inverse_frequencies(64), 1000) == np.flatnonzero(scores < 0)[0]


def test_pairs_that_stand_still_have_no_horizon():
    assert horizon(np.zeros(4), 100) is None


def test_ramps_differ_most_at_pair_38():  # Llama 2 at 16 times its window
    ramps = compared_ramps(*RAMPS, 128, base=10_000, original=4096, target=65_536)
    assert ramps.widest == 38
    assert ramps.ratio[38] == pytest.approx(3.04, abs=0.005)
    np.testing.assert_allclose(ramps.one[[25, 33, 40]], [0.544, 0.150, 0.034], atol=5e-4)
    np.testing.assert_allclose(ramps.other[[25, 33, 40]], [21 / 26, 0.5, 6 / 26], rtol=1e-12)


def test_without_a_factor_both_ramps_do_nothing():
    ramps = compared_ramps(*RAMPS, 64, base=10_000, original=4096, target=4096)
    np.testing.assert_allclose(ramps.ratio, 1, rtol=1e-14)

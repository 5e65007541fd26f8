"""Rules, sharpened attention and a stretched model."""

import numpy as np
import pytest

from core.frequencies import inverse_frequencies
from core.long_context.coverage import unseen_share
from core.long_context.rules import horizon, neighbour_distance, ramps_columns, scaled_to
from core.long_context.sharpness import sharpness
from core.long_context.stretched_model import ROWS, StretchedModel
from core.scaling import RULES
from core.schemes.rope import rope

# ---- What each rule costs, in numbers.

LLAMA_2 = {"base": 10_000, "original": 4096, "target": 32_768}


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


def test_ramps_differ_most_at_pair_38():  # Llama 2 at 16 times its window
    _, paper, released, ratio = ramps_columns(128, 4096, 65_536).values()
    assert np.argmax(ratio) == 38
    assert ratio[38] == pytest.approx(3.04, abs=0.005)
    np.testing.assert_allclose(paper[[25, 33, 40]], [0.544, 0.150, 0.034], atol=5e-4)
    np.testing.assert_allclose(released[[25, 33, 40]], [21 / 26, 0.5, 6 / 26], rtol=1e-12)


# ---- Softmax over random scores, against the entropy of normal scores.


@pytest.mark.parametrize("multiplier", [1.0, 1.459, 1.813])
def test_entropy_of_normal_scores(multiplier):  # of many: ln n − variance / 2
    assert sharpness(65_536, multiplier).entropy == pytest.approx(np.log(65_536) - multiplier**2 / 2, abs=0.06)


def test_sharpening_lowers_entropy_and_more_keys_raise_it():
    plain = sharpness(4096)
    assert sharpness(4096, 1.459).entropy < plain.entropy < sharpness(32_768).entropy
    assert sharpness(4096, 0).keys == pytest.approx(4096)
    assert sharpness(1).entropy == 0


# ---- One model under several rules: the facts of Llama 2 at 8 times its window.

STRETCHED = StretchedModel(RULES, 128, 10_000.0, 4096, 32_768)


@pytest.mark.parametrize("name", RULES)
def test_every_rule_is_scaled_to_the_target(name):
    expected = scaled_to(RULES[name], 128, base=10_000.0, original=4096, target=32_768)
    np.testing.assert_array_equal(STRETCHED.frequencies[name], expected.inverse)
    assert STRETCHED.by_rule[name].attention_factor == expected.attention_factor
    share = neighbour_distance(expected.inverse) / neighbour_distance(STRETCHED.trained_frequencies)
    assert STRETCHED.neighbours_left[name] == pytest.approx(share)


def test_blocks_cover_all_positions_up_to_the_target():
    trained = STRETCHED.trained_frequencies
    share = unseen_share(trained, trained, 4096, [0, 32_768])[0]
    assert STRETCHED.unseen_shares["Unscaled"].shape == (ROWS, 64)
    np.testing.assert_allclose(STRETCHED.unseen_shares["Unscaled"].mean(axis=0), share)
    assert STRETCHED.unseen_overall["Unscaled"] == pytest.approx(share.mean())


def test_one_pair_is_reported_in_turns():
    linear = STRETCHED.of_pair(52)["Linear"]
    assert linear.frequency == STRETCHED.trained_frequencies[52] / 8
    assert (linear.ratio, linear.unseen_share) == (0.125, 0)
    assert linear.turns_per_token * 2 * np.pi == pytest.approx(linear.frequency)
    assert linear.turns_reached == pytest.approx(32_767 * linear.turns_per_token)

"""Rules, cached keys, sharpened attention and a stretched model."""

import numpy as np
import pytest

from core.frequencies import inverse_frequencies
from core.long_context.cached_keys import MAX_KEYS, apparent_positions, stale_scores
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


# ---- Keys turned at older frequencies, against turning vectors one by one.

DYNAMIC = RULES["Dynamic NTK"]
TRAINED = inverse_frequencies(32)


def turned(vector, angles):
    pairs = vector[0::2] + 1j * vector[1::2]
    return pairs * np.exp(1j * angles)


def test_scores_are_those_of_vectors_turned_one_by_one():
    lengths = np.array([64, 65, 200, 512])
    result = stale_scores(DYNAMIC, TRAINED, factor=4, original=64, lengths=lengths)
    one = np.tile([1.0, 0.0], 16) / 4  # of length 1, every pair alike
    for row, length in enumerate(lengths):
        now = DYNAMIC.apply(TRAINED, factor=4, original=64, sequence_length=length).inverse
        query = turned(one, (length - 1) * now)
        for key in (0, 7, 63):
            fresh = (query * turned(one, key * now).conj()).real.sum()
            cached = (query * turned(one, key * TRAINED).conj()).real.sum()
            assert result.fresh[row, key] == pytest.approx(fresh, abs=1e-12)
            assert result.stale[row, key] == pytest.approx(cached, abs=1e-12)


def test_longrope_switches_once_for_all_keys():
    lists = {"short_factor": np.ones(16), "long_factor": np.linspace(1, 8, 16)}
    apply = RULES["LongRoPE"].function
    long = apply(TRAINED, original=64, sequence_length=65, **lists)
    believed = apparent_positions(63, apply(TRAINED, original=64, **lists), long)
    np.testing.assert_allclose(believed, 63 * np.linspace(1, 8, 16), rtol=1e-14)


def test_each_pair_sees_the_key_at_another_position():
    now = DYNAMIC.apply(TRAINED, factor=8, original=4096, sequence_length=32_768).inverse
    believed = apparent_positions(4095, TRAINED, now)
    assert believed[0] == 4095
    assert believed[-1] == pytest.approx(57 * 4095)
    score = np.cos(32_767 * now - 4095 * TRAINED)
    np.testing.assert_allclose(np.cos((32_767 - believed) * now), score, atol=1e-10)


def test_many_keys_are_sampled():
    result = stale_scores(DYNAMIC, TRAINED, factor=2, original=3 * MAX_KEYS + 1, lengths=[4 * MAX_KEYS])
    assert len(result.keys) <= MAX_KEYS
    assert set(np.diff(result.keys)) == {4}
    now = DYNAMIC.apply(TRAINED, factor=2, original=3 * MAX_KEYS + 1, sequence_length=4 * MAX_KEYS).inverse
    np.testing.assert_allclose(
        result.fresh[0], np.cos(np.outer(4 * MAX_KEYS - 1 - result.keys, now)).mean(axis=1), atol=1e-10
    )


@pytest.mark.parametrize("columns", [1, 7, 64, 100])
def test_blocks_are_roots_of_mean_squares(columns):
    result = stale_scores(DYNAMIC, TRAINED, factor=4, original=64, lengths=[100, 256])
    blocks = result.blocks(columns)
    assert blocks.shape[1] <= columns
    squares = (result.fresh - result.stale) ** 2
    size = -(-64 // columns)
    np.testing.assert_allclose(blocks[:, 0], np.sqrt(squares[:, :size].mean(axis=1)))
    if columns == 1:
        np.testing.assert_allclose(blocks[:, 0], result.error)


# ---- Softmax over random scores, against the entropy of normal scores.


@pytest.mark.parametrize("multiplier", [1.0, 1.459, 1.813])
def test_entropy_of_normal_scores(multiplier):  # of many: ln n − variance / 2
    assert sharpness(65_536, multiplier).entropy == pytest.approx(np.log(65_536) - multiplier**2 / 2, abs=0.06)


def test_sharpening_lowers_entropy_and_more_keys_raise_it():
    plain = sharpness(4096)
    assert sharpness(4096, 1.459).entropy < plain.entropy < sharpness(32_768).entropy
    assert sharpness(4096, 0).keys == pytest.approx(4096)
    assert sharpness(1).entropy == 0


def test_the_strongest_keys_hold_most():
    result = sharpness(1000, 2.0)
    assert result.strongest[[0, -1]].tolist() == [1, 1000]
    assert result.shares[-1] == pytest.approx(1)
    assert (np.diff(result.shares) > 0).all()
    assert result.shares[0] > 1 / 1000
    logits = 2 * np.random.default_rng(0).standard_normal(1000)
    assert result.shares[0] == pytest.approx(np.exp(logits.max()) / np.exp(logits).sum())


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

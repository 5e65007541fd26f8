"""Keys turned at older frequencies, against turning vectors one by one."""

import numpy as np
import pytest

from core.frequencies import inverse_frequencies
from core.long_context.cached_keys import MAX_KEYS, apparent_positions, stale_scores
from core.scaling import RULES

DYNAMIC = RULES["Dynamic NTK"]
TRAINED = inverse_frequencies(32)


def turned(vector, angles):
    pairs = vector[0::2] + 1j * vector[1::2]
    return pairs * np.exp(1j * angles)


def test_scores_are_those_of_vectors_turned_one_by_one():
    lengths = np.array([64, 65, 200, 512])
    found = stale_scores(DYNAMIC, TRAINED, factor=4, original=64, lengths=lengths)
    one = np.tile([1.0, 0.0], 16) / 4  # of length 1, every pair alike
    for row, length in enumerate(lengths):
        now = DYNAMIC.apply(TRAINED, factor=4, original=64, sequence_length=length).inverse
        query = turned(one, (length - 1) * now)
        for key in (0, 7, 63):
            fresh = (query * turned(one, key * now).conj()).real.sum()
            cached = (query * turned(one, key * TRAINED).conj()).real.sum()
            assert found.fresh[row, key] == pytest.approx(fresh, abs=1e-12)
            assert found.cached[row, key] == pytest.approx(cached, abs=1e-12)


def test_nothing_is_stale_before_the_text_grows():
    found = stale_scores(DYNAMIC, TRAINED, factor=4, original=64, lengths=[64])
    np.testing.assert_allclose(found.error, 0, atol=1e-12)
    assert found.fresh[0, -1] == pytest.approx(1)  # the query meets itself


def test_a_rule_that_does_not_follow_the_length_has_no_stale_keys():
    found = stale_scores(RULES["Linear"], TRAINED, factor=4, original=64, lengths=[64, 256])
    assert found.error.max() < 1e-12


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
    found = stale_scores(DYNAMIC, TRAINED, factor=2, original=3 * MAX_KEYS + 1, lengths=[4 * MAX_KEYS])
    assert len(found.keys) <= MAX_KEYS
    assert set(np.diff(found.keys)) == {4}
    now = DYNAMIC.apply(TRAINED, factor=2, original=3 * MAX_KEYS + 1, sequence_length=4 * MAX_KEYS).inverse
    np.testing.assert_allclose(
        found.fresh[0], np.cos(np.outer(4 * MAX_KEYS - 1 - found.keys, now)).mean(axis=1), atol=1e-10
    )


@pytest.mark.parametrize("columns", [1, 7, 64, 100])
def test_blocks_are_roots_of_mean_squares(columns):
    found = stale_scores(DYNAMIC, TRAINED, factor=4, original=64, lengths=[100, 256])
    blocks = found.blocks(columns)
    assert blocks.shape[1] <= columns
    squares = (found.fresh - found.cached) ** 2
    size = -(-64 // columns)
    np.testing.assert_allclose(blocks[:, 0], np.sqrt(squares[:, :size].mean(axis=1)))
    if columns == 1:
        np.testing.assert_allclose(blocks[:, 0], found.error)

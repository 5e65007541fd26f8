import numpy as np
import pytest

from core.beyond_text.newer_text import (
    distance_bank,
    learned_frequencies,
    learned_temperature,
    polar,
    stepped_temperature,
)
from core.schemes.rope import rope


def test_temperature_steps_up_every_8192_tokens():
    factors = stepped_temperature([0, 8_190, 8_191, 16_382, 16_383])
    np.testing.assert_allclose(factors, 1 + 0.1 * np.log([1, 1, 2, 2, 3]))
    assert learned_temperature([0, 1], [0.5], [2.0]) == pytest.approx(np.array([[2.0, 2 + 0.5 * np.log(2)]]))


def test_a_polar_score_depends_on_the_offset_and_grows_with_both_lengths():
    rng = np.random.default_rng(0)
    features = rng.standard_normal((2, 8))
    near, far = (polar(features, at) for at in ([3, 5], [103, 105]))
    assert near[0] @ near[1] == pytest.approx(far[0] @ far[1])
    lengths = np.log1p(np.exp(features))
    assert polar(features, [7, 7])[0] @ polar(features, [7, 7])[1] == pytest.approx((lengths[0] * lengths[1]).sum())


def test_a_bank_is_read_at_the_distance_and_ends():
    bank = np.array([[1.0, 10.0, 100.0]])
    bias = distance_bank(np.ones((5, 2, 1)), bank)
    np.testing.assert_array_equal(bias[1, 4], [0, 0, 100, 10, 1])
    np.testing.assert_array_equal(bias[0, 0], [1, 0, 0, 0, 0])


def test_learned_frequencies_of_zero_are_rope():
    vector = np.random.default_rng(0).standard_normal(8)
    turned = learned_frequencies(np.arange(6), np.zeros(4)).turn(vector)
    np.testing.assert_allclose(turned, rope(np.tile(vector, (6, 1)), 6), atol=1e-14)
    faster = learned_frequencies([1], [np.log(2), 0, 0, 0])
    assert faster.angles[0, 0] == pytest.approx(2)

"""Rules that divide all pairs alike: linear scaling, and proportional RoPE."""

import numpy as np
import pytest

from core.frequencies import inverse_frequencies
from core.scaling.linear import linear
from core.scaling.proportional import proportional
from core.schemes.rope import rope


def test_dividing_frequencies_is_squeezing_positions():
    vectors = np.random.default_rng(0).standard_normal((20, 64))
    scaled = linear(inverse_frequencies(64), factor=8)
    angles = np.arange(20)[:, None] * scaled  # (20, 32) radians
    turned = (vectors[:, :32] + 1j * vectors[:, 32:]) * np.exp(1j * angles)
    squeezed = rope(vectors, 20, scale=8)
    np.testing.assert_allclose(np.concatenate([turned.real, turned.imag], axis=1), squeezed, atol=1e-14)


@pytest.mark.parametrize(("part", "turning"), [(1.0, 32), (0.5, 16), (0.25, 8), (0.26, 8), (0.01, 0)])
def test_proportional_keeps_the_fastest_pairs_of_the_whole_head(part, turning):
    trained = inverse_frequencies(64, 1_000_000)
    scaled = proportional(trained, factor=8, partial_rotary_factor=part)
    np.testing.assert_array_equal(scaled[:turning], trained[:turning] / 8)
    assert not scaled[turning:].any()

"""NTK-by-parts and its special case, Llama 3's rule."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.frequencies import inverse_frequencies
from core.scaling.by_parts import by_parts, weight_kept
from core.scaling.llama3 import llama3

LLAMA_2, LLAMA_3 = inverse_frequencies(128), inverse_frequencies(128, 500_000)


@given(
    st.integers(1, 128),
    st.floats(1.5, 1e8),
    st.floats(0.5, 64),
    st.floats(2, 2**20),
    st.integers(1, 8),
    st.integers(1, 32),
)
def test_llama_3_is_by_parts(pairs, base, factor, original, low, wider):
    trained, high = inverse_frequencies(2 * pairs, base), low + wider
    scaled = llama3(trained, factor=factor, original=original, low_freq_factor=low, high_freq_factor=high)
    parts = by_parts(trained, factor=factor, original=original, alpha=low, beta=high)
    np.testing.assert_allclose(scaled, parts, rtol=1e-12)


def test_llama_3_defaults_are_alpha_1_and_beta_4():
    scaled = llama3(LLAMA_3, factor=8, original=8192)
    np.testing.assert_allclose(scaled, by_parts(LLAMA_3, factor=8, original=8192, alpha=1, beta=4), rtol=1e-15)


@pytest.mark.parametrize(("low", "high"), [(2, 2), (4, 1)])
def test_without_room_for_a_ramp_there_is_a_step(low, high):
    turns = 8192 * LLAMA_3 / (2 * np.pi)
    expected = np.where(turns < low, LLAMA_3 / 8, LLAMA_3)
    np.testing.assert_allclose(
        llama3(LLAMA_3, factor=8, original=8192, low_freq_factor=low, high_freq_factor=high), expected
    )
    np.testing.assert_allclose(by_parts(LLAMA_3, factor=8, original=8192, alpha=low, beta=high), expected)


def test_a_pair_that_stands_still_goes_on_standing():
    still = np.array([1.0, 0.0])
    assert llama3(still, factor=8, original=8192)[1] == 0
    assert by_parts(still, factor=8, original=8192)[1] == 0


def test_the_ramp_is_linear_in_the_turns():
    turns = 4096 * LLAMA_2 / (2 * np.pi)
    weight = weight_kept(LLAMA_2, original=4096, alpha=1, beta=32)
    np.testing.assert_allclose(weight, np.clip((turns - 1) / 31, 0, 1), rtol=1e-14)

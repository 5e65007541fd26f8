"""NTK, dynamic NTK and linear scaling."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.frequencies import inverse_frequencies
from core.scaling.dynamic import dynamic, effective_factor
from core.scaling.linear import linear
from core.scaling.ntk import base_for, ntk
from core.scaling.proportional import proportional

# ---- Rules that divide all pairs alike: linear scaling, and proportional RoPE.


@pytest.mark.parametrize(("part", "turning"), [(1.0, 32), (0.5, 16), (0.25, 8), (0.26, 8), (0.01, 0)])
def test_proportional_keeps_the_fastest_pairs_of_the_whole_head(part, turning):
    trained = inverse_frequencies(64, 1_000_000)
    scaled = proportional(trained, factor=8, partial_rotary_factor=part)
    np.testing.assert_array_equal(scaled[:turning], trained[:turning] / 8)
    assert not scaled[turning:].any()


# ---- NTK-aware scaling, static and dynamic.

LLAMA_2 = inverse_frequencies(128)


@given(st.integers(2, 256), st.floats(1, 1e4), st.floats(2, 1e8))
def test_the_first_pair_is_kept_and_the_last_divided_exactly(pairs, factor, base):
    trained = inverse_frequencies(2 * pairs, base)
    scaled = ntk(trained, factor=factor)
    assert scaled[0] == trained[0]
    assert scaled[-1] == linear(trained, factor=factor)[-1]


@pytest.mark.parametrize("dim", [4, 64, 128])
@pytest.mark.parametrize("factor", [0.5, 1, 2, 8, 57])
def test_ntk_scaling_equals_a_larger_base(dim, factor):
    scaled = ntk(inverse_frequencies(dim, 500_000), factor=factor)
    np.testing.assert_allclose(scaled, inverse_frequencies(dim, base_for(factor, 500_000, dim)), rtol=1e-12)


@pytest.mark.parametrize(
    ("factor", "base"), [(1, 20_221), (2, 30_527.74), (4, 51_294), (8, 93_194)]
)  # of Hugging Face's formula for d = 128, L = 4,096 and a text twice as long
def test_dynamic_raises_the_base_with_the_text(factor, base):
    scaled = dynamic(LLAMA_2, factor=factor, original=4096, sequence_length=8192)
    np.testing.assert_allclose(scaled, inverse_frequencies(128, base), rtol=2e-5)


@pytest.mark.parametrize("length", [None, 1, 4095, 4096])
def test_up_to_the_trained_length_dynamic_changes_nothing(length):
    np.testing.assert_array_equal(dynamic(LLAMA_2, factor=8, original=4096, sequence_length=length), LLAMA_2)


def test_dynamic_overshoots_what_the_length_asks_for():
    assert effective_factor(2, 4096, 8192) == 3
    assert effective_factor(8, 4096, 32_768) == 57
    assert effective_factor(1, 4096, 32_768) == 8

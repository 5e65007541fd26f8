"""RoPE against a form in complex numbers, and what it promises of scores."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.frequencies import inverse_frequencies
from core.schemes.rope import pairs, rope
from tests.core.oracle import EPS, error, frequency, mp
from tests.core.schemes.rotated import by_complex_numbers, evens, normal, seeds

LAYOUTS = ("half", "interleaved")

layouts = st.sampled_from(LAYOUTS)
bases = st.floats(1.01, 1e7) | st.sampled_from([2, 10_000, 500_000])
scales = st.floats(0.5, 64) | st.sampled_from([1, 8])
positions = st.floats(-300, 300) | st.integers(-300, 300)


@given(seeds, st.lists(positions, max_size=5), evens, bases, scales, layouts)
def test_turning_is_multiplying_by_a_complex_number_of_size_one(seed, at, dim, base, scale, layout):
    vectors = normal(seed, len(at), dim)
    turned = rope(vectors, at, base=base, scale=scale, layout=layout)
    np.testing.assert_allclose(
        turned, by_complex_numbers(vectors, at, base=base, scale=scale, layout=layout), atol=1e-12
    )


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_far_position_turns_as_fifty_digits_say(layout):
    dim, position, base = 8, 1_048_575, 500_000
    first, second = pairs(dim, layout)
    (turned,) = rope(np.ones((1, dim)), [position], base=base, layout=layout)
    for i in range(dim // 2):
        angle = position * frequency(2 * i, dim, base)
        bound = 16 * EPS * (1 + float(angle))
        assert error(turned[first[i]], mp.cos(angle) - mp.sin(angle)) <= bound
        assert error(turned[second[i]], mp.sin(angle) + mp.cos(angle)) <= bound


@given(seeds, st.lists(positions, min_size=1, max_size=4), st.integers(1, 8), st.integers(0, 8), layouts)
def test_partial_rotary_turns_the_first_features_as_a_head_of_their_own(seed, at, turning, still, layout):
    rotary_dim = 2 * turning
    vectors = normal(seed, len(at), rotary_dim + still)
    turned = rope(vectors, at, layout=layout, rotary_dim=rotary_dim)
    np.testing.assert_array_equal(turned[:, rotary_dim:], vectors[:, rotary_dim:])
    head = rope(vectors[:, :rotary_dim], at, layout=layout)  # exponents over rotary_dim, not over dim
    np.testing.assert_array_equal(turned[:, :rotary_dim], head)


def test_what_is_given_is_not_changed():
    vectors = np.ones((2, 4))
    rope(vectors, 2)
    np.testing.assert_array_equal(vectors, np.ones((2, 4)))


def test_pairs_are_neighbours_or_half_a_head_apart():
    # GPT-J and the paper pair 2i with 2i + 1; GPT-NeoX and Llama in Hugging Face's code i with i + dim / 2
    assert [list(half) for half in pairs(6, "interleaved")] == [[0, 2, 4], [1, 3, 5]]
    assert [list(half) for half in pairs(6)] == [[0, 1, 2], [3, 4, 5]]


def test_frequencies_of_a_rule_take_the_place_of_the_series():
    vectors, trained = np.random.default_rng(0).standard_normal((9, 8)), inverse_frequencies(8)
    np.testing.assert_array_equal(rope(vectors, 9, frequencies=trained), rope(vectors, 9))
    np.testing.assert_allclose(rope(vectors, 9, frequencies=trained / 4), rope(vectors, 9, scale=4), atol=1e-12)
    with pytest.raises(ValueError, match=r"frequencies must be of shape \(4,\), got \(3,\)"):
        rope(vectors, 9, frequencies=trained[:3])

import itertools
import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.schemes.sinusoidal import sinusoidal
from core.similarity import dot_product
from core.sinusoidal.landmarks import landmarks
from tests.core.oracle import exact_product


@given(st.integers(2, 40), st.floats(1.5, 1e6), st.floats(0.5, 10), st.integers(1, 300))
def test_landmarks_are_what_a_walk_along_the_offsets_finds(d_model, base, scale, search):
    products = dot_product(np.arange(search + 1), d_model, base=base, scale=scale).tolist()
    # rounding must not decide what is a rise
    assume(all(abs(a - b) > 1e-7 for a, b in itertools.pairwise(products)))
    assume(all(abs(product) > 1e-7 for product in products))
    found = landmarks(d_model, base=base, scale=scale, search=search)
    assert found.searched == search
    assert found.first_rise == next((k for k in range(1, search + 1) if products[k] > products[k - 1]), None)
    assert found.first_negative == next((k for k in range(1, search + 1) if products[k] < 0), None)
    assert products[found.nearest] == pytest.approx(max(products[1:]), abs=1e-9)
    assert 1 <= found.nearest <= search
    apart = sinusoidal(
        [0, found.nearest], 2 * (d_model // 2), base=base ** (2 * (d_model // 2) / d_model), scale=scale
    )
    assert found.nearest_distance == pytest.approx(np.linalg.norm(apart[1] - apart[0]), abs=1e-6)


def test_a_pair_too_slow_to_turn_has_no_rise_and_no_negative_product():
    found = landmarks(2, scale=1e4, search=100)
    assert (found.first_rise, found.first_negative, found.nearest) == (None, None, 1)


def test_a_rise_below_rounding_error_is_ignored():
    assert landmarks(2, scale=1e9, search=4000).first_rise is None


@pytest.mark.parametrize(
    ("d_model", "first_rise", "first_negative"),
    [(16, 4, 91), (32, 5, 474), (64, 6, 725), (128, 12, 1707), (512, 44, 3284)],
)
def test_the_product_neither_falls_for_ever_nor_stays_positive(d_model, first_rise, first_negative):
    # By adding up Σ cos(k / 10000**(2i / d_model)) in 30 digits with mpmath for k = 1, 2, 3, …, from the
    # formula of Vaswani et al. 2017, section 3.5, https://arxiv.org/abs/1706.03762
    found = landmarks(d_model)
    assert (found.first_rise, found.first_negative, found.searched) == (first_rise, first_negative, 4095)
    for offset, sign in ((first_negative - 1, 1), (first_negative, -1)):
        assert sign * exact_product(offset, d_model, 10_000, 1)[0] > 0


@pytest.mark.parametrize(
    ("d_model", "nearest", "distance"),
    [(4, 1885, 0.0444064177834), (8, 63, 0.645292363871), (512, 1, 3.71427036513)],
)
def test_four_features_nearly_collide_after_1885_tokens(d_model, nearest, distance):
    # Root of d_model - 2 Σ cos(kω), in 30 digits with mpmath, from the formula of Vaswani et al. 2017, section 3.5,
    # https://arxiv.org/abs/1706.03762: 1885 tokens are 300.007 turns of the first pair and 3.00007 of the second.
    found = landmarks(d_model, search=4095)
    assert found.nearest == nearest
    assert found.nearest_distance == pytest.approx(distance, rel=1e-9)
    start, end = sinusoidal([100, 100 + nearest], d_model)
    assert math.dist(start, end) == pytest.approx(distance, rel=1e-9)

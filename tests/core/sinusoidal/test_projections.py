"""Projected products and landmarks of the plain one."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from core.schemes.sinusoidal import sinusoidal
from core.similarity import dot_product, dot_product_curve
from core.sinusoidal.gram import landmarks
from core.sinusoidal.projections import asymmetry, projected_curve, projected_score, random_projections
from tests.core.oracle import EPS, exact_product, offsets_covered

# ---- Projections.

bases = st.floats(1.01, 1e7) | st.sampled_from([2, 10_000, 500_000])
scales = st.floats(0.01, 1000) | st.sampled_from([1, 8])
HALF = npst.arrays(np.float64, st.integers(1, 20), elements=st.floats(-1e3, 1e3, allow_subnormal=False))


@given(HALF)
def test_asymmetry_is_none_of_an_even_curve_and_twice_its_size_of_an_odd_one(values):
    even, odd = np.concatenate([values, [1.0], values[::-1]]), np.concatenate([values, [0.0], -values[::-1]])
    assert asymmetry(even).relative == asymmetry(even).largest == 0
    assert asymmetry(odd).relative == (2 if values.any() else 0)


@given(st.integers(1, 200), st.integers(2, 40))
def test_the_plain_dot_product_is_even_and_a_random_head_is_not(length, d_model):
    assert asymmetry(dot_product_curve(length, d_model).values).largest == 0
    assert asymmetry(projected_curve(length, random_projections(d_model)).values).largest > 1e-9


@pytest.mark.parametrize("position", [0, 7, 300])
def test_the_query_may_stand_anywhere(position):
    length, d_model = 20, 6
    head = random_projections(d_model, seed=2, head_dim=3)
    curve = projected_curve(length, head, position=position)
    at = sinusoidal([position], d_model) @ head.query.T.astype(float)
    keys = sinusoidal(position + curve.offsets, d_model) @ head.key.astype(float)
    np.testing.assert_allclose(curve.values, keys @ at[0], atol=4e-6)
    assert projected_score(position, head) == pytest.approx(curve.values[length], abs=1e-12)


@given(
    st.integers(1, 60), st.integers(1, 40), bases, scales, st.integers(1, 150), st.integers(0, 9), st.integers(1, 9)
)
def test_the_projected_curve_is_the_score_of_the_projected_rows(
    length, d_model, base, scale, points, seed, head_dim
):
    head = random_projections(d_model, seed=seed, head_dim=head_dim)
    curve = projected_curve(length, head, base=base, scale=scale, points=points)
    at = length + offsets_covered(curve)
    query = sinusoidal([length], d_model, base=base, scale=scale) @ head.query.T.astype(float)
    keys = sinusoidal(at.ravel(), d_model, base=base, scale=scale) @ head.key.astype(float)
    expected = (keys @ query[0]).reshape(at.shape).mean(axis=1)
    atol = 64 * EPS * d_model * head_dim * (1 + 4 * length / scale) + 4e-6 * head_dim  # the weights are in float32
    np.testing.assert_allclose(curve.values, expected, rtol=0, atol=atol, strict=True)


@pytest.mark.parametrize("d_model", [8, 512])
def test_random_projections_have_the_variance_of_an_untrained_head(d_model):
    head = random_projections(d_model, seed=3, head_dim=2000)
    for weights in (head.query, head.key):
        assert np.mean(weights) * d_model**0.5 == pytest.approx(0, abs=0.03)
        assert np.var(weights) * d_model == pytest.approx(1, abs=0.03)
    assert (head.query.shape, head.key.shape) == ((2000, d_model), (d_model, 2000))
    assert abs(np.corrcoef(head.query.ravel(), head.key.T.ravel())[0, 1]) < 0.03


def test_random_projections_break_the_symmetry_and_another_seed_breaks_it_otherwise():
    first, second = (projected_curve(100, random_projections(64, seed=seed)).values for seed in (0, 1))
    assert np.abs(first - first[::-1]).max() > 1
    assert np.abs(first - second).max() > 1
    np.testing.assert_array_equal(first, projected_curve(100, random_projections(64)).values)


# ---- Landmarks.


@given(st.integers(2, 40), st.floats(1.5, 1e6), st.floats(0.5, 10), st.integers(1, 300))
def test_landmarks_are_what_a_walk_along_the_offsets_finds(d_model, base, scale, search):
    products = dot_product(np.arange(search + 1), d_model, base=base, scale=scale).tolist()
    # rounding must not decide what is a rise
    assume(all(abs(a - b) > 1e-7 for a, b in itertools.pairwise(products)))
    assume(all(abs(product) > 1e-7 for product in products))
    result = landmarks(d_model, base=base, scale=scale, search=search)
    assert result.search_limit == search
    assert result.first_rise == next((k for k in range(1, search + 1) if products[k] > products[k - 1]), None)
    assert result.first_negative == next((k for k in range(1, search + 1) if products[k] < 0), None)
    assert products[result.nearest] == pytest.approx(max(products[1:]), abs=1e-9)
    assert 1 <= result.nearest <= search
    apart = sinusoidal(
        [0, result.nearest], 2 * (d_model // 2), base=base ** (2 * (d_model // 2) / d_model), scale=scale
    )
    assert result.nearest_distance == pytest.approx(np.linalg.norm(apart[1] - apart[0]), abs=1e-6)


def test_a_rise_below_rounding_error_is_ignored():
    assert landmarks(2, scale=1e9, search=4000).first_rise is None


@pytest.mark.parametrize(
    ("d_model", "first_rise", "first_negative"),
    [(16, 4, 91), (32, 5, 474), (64, 6, 725), (128, 12, 1707), (512, 44, 3284)],
)
def test_the_product_neither_falls_for_ever_nor_stays_positive(d_model, first_rise, first_negative):
    # By adding up Σ cos(k / 10000**(2i / d_model)) in 30 digits with mpmath for k = 1, 2, 3, …, from the
    # formula of Vaswani et al. 2017, section 3.5, https://arxiv.org/abs/1706.03762
    result = landmarks(d_model)
    assert (result.first_rise, result.first_negative, result.search_limit) == (first_rise, first_negative, 4095)
    for offset, sign in ((first_negative - 1, 1), (first_negative, -1)):
        assert sign * exact_product(offset, d_model, 10_000, 1)[0] > 0


@pytest.mark.parametrize(
    ("d_model", "nearest", "distance"),
    [(4, 1885, 0.0444064177834), (8, 63, 0.645292363871), (512, 1, 3.71427036513)],
)
def test_four_features_nearly_collide_after_1885_tokens(d_model, nearest, distance):
    # Root of d_model - 2 Σ cos(kω), in 30 digits with mpmath, from the formula of Vaswani et al. 2017, section 3.5,
    # https://arxiv.org/abs/1706.03762: 1885 tokens are 300.007 turns of the first pair and 3.00007 of the second.
    result = landmarks(d_model, search=4095)
    assert result.nearest == nearest
    assert result.nearest_distance == pytest.approx(distance, rel=1e-9)
    start, end = sinusoidal([100, 100 + nearest], d_model)
    assert math.dist(start, end) == pytest.approx(distance, rel=1e-9)

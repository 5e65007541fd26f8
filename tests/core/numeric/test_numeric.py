"""Sums, means, softmax and spacing against their definitions."""

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as some
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from core.numeric import numerals, sums
from core.numeric.curve import evenly_spread
from core.numeric.softmax import softmax
from core.numeric.sums import attenuation, cosine_sum, fourier_sums
from tests.core.oracle import EPS, mp

# ---- Fourier sums.


@pytest.mark.parametrize("count", [1, 2, 7, 100, 1025])
@pytest.mark.parametrize("largest", [1e-9, 1, np.pi, 300])
def test_sums_are_those_of_every_term(count, largest):
    rng = np.random.default_rng(count)
    turns = largest * (2 * rng.random(50) - 1)
    coefficients = rng.standard_normal(50) + 1j * rng.standard_normal(50)
    angles = np.outer(np.arange(count), turns.astype(np.longdouble))
    expected = np.cos(angles) @ coefficients.real - np.sin(angles) @ coefficients.imag
    size = np.abs(coefficients).sum()
    atol = (1e-12 + 1e-16 * largest * count) * size
    np.testing.assert_allclose(fourier_sums(coefficients, turns, count), expected.astype(float), rtol=0, atol=atol)


def test_a_single_wave_is_exact_wherever_its_angle_falls_on_the_grid():  # on a point, between, at the wrap-around
    for turn in np.concatenate([np.linspace(-np.pi, np.pi, 41), 2 * np.pi * np.arange(8) / 512]):
        result = fourier_sums(np.array([2.0]), np.array([turn]), 128)
        np.testing.assert_allclose(result, 2 * np.cos(turn * np.arange(128)), rtol=0, atol=2e-12)


# ---- Means.


@given(st.integers(1, 200), st.floats(0, 100))
@example(3, 2 * math.pi)
@example(200, math.nextafter(18 * math.pi, 0))
@example(7, 58 * math.pi)
@example(4, math.pi)
@example(5, 0)
def test_attenuation_is_the_mean_of_the_neighbours_of_a_crest(count, frequency):
    middle = mp.mpf(count - 1) / 2
    exact = mp.fsum(mp.cos(mp.mpf(frequency) * (j - middle)) for j in range(count)) / count
    (factor,) = attenuation(np.array([frequency]), count)
    # whole turns are subtracted in float64: an error of eps * angle per neighbour
    assert factor == pytest.approx(float(exact), rel=0, abs=4 * EPS * (1 + count * frequency))


# ---- Numerals.


@pytest.mark.parametrize(
    ("number", "text"), [(1.0, "1.0 × 10⁰"), (-2.5e12, "−2.5 × 10¹²"), (9.96e-5, "1.0 × 10⁻⁴")]
)
def test_a_power_of_ten_is_raised(number, text):
    assert numerals.scientific(number) == text


# ---- Softmax.

scores = npst.arrays(
    np.float64,
    npst.array_shapes(min_dims=1, max_dims=3, max_side=6),
    elements=st.floats(-1e3, 1e3),
)


@given(st.lists(st.floats(-20, 20), min_size=1, max_size=6))
def test_softmax_equals_its_definition(scores):
    total = math.fsum(map(math.exp, scores))
    expected = [math.exp(score) / total for score in scores]
    np.testing.assert_allclose(softmax(np.array(scores)), expected, rtol=1e-13)


def test_softmax_of_scores_too_large_for_exp_is_finite():
    np.testing.assert_array_equal(softmax(np.array([1e300, 1e300, -1e300])), [0.5, 0.5, 0])


def test_a_token_behind_a_mask_weighs_nothing():
    np.testing.assert_array_equal(softmax(np.array([0.0, -np.inf, 0.0])), [0.5, 0, 0.5])


# ---- Spacing.


@given(some.integers(0, 10**6), some.integers(2, 300))
def test_first_and_last_are_kept_and_gaps_are_even(count, most):
    indices = evenly_spread(count, most)
    assert len(indices) == min(count, most)
    if count:
        assert (indices[0], indices[-1]) == (0, count - 1)
    if count > 1:
        assert np.ptp(np.diff(indices)) <= 1


def test_a_single_pick_is_the_first():
    assert evenly_spread(9, 1).tolist() == [0]


# ---- Sums.


def sums_term_by_term(terms, count, start, step, seed):
    """Arguments of `cosine_sum`, what it should give, and the error that float64 may make."""
    rng = np.random.default_rng(seed)
    coefficients = rng.standard_normal(terms) + 1j * rng.standard_normal(terms)
    frequencies = rng.random(terms)
    at = start + step * np.arange(count)
    expected = (np.exp(1j * np.outer(at, frequencies)) @ coefficients).real
    atol = 16 * EPS * (1 + abs(start) + abs(step) * count) * np.abs(coefficients).sum()
    return (coefficients, frequencies, start, step, count), expected, atol


@given(st.integers(1, 200), st.integers(0, 8), st.floats(-1e4, 1e4), st.floats(-10, 10), st.integers(0, 2**32))
def test_cosine_sum_equals_the_sum_term_by_term(count, terms, start, step, seed):
    arguments, expected, atol = sums_term_by_term(terms, count, start, step, seed)
    np.testing.assert_allclose(cosine_sum(*arguments), expected, rtol=0, atol=atol, strict=True)


@pytest.mark.parametrize(("start", "step"), [(0, 1), (-1000, 1), (12.5, -3.75), (1e6, 511)])
@pytest.mark.parametrize("count", [sums.MANY_POINTS - 1, sums.MANY_POINTS, 1000])
def test_sums_of_many_waves_equal_the_sum_term_by_term(count, start, step):  # by a Fourier transform
    arguments, expected, atol = sums_term_by_term(sums.MANY_TERMS, count, start, step, 5)
    np.testing.assert_allclose(cosine_sum(*arguments), expected, rtol=0, atol=atol, strict=True)

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.numeric import sums
from core.numeric.sums import cosine_sum
from tests.core.oracle import EPS


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

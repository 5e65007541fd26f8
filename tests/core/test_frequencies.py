import math

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from core.frequencies import geometric, inverse_frequencies, wavelengths
from tests.core.oracle import EPS, frequency, mp

dims = st.integers(1, 200)
bases = st.floats(1.0001, 1e7) | st.sampled_from([2, 10_000, 500_000, 10_000_000])


def ulps(value, exact):
    """Distance in units in the last place of the exact value."""
    return float(abs(mp.mpf(float(value)) - exact)) / math.ulp(float(exact))


@given(dims, bases)
@example(512, 1e300)
@example(96, 5e5)
def test_any_frequency_is_within_one_and_a_half_units_in_the_last_place(dim, base):
    for i, value in enumerate(inverse_frequencies(dim, base)):
        assert ulps(value, frequency(2 * i, dim, base)) <= 1.5


@given(st.integers(0, 2**26), st.integers(1, 2**26), st.floats(1.0001, 1e7))
def test_powers_stay_exact_up_to_the_largest_numerators_and_denominators(numerator, denominator, base):
    numerator %= 2 * denominator  # exponents from 0 to -2
    (value,) = geometric(base, np.array([numerator]), denominator)
    assert ulps(value, frequency(numerator, denominator, base)) <= 1.5


@given(dims, bases)
def test_a_wavelength_is_the_offset_after_which_its_pair_has_turned_once(dim, base):
    np.testing.assert_allclose(wavelengths(dim, base) * inverse_frequencies(dim, base), 2 * np.pi, rtol=2 * EPS)

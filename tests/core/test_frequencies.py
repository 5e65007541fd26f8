import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.frequencies import geometric, inverse_frequencies, wavelengths
from tests.core.oracle import EPS, frequency, mp

dims = st.integers(1, 200)
bases = st.floats(1.0001, 1e7) | st.sampled_from([2, 10_000, 500_000, 10_000_000])


def ulps(value, exact):
    """Distance in units in the last place of the exact value."""
    return float(abs(mp.mpf(float(value)) - exact)) / math.ulp(float(exact))


@pytest.mark.parametrize("base", [1.0001, 2, 12_345.678, 1e4, 5e5, 1e7, 1e300])
@pytest.mark.parametrize("dim", [2, 3, 7, 64, 96, 512])
def test_each_frequency_is_within_one_and_a_half_units_in_the_last_place(dim, base):
    for i, value in enumerate(inverse_frequencies(dim, base)):
        assert ulps(value, frequency(2 * i, dim, base)) <= 1.5


@given(dims, bases)
def test_any_frequency_is_within_one_and_a_half_units_in_the_last_place(dim, base):
    for i, value in enumerate(inverse_frequencies(dim, base)):
        assert ulps(value, frequency(2 * i, dim, base)) <= 1.5


@given(st.integers(0, 2**26), st.integers(1, 2**26), st.floats(1.0001, 1e7))
def test_powers_stay_exact_up_to_the_largest_numerators_and_denominators(numerator, denominator, base):
    numerator %= 2 * denominator  # exponents from 0 to -2
    (value,) = geometric(base, np.array([numerator]), denominator)
    assert ulps(value, frequency(numerator, denominator, base)) <= 1.5


@given(dims, bases)
def test_frequencies_start_at_one_and_fall(dim, base):
    frequencies = inverse_frequencies(dim, base)
    assert frequencies.shape == (dim // 2,)
    assert frequencies.dtype == np.float64
    assert all(frequencies[:1] == 1)
    assert (np.diff(frequencies) < 0).all()
    assert (frequencies > 0).all()


@given(dims, bases)
def test_every_second_frequency_of_twice_as_many_features_is_the_same(dim, base):  # 2(2i) / (2 dim) = 2i / dim
    dense = inverse_frequencies(2 * dim, base)[::2]
    np.testing.assert_allclose(dense[: dim // 2], inverse_frequencies(dim, base), rtol=3 * EPS)


@given(dims, st.floats(1.0001, 3000))
def test_squaring_the_base_squares_every_frequency(dim, base):
    rtol = 8 * EPS  # two frequencies and a square; base**2 itself is rounded
    np.testing.assert_allclose(inverse_frequencies(dim, base**2), inverse_frequencies(dim, base) ** 2, rtol=rtol)


@given(dims, bases)
def test_a_wavelength_is_the_offset_after_which_its_pair_has_turned_once(dim, base):
    np.testing.assert_allclose(wavelengths(dim, base) * inverse_frequencies(dim, base), 2 * np.pi, rtol=2 * EPS)


@given(st.integers(1, 200).map(lambda pairs: 2 * pairs), bases)
def test_the_last_wavelength_is_shorter_than_two_pi_base(dim, base):
    last = wavelengths(dim, base)[-1]
    assert last < 2 * math.pi * base
    np.testing.assert_allclose(last, 2 * math.pi * base ** ((dim - 2) / dim), rtol=1e-13)


@pytest.mark.parametrize(
    ("dim", "longest"),
    [
        (4, 628.318530718),
        (8, 6283.18530718),
        (16, 19869.1765316),
        (32, 35332.9475206),
        (64, 47117.2427802),
        (128, 54410.1431308),
        (256, 58469.5657484),
        (512, 60611.4771663),
        (768, 61342.744372),
        (1024, 61711.6798327),
        (4096, 62549.9178081),
    ],
)
def test_the_longest_wavelength_of_the_paper(dim, longest):
    # 2π · 10000**((d - 2) / d), from 10000**(2i / d_model) with i = d / 2 - 1, in 30 digits with mpmath.
    # The paper's "from 2π to 10000 · 2π" is the limit: Vaswani et al. 2017, section 3.5,
    # https://arxiv.org/abs/1706.03762
    assert wavelengths(dim)[-1] == pytest.approx(longest, rel=1e-11)
    assert wavelengths(dim)[0] == 2 * math.pi


def test_the_frequencies_of_eight_features_are_powers_of_ten():
    # 10000**(-2i / 8) = 10**-i: Vaswani et al. 2017, section 3.5, https://arxiv.org/abs/1706.03762
    np.testing.assert_allclose(inverse_frequencies(8), [1, 0.1, 0.01, 0.001], rtol=1.5 * EPS)

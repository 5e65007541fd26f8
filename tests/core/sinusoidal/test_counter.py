import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from core.frequencies import inverse_frequencies, wavelengths
from core.schemes.sinusoidal import sinusoidal
from core.sinusoidal.counter import MOST_APART, bit_wavelengths, bits, half_token_later, matches, negative_half


def test_bits_are_those_that_python_writes():
    for number, row in enumerate(bits(64, 6)):
        assert "".join(map(str, row[::-1])) == f"{number:06b}"


@given(some.integers(1, 12))
def test_the_sine_of_twice_the_worth_is_negative_exactly_where_the_bit_is_one(width):
    positions = np.arange(5000)
    counter = bits(5000, width)
    np.testing.assert_array_equal(negative_half(positions, bit_wavelengths(width)), counter)
    # all values are at least half a token away from a zero crossing, so rounding cannot change a sign
    assert np.abs(half_token_later(positions, bit_wavelengths(width))).min() > np.sin(np.pi / 2 ** (width + 1)) / 2


@given(some.integers(0, 1000), some.integers(0, 15))
def test_half_a_token_later_is_a_fixed_sum_of_sine_and_cosine(position, pair):
    frequency = inverse_frequencies(32)[pair]
    sine, cosine = sinusoidal([position], 32)[0, 2 * pair : 2 * pair + 2]
    later = half_token_later([position], [wavelengths(32)[pair]])[0, 0]
    assert later == pytest.approx(sine * np.cos(frequency / 2) + cosine * np.sin(frequency / 2), abs=1e-9)


@given(some.integers(1, 600), some.floats(2, 1e7), some.floats(1, 64))
def test_matches_are_the_nearest_pairs_and_none_beyond_half_an_octave(d_model, base, scale):
    lengths = scale * wavelengths(d_model, base)
    for match in matches(32, 8, d_model, base=base, scale=scale):
        octaves = np.abs(np.log2(lengths / 2 ** (match.bit + 1)))
        if match.pair is None:
            assert octaves.min(initial=np.inf) > MOST_APART
            assert np.isnan(match.wavelength)
            assert match.agreeing == 0
        else:
            assert octaves[match.pair] == octaves.min() <= MOST_APART
            assert match.wavelength == lengths[match.pair]


def test_the_encoding_of_the_paper_matches_bits_from_eight_tokens_on():
    found = matches(32, 5, 512)
    assert [match.pair is None for match in found] == [True, True, False, False, False]  # fastest: 2π = 6.28
    assert [match.agreeing for match in found[2:]] == [32, 32, 32]


def test_agreement_wears_away_where_the_wavelength_is_off():
    (_, _, eight) = matches(4096, 3, 512)
    assert 0.4 < eight.agreeing / 4096 < 0.6  # 8.08 tokens against 8: after 400 tokens half a wave behind

"""Hands of clocks, binary counters, and waves of single dimensions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some
from hypothesis import strategies as st

from core.frequencies import inverse_frequencies, wavelengths
from core.schemes.sinusoidal import columns, sinusoidal
from core.sinusoidal.counter import MOST_APART, bit_wavelengths, bits, half_token_later, matches, negative_half
from core.sinusoidal.dimensions import columns_at, contrasting_dimensions, read_dimensions, wave
from core.sinusoidal.hands import complete_turns, hands, pairs_shown, read_hand

# ---- Hands.

POSITIONS = st.floats(-1e6, 1e6)
WIDTHS = st.integers(2, 600)


def dial(degrees):
    """Tip (x, y) of a hand at this angle, in degrees past twelve."""
    return np.sin(np.radians(degrees)), np.cos(np.radians(degrees))


@given(POSITIONS, WIDTHS, st.floats(1, 64))
def test_a_hand_points_at_sine_and_cosine_of_the_table(position, d_model, scale):
    at = hands(position, np.arange(d_model // 2), d_model, scale=scale)
    row = sinusoidal([position], d_model, scale=scale)[0, : 2 * (d_model // 2)]
    np.testing.assert_allclose(np.stack(dial(at.angles), axis=1).ravel(), row, atol=1e-8)
    np.testing.assert_allclose(dial(360 * at.turns), dial(at.angles), atol=1e-8)


@given(POSITIONS, POSITIONS, st.floats(-1e4, 1e4), WIDTHS)
def test_the_angle_to_the_ghost_depends_on_the_offset_alone(here, there, offset, d_model):
    pairs = np.arange(d_model // 2)
    one, other = (hands(position, pairs, d_model, offset=offset) for position in (here, there))
    np.testing.assert_array_equal(one.ahead, other.ahead)
    ghost = hands(here + offset, pairs, d_model)
    np.testing.assert_allclose(dial(one.angles + one.ahead), dial(ghost.angles), atol=1e-7)


def test_a_hair_before_twelve_is_not_360_degrees():
    assert hands(-1e-30, [0], 4).angles[0] < 360


@given(WIDTHS, st.integers(1, 64), st.integers(0, 9000), st.booleans())
def test_pairs_shown_are_distinct_ascending_and_exist(d_model, count, first, spread):
    pairs = pairs_shown(d_model, count, first=first, is_spread=spread)
    assert 1 <= len(pairs) <= count
    assert (np.diff(pairs) > 0).all()
    assert pairs[0] == min(first, d_model // 2 - 1)
    assert pairs[-1] < d_model // 2
    assert not spread or count == 1 or pairs[-1] == d_model // 2 - 1


@given(WIDTHS, st.integers(1, 64), st.integers(0, 9000), st.integers(0, 200))
def test_pairs_among_the_fastest_are_as_many_as_are_wanted(d_model, count, first, among):
    pairs = pairs_shown(d_model, count, first=first, among=among)
    every = pairs_shown(d_model, count, first=first)
    assert len(pairs) == len(every)
    assert pairs[0] == every[0]
    assert pairs[-1] < max(among, min(first, d_model // 2 - 1) + count, 1)


def test_one_feature_has_no_hand():
    assert not len(pairs_shown(1, 12))
    assert complete_turns(128, 1) == 0


def test_complete_turns_counts_periods_within_the_length():
    at = hands(128, np.arange(256), 512)
    assert complete_turns(128, 512) == np.count_nonzero(at.turns >= 1)


@given(POSITIONS, st.floats(-1e4, 1e4), WIDTHS, st.floats(1, 64), st.data())
def test_a_reading_is_one_of_the_hands_with_the_cells_of_the_table(position, offset, d_model, scale, data):
    pair = data.draw(st.integers(0, d_model // 2 - 1))
    one = read_hand(position, pair, d_model, offset=offset, scale=scale)
    hand = hands(position, [pair], d_model, offset=offset, scale=scale)
    numbers = (one.frequency, one.period, one.turns, one.angle, one.ahead)
    assert numbers == (*hand.frequencies, *hand.periods, *hand.turns, *hand.angles, *hand.ahead)
    assert [one.sine, one.cosine] == sinusoidal([position], d_model, scale=scale)[
        0, [2 * pair, 2 * pair + 1]
    ].tolist()
    assert one.ghost == position + offset
    np.testing.assert_allclose(dial(np.degrees(one.radians)), dial(one.ahead), atol=1e-7)


# ---- Counter.


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
            assert match.agreement == 0
        else:
            assert octaves[match.pair] == octaves.min() <= MOST_APART
            assert match.wavelength == lengths[match.pair]


def test_the_encoding_of_the_paper_matches_bits_from_eight_tokens_on():
    result = matches(32, 5, 512)
    assert [match.pair is None for match in result] == [True, True, False, False, False]  # fastest: 2π = 6.28
    assert [match.agreement for match in result[2:]] == [32, 32, 32]


# ---- Dimensions.

SIZES = some.integers(1, 300)
BASES = some.floats(2, 1e7)
SCALES = some.floats(1, 64)


@given(SIZES, BASES, SCALES, some.data())
def test_a_few_columns_are_those_of_the_table(d_model, base, scale, data):
    dimensions = data.draw(some.lists(some.integers(0, d_model - 1), max_size=5))
    positions = np.array([0, 1, 2.5, 1000])
    table = sinusoidal(positions, d_model, base=base, scale=scale)
    few = columns_at(positions, dimensions, columns(d_model, base=base), scale=scale)
    np.testing.assert_allclose(few, table[:, dimensions], atol=1e-12)


@given(SIZES, BASES, SCALES, some.integers(1, 2**20), some.data())
def test_a_wave_repeats_after_its_wavelength(d_model, base, scale, window, data):
    dimension = data.draw(some.integers(0, d_model - 1))
    column = columns(d_model, base=base)
    curve = wave(dimension, window, column, scale=scale)
    now, later = columns_at([0.7, 0.7 + curve.wavelength], [dimension], column, scale=scale)[:, 0]
    assert later == pytest.approx(now, abs=1e-9)
    assert curve.turns == pytest.approx(window / curve.wavelength)
    function = np.cos if curve.cosine else np.sin
    assert function(0.7 * curve.frequency) == pytest.approx(now, abs=1e-12)
    assert curve.pair == dimension // 2


def test_default_spread_of_the_paper_is_fast_medium_slow_and_still():
    column = columns(512)
    lengths = [wave(d, 128, column).wavelength for d in contrasting_dimensions(128, column)[::2]]
    np.testing.assert_allclose(lengths, [6.28, 128 / 5, 128, 60611.5], rtol=0.02)  # within half a pair


@given(SIZES, BASES, SCALES, some.integers(1, 2**20))
def test_the_spread_always_holds_the_fastest_and_the_last_dimension(d_model, base, scale, window):
    picked = contrasting_dimensions(window, columns(d_model, base=base), scale=scale)
    assert picked[0] == 0
    assert picked[-1] == d_model - 1
    assert list(picked) == sorted(set(picked))


@given(some.text(max_size=80), some.integers(1, 16_384))
def test_any_text_gives_dimensions_that_exist(text, d_model):
    picked = read_dimensions(text, d_model, most=16)
    assert len(picked) <= 16
    assert all(0 <= dimension < d_model for dimension in picked)


@pytest.mark.parametrize(
    ("text", "picked"),
    [
        ("3,1, 1", (1, 3)),
        ("2-4", (2, 3, 4)),
        ("2–3", (2, 3)),
        ("4-2", ()),
        ("0-999999999", (0, 1, 2, 3)),
        ("9" * 5000, ()),
        ("8", ()),
        ("٣", ()),
        ("", ()),
    ],
)
def test_text_is_read_as_a_person_would(text, picked):
    assert read_dimensions(text, 8, most=4) == picked

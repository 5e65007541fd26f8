import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.schemes.sinusoidal import sinusoidal
from core.sinusoidal.hands import complete_turns, hands, pairs_shown, read_hand

POSITIONS = st.floats(-1e6, 1e6)
WIDTHS = st.integers(2, 600)


def dial(degrees):
    """Tip (x, y) of a hand so many degrees past twelve."""
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


def test_hands_start_at_twelve_and_turn_clockwise():
    assert hands(0, [0], 4).angles[0] == 0
    assert 0 < hands(0.1, [0], 4).angles[0] < 90


def test_a_hair_before_twelve_is_not_360_degrees():
    assert hands(-1e-30, [0], 4).angles[0] < 360


@given(WIDTHS, st.integers(1, 64), st.integers(0, 9000), st.booleans())
def test_pairs_shown_are_distinct_ascending_and_exist(d_model, count, first, spread):
    shown = pairs_shown(d_model, count, first=first, spread=spread)
    assert 1 <= len(shown) <= count
    assert (np.diff(shown) > 0).all()
    assert shown[0] == min(first, d_model // 2 - 1)
    assert shown[-1] < d_model // 2
    assert not spread or count == 1 or shown[-1] == d_model // 2 - 1


@given(WIDTHS, st.integers(1, 64), st.integers(0, 9000), st.integers(0, 200))
def test_pairs_among_the_fastest_are_as_many_as_are_wanted(d_model, count, first, among):
    shown = pairs_shown(d_model, count, first=first, among=among)
    every = pairs_shown(d_model, count, first=first)
    assert len(shown) == len(every)
    assert shown[0] == every[0]
    assert shown[-1] < max(among, min(first, d_model // 2 - 1) + count, 1)


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
    seen = (one.frequency, one.period, one.turns, one.angle, one.ahead)
    assert seen == (*hand.frequencies, *hand.periods, *hand.turns, *hand.angles, *hand.ahead)
    assert [one.sine, one.cosine] == sinusoidal([position], d_model, scale=scale)[
        0, [2 * pair, 2 * pair + 1]
    ].tolist()
    assert one.ghost == position + offset
    np.testing.assert_allclose(dial(np.degrees(one.radians)), dial(one.ahead), atol=1e-7)

"""A shift is a rotation, given by formula and learned from examples."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from hypothesis import strategies as st

from core.frequencies import wavelengths
from core.schemes.sinusoidal import sinusoidal
from core.sinusoidal.learned_shift import EXAMPLES, learn_map, learn_shift, learnable_pairs, shift_examples
from core.sinusoidal.shift import fastest_pair, rotation_blocks, same_sine, shift_error, shift_matrix
from tests.core.oracle import EPS, error, frequency, mp

# ---- Shift.

reals = st.floats(-1e5, 1e5) | st.integers(-(10**5), 10**5)
bases = st.floats(1.01, 1e7) | st.sampled_from([2, 10_000, 500_000])
scales = st.floats(0.1, 1000) | st.sampled_from([1, 8])
d_models = st.integers(1, 40)


def rounding(scale, *tokens):
    """What float64 leaves of the angles of these tokens in the fastest pair."""
    return 16 * EPS * (1 + sum(map(abs, tokens)) / scale)


@given(reals, d_models, bases, scales)
def test_every_block_is_the_rotation_that_the_oracle_gives(offset, d_model, base, scale):
    blocks = rotation_blocks(offset, d_model, base=base, scale=scale)
    assert blocks.shape == (d_model // 2, 2, 2)
    for i, ((cos, sin), (minus_sin, same_cos)) in enumerate(blocks):
        angle = mp.mpf(offset) / mp.mpf(scale) * frequency(2 * i, d_model, base)
        bound = 4 * EPS * (1 + float(abs(angle)))
        assert error(cos, mp.cos(angle)) <= bound
        assert error(sin, mp.sin(angle)) <= bound
        assert (same_cos, minus_sin) == (cos, -sin)


@given(reals, reals, st.integers(1, 20), bases, scales)
def test_the_encoding_of_p_plus_k_is_the_encoding_of_p_turned_by_k(p, k, pairs, base, scale):
    matrix = shift_matrix(rotation_blocks(k, 2 * pairs, base=base, scale=scale))
    start, end = sinusoidal([p, p + k], 2 * pairs, base=base, scale=scale)
    np.testing.assert_allclose(matrix @ start, end, rtol=0, atol=rounding(scale, p, k))


@given(reals, st.integers(1, 12), bases)
def test_the_shift_matrix_has_the_blocks_on_its_diagonal_and_nothing_else(k, pairs, base):
    blocks = rotation_blocks(k, 2 * pairs, base=base)
    expected = np.zeros((2 * pairs, 2 * pairs))
    for i, block in enumerate(blocks):
        expected[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = block
    np.testing.assert_array_equal(shift_matrix(blocks), expected, strict=True)


@given(st.lists(reals, max_size=5), reals, d_models, bases, scales)
def test_the_shift_error_is_rounding_only(positions, k, d_model, base, scale):
    furthest = max(map(abs, positions), default=0)
    assert 0 <= shift_error(positions, k, d_model, base=base, scale=scale) <= rounding(scale, furthest, k)


def test_the_shift_error_is_the_largest_entry_of_the_difference(monkeypatch):
    turned_by_four = rotation_blocks(4, 4)
    monkeypatch.setattr("core.sinusoidal.shift.rotation_blocks", lambda *_, **__: turned_by_four)
    table = sinusoidal(20, 4)
    difference = np.abs(table[3:] - table[:-3] @ shift_matrix(turned_by_four).T).max()
    assert shift_error(17, 3, 4) == pytest.approx(difference, rel=1e-13)
    assert difference > 0.5


@pytest.mark.parametrize(("positions", "d_model"), [([], 4), (0, 4), ([], 1), (5, 1)])
def test_the_shift_error_is_zero_where_there_is_no_pair_or_no_position(positions, d_model):
    assert shift_error(positions, 2, d_model) == 0


@given(st.integers(-1000, 1000), st.integers(0, 1000), st.integers(2, 40), bases, scales)
def test_the_fastest_pair_goes_from_its_row_to_the_later_one(offset, position, d_model, base, scale):
    one = fastest_pair(offset, d_model, position=position, base=base, scale=scale)
    before, after = sinusoidal([position, position + offset], d_model, base=base, scale=scale)[:, :2]
    np.testing.assert_allclose(one.before, before, atol=rounding(scale, position))
    np.testing.assert_allclose(one.after, after, atol=rounding(scale, position, offset))
    np.testing.assert_allclose(
        one.block[0], [math.cos(one.angle), math.sin(one.angle)], atol=rounding(scale, offset)
    )


@pytest.mark.parametrize("offset", [-1000, -7, 1, 7, 1000])
@pytest.mark.parametrize("d_model", [2, 3, 512])
def test_two_angles_of_one_sine_are_turned_as_their_pair_is(offset, d_model):
    result = same_sine(offset, d_model, scale=2)
    block = rotation_blocks(offset, d_model, scale=2)[result.pair]
    before, after = (np.array([np.sin(angles), np.cos(angles)]) for angles in (result.before, result.after))
    np.testing.assert_allclose(before[0], 0.5)
    np.testing.assert_allclose(block @ before, after, atol=1e-9)
    assert before[1, 0] > 0 > before[1, 1]  # rising, falling
    if d_model == 512 and abs(offset) > 2:
        assert 0.9 < abs(result.turn) / (np.pi / 3) < 1.1


# ---- Learned shift.

BASES = some.floats(2, 1e7)
SCALES = some.floats(1, 64)
OFFSETS = some.integers(-1000, 1000)


def test_examples_that_look_back_start_late_enough():
    pairs = np.array([1])
    before, after = shift_examples(-5, pairs, 8)
    ahead, behind = shift_examples(5, pairs, 8)
    np.testing.assert_allclose(before, behind, atol=1e-12)
    np.testing.assert_allclose(after, ahead, atol=1e-12)


@settings(deadline=None)
@given(OFFSETS, some.integers(2, 2000), BASES, SCALES)
def test_least_squares_finds_the_rotation(offset, d_model, base, scale):
    learned = learn_shift(offset, d_model, base=base, scale=scale)
    assert learned.difference < 1e-9
    assert learned.both.residual < 1e-10
    assert learned.both.examples >= 16 * len(learned.pairs)


@settings(deadline=None)
@given(some.integers(2, 2000), BASES, some.integers(1, 64))
def test_without_cosines_the_residual_stays(
    d_model, base, scale
):  # a quarter turn of the fastest pair needs them most
    learned = learn_shift(scale * np.pi / 2, d_model, base=base, scale=scale)
    assert learned.sines.residual > 0.1 * learned.sines.size
    assert learned.sines.size == pytest.approx(np.sqrt(0.5), abs=0.05)


def test_one_sine_alone_misses_the_share_of_its_cosine():  # sin(a + b) = sin a cos b + cos a sin b
    learned = learn_shift(7, 2)
    assert learned.sines.matrix[0, 0] == pytest.approx(np.cos(7), abs=0.01)
    assert learned.sines.residual == pytest.approx(abs(np.sin(7)) * np.sqrt(0.5), rel=0.01)


@given(some.integers(1, 4000), BASES)
def test_learnable_pairs_turn_at_least_twice(d_model, base):
    pairs = learnable_pairs(d_model, base=base)
    assert len(pairs) <= 8
    assert (wavelengths(d_model, base)[pairs] <= EXAMPLES / 2).all()
    assert len(pairs) == 0 if d_model == 1 else pairs[0] == 0


@given(some.integers(2, 12), some.integers(1, 5), some.data())
def test_no_other_matrix_misses_less_of_a_table_without_a_rotation(rows, width, data):
    offset = data.draw(some.integers(1, rows - 1))
    rng = np.random.default_rng(data.draw(some.integers(0, 2**32)))
    table = rng.standard_normal((rows, width))
    learned = learn_map(table[:-offset], table[offset:])
    before, after = table[:-offset], table[offset:]
    missed = after - before @ learned.matrix.T
    assert learned.matrix.shape == (width, width)
    assert learned.examples == rows - offset
    assert learned.residual == pytest.approx(math.sqrt(np.mean(missed**2)), rel=1e-12)
    # normal equations: what is missed is orthogonal to what there is to learn from
    np.testing.assert_allclose(before.T @ missed, 0, atol=1e-9 * (1 + np.abs(learned.matrix).max()))

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from core.frequencies import wavelengths
from core.schemes.sinusoidal import sinusoidal
from core.sinusoidal.learned_shift import EXAMPLES, learn_map, learn_shift, learnable_pairs, shift_examples
from core.sinusoidal.shift import rotation_blocks, shift_matrix

BASES = some.floats(2, 1e7)
SCALES = some.floats(1, 64)
OFFSETS = some.integers(-1000, 1000)


def test_examples_are_rows_of_the_table():
    before, after = shift_examples(7, np.array([0, 3]), 64)
    table = sinusoidal(EXAMPLES + 7, 64)[:, [0, 1, 6, 7]]
    np.testing.assert_allclose(before, table[:EXAMPLES], atol=1e-12)
    np.testing.assert_allclose(after, table[7:], atol=1e-12)


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
    assert learned.both.examples >= 8 * len(learned.dimensions)


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


def test_a_learned_shift_names_the_columns_it_used():
    learned = learn_shift(2, 40)
    np.testing.assert_array_equal(learned.dimensions[::2] // 2, learned.pairs)
    blocks = rotation_blocks(2, 40)[learned.pairs]
    np.testing.assert_array_equal(learned.rotation, shift_matrix(blocks))


@given(some.integers(1, 3).map(lambda pairs: 2 * pairs), some.integers(1, 30))
def test_least_squares_finds_the_rotation_from_examples_alone(d_model, offset):
    table = sinusoidal(400, d_model, base=100)
    learned = learn_map(table[:-offset], table[offset:])
    np.testing.assert_allclose(learned.matrix, shift_matrix(rotation_blocks(offset, d_model, base=100)), atol=1e-9)
    assert learned.residual < 1e-12
    assert learned.examples == 400 - offset


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

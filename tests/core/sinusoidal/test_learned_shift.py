import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from core.frequencies import wavelengths
from core.schemes.sinusoidal import sinusoidal
from core.sinusoidal.shift import (
    EXAMPLES,
    learnable_pairs,
    lesson,
    rotation_blocks,
    shift_examples,
    shift_matrix,
)

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
    taught = lesson(offset, d_model, base=base, scale=scale)
    assert taught.difference < 1e-9
    assert taught.both.residual < 1e-10
    assert taught.both.examples >= 8 * len(taught.dimensions)


@settings(deadline=None)
@given(some.integers(2, 2000), BASES, some.integers(1, 64))
def test_without_cosines_the_residual_stays(
    d_model, base, scale
):  # a quarter turn of the fastest pair needs them most
    taught = lesson(scale * np.pi / 2, d_model, base=base, scale=scale)
    assert taught.sines.residual > 0.1 * taught.sines.size
    assert taught.sines.size == pytest.approx(np.sqrt(0.5), abs=0.05)


def test_one_sine_alone_misses_the_share_of_its_cosine():  # sin(a + b) = sin a cos b + cos a sin b
    taught = lesson(7, 2)
    assert taught.sines.matrix[0, 0] == pytest.approx(np.cos(7), abs=0.01)
    assert taught.sines.residual == pytest.approx(abs(np.sin(7)) * np.sqrt(0.5), rel=0.01)


@given(some.integers(1, 4000), BASES)
def test_learnable_pairs_turn_at_least_twice(d_model, base):
    pairs = learnable_pairs(d_model, base=base)
    assert len(pairs) <= 8
    assert (wavelengths(d_model, base)[pairs] <= EXAMPLES / 2).all()
    assert len(pairs) == 0 if d_model == 1 else pairs[0] == 0


def test_lesson_names_the_columns_it_used():
    taught = lesson(2, 40)
    np.testing.assert_array_equal(taught.dimensions[::2] // 2, taught.pairs)
    blocks = rotation_blocks(2, 40)[taught.pairs]
    np.testing.assert_array_equal(taught.rotation, shift_matrix(blocks))

"""Rounding against exact fractions and the formats' own definitions."""

from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.long_context.dtypes import DTYPE, SIGNIFICAND_BITS, Dtypes, everywhere, rounded


def nearest(value, bits):
    """A positive number with so many bits, ties to even, in exact arithmetic."""
    number, exponent = Fraction(value), 0
    while number >= 2**bits:
        number, exponent = number / 2, exponent + 1
    while number < 2 ** (bits - 1):
        number, exponent = number * 2, exponent - 1
    return float(Fraction(round(number)) * Fraction(2) ** exponent)


@given(st.integers(1, 65_519), st.sampled_from(list(SIGNIFICAND_BITS)))
def test_whole_numbers_are_rounded_to_nearest_ties_to_even(value, dtype):
    assert rounded([value], dtype)[0] == nearest(value, SIGNIFICAND_BITS[dtype])


@given(st.floats(2**-13, 2**13, width=32), st.sampled_from(list(SIGNIFICAND_BITS)))
def test_fractions_are_rounded_to_nearest(value, dtype):
    assert rounded(value, dtype).item() == nearest(value, SIGNIFICAND_BITS[dtype])


@pytest.mark.parametrize("dtype", DTYPE.options)
def test_the_bits_are_those_of_the_formats(dtype):
    info = ml_dtypes.finfo(dtype)
    assert SIGNIFICAND_BITS[dtype] == info.nmant + 1
    assert rounded(float(info.max), dtype) == float(info.max)


def test_bfloat16_takes_257_for_256():
    np.testing.assert_array_equal(
        rounded(np.arange(255, 265), "bfloat16"), [255, 256, 256, 258, 260, 260, 260, 262, 264, 264]
    )


def test_one_step_keeps_its_dtype_and_the_others_become_exact():
    assert everywhere("bfloat16").only("angle") == Dtypes(angle="bfloat16")

"""Rounding against exact fractions and the formats' own definitions."""

import re
from fractions import Fraction
from functools import partial

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.long_context.dtypes import DTYPE, SIGNIFICAND_BITS, STEPS, Dtypes, everywhere, rounded


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


NO_DTYPE = "must be one of bfloat16, float16, float32, float64, got"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        *[(partial(Dtypes, **{step: "float8"}), f"{step} {NO_DTYPE} 'float8'") for step in STEPS],
        (partial(rounded, 1, "bf16"), f"dtype {NO_DTYPE} 'bf16'"),
        (partial(rounded, [np.nan], "float16"), "values must be finite, got nan"),
    ],
)
def test_what_is_not_valid_is_refused(call, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()

"""Positions that become one number, against counting them."""

import numpy as np
import pytest

from core.long_context.dtypes import DTYPE, rounded
from core.long_context.merged_positions import distinct_positions, first_collision, merged_with, overflow

SMALL = ["bfloat16", "float16"]


@pytest.mark.parametrize("dtype", [*SMALL, "float32"])
def test_the_first_collision_is_where_two_neighbours_become_one(dtype):
    at = first_collision(dtype)
    below = rounded(np.arange(max(at - 5000, 0), at + 1), dtype)
    assert (np.diff(below) == 1).all()
    assert rounded(at + 1, dtype) == at


@pytest.mark.parametrize(
    ("length", "count"), [(256, 256), (257, 257), (258, 257), (4096, 769), (8192, 897), (131_072, 1409)]
)
def test_bfloat16_has_few_whole_numbers(length, count):  # each doubling beyond 256 adds 128
    assert distinct_positions(length, "bfloat16") == count == len(set(rounded(np.arange(length), "bfloat16")))


@pytest.mark.parametrize("dtype", SMALL)
def test_distinct_positions_are_those_that_are_counted(dtype):
    numbers = rounded(np.arange(70_000), dtype)
    for length in [1, 255, 256, 259, 260, 261, 511, 512, 513, 2049, 4095, 4099, 65_519, 65_520, 65_521, 70_000]:
        assert distinct_positions(length, dtype) == len(np.unique(numbers[:length]))


def test_float16_has_no_position_beyond_65504():
    assert overflow("float16") == 65_520
    assert rounded(65_519, "float16") == 65_504
    assert np.isinf(rounded([65_520, 1e30], "float16")).all()
    assert distinct_positions(1_048_576, "float16") == len(set(rounded(np.arange(65_521), "float16"))) == 7169
    assert {overflow(dtype) for dtype in DTYPE.options if dtype != "float16"} == {None}


@pytest.mark.parametrize("dtype", SMALL)
def test_sharing_finds_all_and_only_those_that_become_the_same_number(dtype):
    for position in [0, 1, 255, 256, 257, 258, 260, 2047, 2049, 4001, 8191, 65_519]:
        found, number = merged_with(position, dtype), rounded(position, dtype)
        assert found.first <= position <= found.last
        np.testing.assert_array_equal(rounded(np.arange(found.first, found.last + 1), dtype), number)
        assert rounded(found.last + 1, dtype) > number
        assert found.first == 0 or rounded(found.first - 1, dtype) < number

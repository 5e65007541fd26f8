import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from core.inputs.arrays import as_positions, as_real

finite = st.floats(allow_nan=False, allow_infinity=False)


@given(st.integers(0, 300), st.sampled_from([int, np.int16, np.uint16, np.int64, np.uint64]))
def test_a_number_stands_for_the_positions_from_zero(count, kind):
    positions = as_positions(kind(count))
    assert positions.dtype == np.float64
    assert positions.tolist() == list(range(count))


@given(st.lists(finite))
def test_a_list_of_real_numbers_stays_as_it_is(numbers):
    positions = as_positions(numbers)
    assert positions.dtype == np.float64
    assert positions.tolist() == numbers


@pytest.mark.parametrize("kind", [list, tuple, np.array, pd.Series])
def test_any_sequence_will_do(kind):
    np.testing.assert_array_equal(as_positions(kind([7.25, -3, 2**40])), [7.25, -3, 2**40])


@given(
    npst.arrays(npst.integer_dtypes() | npst.floating_dtypes(sizes=(16, 32, 64)), 3, elements=st.integers(0, 100))
)
def test_numbers_of_any_type_become_float64_of_the_same_value(array):
    positions = as_positions(array)
    assert positions.dtype == np.float64
    np.testing.assert_array_equal(positions, array)


@given(npst.arrays(np.float64, npst.array_shapes(min_dims=0, max_dims=3, min_side=0), elements=finite))
def test_real_numbers_keep_their_shape_and_their_values(array):
    np.testing.assert_array_equal(as_real(array, "offsets"), array, strict=True)


def test_the_callers_array_is_not_shared():
    mine = np.arange(3.0)
    as_positions(mine)[0] = 9
    assert mine[0] == 0

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.inputs.parameter import BASE, D_MODEL, LENGTH, QUARTER_OCTAVES, SCALE, check_whole, log_stops

PARAMETERS = (D_MODEL, LENGTH, BASE, SCALE)
each_parameter = pytest.mark.parametrize("parameter", PARAMETERS, ids=lambda parameter: parameter.name)


@each_parameter
def test_every_stop_is_whole_positive_valid_and_larger_than_the_one_before(parameter):
    assert all(type(stop) is int and stop > 0 for stop in parameter.stops)
    assert [parameter.check(stop) for stop in parameter.stops] == list(parameter.stops)
    assert all(before < after for before, after in itertools.pairwise(parameter.stops))


@each_parameter
def test_no_stop_is_more_than_twice_the_one_before(parameter):
    assert all(after <= 2 * before for before, after in itertools.pairwise(parameter.stops))


def test_the_stops_reach_from_the_smallest_table_to_1048576_by_16384_and_to_the_largest_base_and_scale():
    ends = [(parameter.stops[0], parameter.stops[-1]) for parameter in PARAMETERS]
    assert ends == [(1, 16_384), (1, 1_048_576), (2, 10_000_000), (1, 64)]


@pytest.mark.parametrize("parameter", [D_MODEL, LENGTH], ids=lambda parameter: parameter.name)
def test_every_small_size_and_every_power_of_two_is_offered(parameter):
    powers = [2**n for n in range(int(math.log2(parameter.stops[-1])) + 1)]
    assert {*range(1, 17), *powers} <= set(parameter.stops)


@given(st.integers(1, 127), st.sampled_from([int, np.int8, np.uint8, np.int16, np.uint32, np.int64, np.uint64]))
def test_a_whole_number_of_any_type_is_returned_as_int(value, kind):
    checked = D_MODEL.check(kind(value))
    assert type(checked) is int
    assert checked == value


@pytest.mark.parametrize(
    "value", [2, 2.5, np.float32(2.5), np.float16(1.5), np.int8(2), np.longdouble(3), Fraction(5, 2)]
)
def test_a_real_number_of_any_type_is_returned_as_float(value):
    checked = BASE.check(value)
    assert type(checked) is float
    assert checked == value


@given(st.floats())
def test_a_scale_is_valid_exactly_if_it_is_finite_and_greater_than_zero(value):
    if math.isfinite(value) and value > 0:
        assert SCALE.check(value) == value
    else:
        with pytest.raises(ValueError, match=r"^scale must be a finite number greater than 0, got "):
            SCALE.check(value)


@given(st.integers(-5, 15), st.integers(-5, 5), st.integers(0, 10))
def test_check_whole_lets_through_exactly_what_is_within_its_bounds(value, least, width):
    if least <= value <= least + width:
        assert check_whole(value, "count", least, least + width) == value
    else:
        with pytest.raises(ValueError, match=r"^count must be a whole number from "):
            check_whole(value, "count", least, least + width)


numbers = st.floats() | st.integers()
others = st.none() | st.booleans() | st.binary() | st.complex_numbers() | st.lists(st.integers())
anything = st.text() | numbers.map(str) | numbers | others


@each_parameter
@given(text=anything)
@example(text="9" * 5000)
@example(text=10**400)
@example(text="1e999")
@example(text="-1e999")
@example(text="1_000")
@example(text="\ud800")
def test_what_is_read_is_valid_and_between_the_stops_or_none_whatever_the_address_says(parameter, text):
    value = parameter.read(text)
    assert value is None or parameter.stops[0] <= parameter.check(value) <= parameter.stops[-1]


@pytest.mark.parametrize(
    "text", ["", " ", "many", "nan", "inf", "-inf", "1e999", "1,000", "12 tokens", None, [], 1j]
)
@each_parameter
def test_read_is_none_where_the_text_is_no_finite_number(parameter, text):
    assert parameter.read(text) is None


@each_parameter
@given(data=st.data())
def test_a_valid_value_between_the_stops_is_read_as_it_stands(parameter, data):
    first, last = parameter.stops[0], parameter.stops[-1]
    value = data.draw(st.integers(first, last) if parameter.whole else st.floats(first, last))
    assert parameter.read(repr(value)) == value


@each_parameter
def test_values_beyond_the_stops_are_clamped(parameter):
    first, last = parameter.stops[0], parameter.stops[-1]
    assert [parameter.read(text) for text in ("-7", "0", "-1e308", "1e-300")] == [first] * 4
    assert [parameter.read(text) for text in ("1e308", str(last + 1), "9" * 300)] == [last] * 3


@given(
    st.integers(1, 10**6),
    st.integers(1, 100),
    st.sampled_from([((1, 2, 5), 10), (QUARTER_OCTAVES, 2), ((1,), 3), ((1, 1.5), 10)]),
)
def test_log_stops_are_exactly_the_whole_multiples_of_powers_from_first_to_last(last, first, series):
    mantissas, radix = series
    expected = [
        value
        for value in (Fraction(m) * radix**n for n in range(21) for m in mantissas)
        if value.denominator == 1 and first <= value <= last
    ]
    assert log_stops(last, mantissas, radix, first) == tuple(sorted(set(expected)))

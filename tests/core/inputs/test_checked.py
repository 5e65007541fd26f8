"""Arguments are checked and converted by one decorator; text from outside is cleaned."""

import inspect
import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from core.inputs.checked import Positions, as_positions, as_real, checked
from core.inputs.parameter import Choice, Parameter
from core.inputs.whole_text import whole_text
from core.schemes.alibi import slopes
from core.schemes.rope import rope

# ---- The decorator that checks arguments.

FACTOR = Parameter("factor", "1", "", "a finite number greater than 0", lambda value: value > 0, (1,))
KIND = Choice("kind", "", ("plain", "other"))


def _ordered(factor, least):
    if least > factor:
        raise ValueError(f"least must be at most {factor:g}, got {least}")


@checked(FACTOR, KIND, together=_ordered)
def values(positions: Positions, factor=2.0, *, kind="plain", least=0, base=None):
    """Arguments as the function's body receives them."""
    return positions, factor, kind, least, base


def test_the_body_gets_converted_values():
    positions, factor, *_ = values(3, np.float32(4))
    np.testing.assert_array_equal(positions, [0.0, 1.0, 2.0])
    assert type(factor) is float


@pytest.mark.parametrize(
    ("args", "kwargs", "message"),
    [
        ((-1,), {}, "positions must be a number of tokens of at least 0, got -1"),
        ((2, 0), {}, "factor must be a finite number greater than 0, got 0"),
        ((2,), {"factor": 0}, "factor must be a finite number greater than 0, got 0"),
        ((2,), {"kind": "none"}, "kind must be one of plain, other, got 'none'"),
        ((2,), {"base": 1}, "base must be a finite number greater than 1, got 1"),
        ((2,), {"least": 3}, "least must be at most 2, got 3"),  # of a default
        ((2, 5), {"least": 9}, "least must be at most 5, got 9"),
    ],
)
def test_a_law_is_found_by_the_name_of_its_argument(args, kwargs, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        values(*args, **kwargs)


def test_none_is_passed_on_where_it_is_the_default():
    assert values(1, base=None)[-1] is None
    with pytest.raises(ValueError, match="factor"):
        values(1, None)


@pytest.mark.parametrize(
    ("args", "kwargs"), [((), {}), ((1, 2, 3), {}), ((1,), {"unknown": 1}), ((1,), {"positions": 2})]
)
def test_wrong_calls_are_those_of_the_function(args, kwargs):
    with pytest.raises(TypeError, match=r"^values\(\)"):
        values(*args, **kwargs)


def test_a_law_without_an_argument_is_refused():
    with pytest.raises(TypeError, match=r"^body must take factor, got scale$"):

        @checked(FACTOR)
        def body(scale):
            return scale


def test_signature_docstring_and_module_stay_those_of_the_function():
    assert list(inspect.signature(rope).parameters)[:2] == ["vectors", "positions"]
    assert slopes.__module__ == "core.schemes.alibi"
    assert slopes.__globals__ is inspect.unwrap(slopes).__globals__  # doctest relies on it
    assert pickle.loads(pickle.dumps(slopes)) is slopes


# ---- Arrays.

finite = st.floats(allow_nan=False, allow_infinity=False)


@given(st.integers(0, 300), st.sampled_from([int, np.int16, np.uint16, np.int64, np.uint64]))
def test_a_number_stands_for_the_positions_from_zero(count, kind):
    positions = as_positions(kind(count))
    assert positions.dtype == np.float64
    assert positions.tolist() == list(range(count))


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


# ---- Text from outside is whole: it can be sent to a browser.

ANY = st.text(st.characters(codec=None, categories=None))


@given(ANY)
def test_cleaned_text_is_valid_utf_8_without_control_characters(text):
    result = whole_text(text)
    result.encode()
    assert not any(sign in result for sign in map(chr, [*range(9), *range(14, 32), 127, 0x85, 0x9F]))
    assert whole_text(result) == result


@given(st.text())
def test_text_without_control_characters_is_returned_unchanged(text):
    clean = "".join(sign for sign in text if sign in "\t\n\r" or not (sign < " " or "\x7f" <= sign <= "\x9f"))
    assert whole_text(clean) == clean

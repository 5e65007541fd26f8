"""The decorator that checks arguments."""

import inspect
import pickle

import numpy as np
import pytest

from core.inputs.checked import Positions, checked
from core.inputs.parameter import Choice, Parameter
from core.schemes.alibi import slopes
from core.schemes.rope import rope

FACTOR = Parameter("factor", "1", "", "a finite number greater than 0", lambda value: value > 0, (1,))
KIND = Choice("kind", "", ("plain", "other"))


def _ordered(factor, least):
    if least > factor:
        raise ValueError(f"least must be at most {factor:g}, got {least}")


@checked(FACTOR, KIND, together=_ordered)
def values(positions: Positions, factor=2.0, *, kind="plain", least=0, base=None):
    """What the body gets."""
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
    assert slopes.__globals__ is inspect.unwrap(slopes).__globals__  # doctest goes by it
    assert pickle.loads(pickle.dumps(slopes)) is slopes

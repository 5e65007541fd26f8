"""The promises of every record: a lesson, a citation, a source, valid defaults, bad values refused by name."""

import inspect
import re

import numpy as np
import pytest

from core.beyond_text.contents import METHODS
from tests.core.schemes.test_every_scheme import HEADINGS

every = pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)

VALID = {  # a value of every argument
    "Sines and cosines on a grid": {
        "height": 2,
        "width": 3,
        "dim": 8,
        "base": 100.0,
        "first": "y",
        "class_token": True,
    },
    "DETR": {"mask": np.ones((2, 3)), "num_pos_feats": 4, "base": 20.0, "normalize": True, "scale": 3.0},
    "Learned grid": {"table": np.ones((2, 3, 4)), "height": 5, "width": 1, "rule": "nearest"},
    "2-D RoPE": {"head_dim": 8, "base": 100.0, "order": (1, 0)},
    "Swin": {"window": (2, 3), "class_token": True},
    "M-RoPE": {"positions": [[0], [1], [2]], "head_dim": 8, "sections": (2, 1, 1), "base": 100.0}
    | {"arrangement": "chunked", "layout": "half"},
    "Timesteps": {"times": [1.0], "dim": 8, "shift": 1, "cosines_first": False, "scale": 2.0, "max_period": 100.0},
    "Fourier features": {"points": [[0.5]], "directions": [[1.0]], "cosines_first": True},
    "CoPE": {"queries": [[1.0]], "logits": [[0.0]], "positions": [[1.0]]},
    "Stick-breaking": {"logits": np.zeros((3, 3))},
    "FoX": {"gates": [0.5, 1.0]},
}


@every
def test_it_has_a_lesson_beside_its_function(method):
    assert [heading for heading in HEADINGS if heading not in method.explanation] == []


@every
def test_it_says_where_it_comes_from(method):
    paper = re.search(r"https://arxiv\.org/abs/([\d.]+)", method.source)[1]
    assert f"eprint = {{{paper}}}" in method.citation
    assert f"year = {{{method.year}}}" in method.citation
    assert f"https://arxiv.org/abs/{paper}" in inspect.getsource(inspect.getmodule(method.function))


@every
def test_its_defaults_are_valid(method):
    for parameter in method.parameters:
        assert parameter.check(method.default(parameter)) == method.default(parameter)


@every
@pytest.mark.parametrize("bad", ["nonsense", None, float("nan"), {"a": 1}, [[1], [1, 2]], 2j])
def test_a_bad_value_of_every_argument_is_refused_by_name(method, bad):
    valid = VALID[method.name]
    method.function(**valid)
    assert valid.keys() == inspect.signature(method.function).parameters.keys()
    for name in valid:
        with pytest.raises(ValueError, match=rf"^{name} must be "):
            method.function(**valid | {name: bad})

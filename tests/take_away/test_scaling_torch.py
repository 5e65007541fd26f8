"""Scaling rules in PyTorch compute what core computes; `make torch` installs it and runs these tests."""

import inspect

import numpy as np
import pytest

from core.frequencies import inverse_frequencies
from core.scaling import RULES
from pages.take_away.export import stem_of
from tests.take_away.torch_code import call, functions

PAIRS = 16
LISTS = {"short_factor": np.linspace(1, 2, PAIRS), "long_factor": np.geomspace(1, 9, PAIRS)}
MODELS = [
    {"base": 10_000.0, "original": 4096, "factor": 8.0, "sequence_length": 32_768},
    {"base": 500_000.0, "original": 512, "factor": 1.5, "sequence_length": 300},
]


def settings(rule):
    """The defaults, then each parameter at its ends, and other arguments of the functions."""
    arguments = inspect.signature(rule.function).parameters
    yield LISTS if "short_factor" in arguments else {}
    for parameter in rule.parameters:
        yield from ({parameter.name: end} for end in (0.5, parameter.stops[-1]))
    if "truncate" in arguments:
        yield {"truncate": False}


def called(function, *inputs, **options):
    """What a function of PyTorch returns, given those of the options that it takes."""
    names = options.keys() & inspect.signature(function).parameters.keys()
    return call(function, *inputs, **{name: options[name] for name in names})


@pytest.mark.parametrize("model", MODELS, ids=lambda model: f"{model['base']:g}")
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_rule_computes_what_core_computes(rule, model):
    code, trained = functions(rule), inverse_frequencies(2 * PAIRS, model["base"])
    for options in settings(rule):
        expected = rule.apply(trained, **model, **options)
        actual = called(code[stem_of(rule)], trained, **model, **options)
        np.testing.assert_allclose(actual, expected.inverse, rtol=1e-11, atol=1e-15)
        if rule.attention and "attention_factor" not in options:
            factor = called(code[rule.attention.__name__], **model, **options)
            np.testing.assert_allclose(factor, expected.attention_factor, rtol=1e-11)

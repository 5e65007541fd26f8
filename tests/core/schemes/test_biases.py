"""What the rooms read of the records of additive biases."""

import itertools
import re

import numpy as np
import pytest

from core.inputs.parameter import Choice
from core.schemes import SCHEMES
from core.schemes.bias import HEADS
from core.schemes.scheme import Family

BIASES = {name: scheme for name, scheme in SCHEMES.items() if scheme.family is Family.BIAS}
GROUPED = {name: scheme for name, scheme in BIASES.items() if scheme.groups}
every = pytest.mark.parametrize("scheme", BIASES.values(), ids=BIASES)


@every
def test_a_bias_says_which_numbers_are_shown(scheme):
    assert "## Numbers shown\n" in scheme.explanation


@every
def test_a_bias_takes_heads_first(scheme):
    assert scheme.parameters[0] is HEADS


def test_parameters_of_one_name_are_one_parameter():  # they share a widget and a name in the address
    for first, second in itertools.combinations(BIASES.values(), 2):
        names = {parameter.name: parameter for parameter in first.parameters}
        assert all(names.get(parameter.name, parameter) is parameter for parameter in second.parameters)


@pytest.mark.parametrize("scheme", GROUPED.values(), ids=GROUPED)
def test_offsets_of_one_group_have_one_bias(scheme):
    for parameter in scheme.parameters[1:]:
        options = parameter.options if isinstance(parameter, Choice) else parameter.stops[-2:]
        for form in ({parameter.name: option} for option in options):
            keys = np.arange(401)
            bias = scheme.function([200], keys, 3, **form)[:, 0]
            groups = scheme.groups(keys - 200, **form)
            for group in np.unique(groups):
                assert len(np.unique(bias[:, groups == group], axis=1).T) == 1


@every
def test_the_formula_is_written_with_the_numbers_of_every_form(scheme):
    texts = {scheme.substituted(16, 127, 8, 4)}
    for parameter in scheme.parameters[1:]:
        options = parameter.options if isinstance(parameter, Choice) else parameter.stops
        for option in options:
            text = scheme.substituted(16, 127, 8, 4, **{parameter.name: option})
            assert text.count("{") == text.count("}")
            texts.add(text)
    without = [text for text in texts if "16" not in text]
    assert not without, "`substituted` of the scheme's record must print the distance, here 16"


def test_formulas_evaluate_to_the_bias():
    text = SCHEMES["ALiBi"].substituted(16, 127, 8, 4)
    slope, distance = re.search(r"= -([\d.]+)\\cdot (\d+)$", text).groups()
    assert -float(slope) * int(distance) == SCHEMES["ALiBi"].function([127], [111], 8)[3, 0, 0]
    assert r"w_{10,\,4}" in SCHEMES["T5"].substituted(16, 127, 8, 4)
    assert r"w_{16,\,4}" in SCHEMES["T5"].substituted(16, 127, 8, 4, direction="causal")
    assert SCHEMES["FIRE"].substituted(16, 127, 8, 4).endswith(f"({np.log(2.6) / np.log(52.2):.4f})")
    text = SCHEMES["KERPLE"].substituted(16, 127, 8, 4)
    strength, r2 = re.search(r"-([\d.]+)\\,\\ln\(1\+(\d)\\cdot 16\)$", text).groups()
    bias = SCHEMES["KERPLE"].function([127], [111], 8)[3, 0, 0]
    assert bias == pytest.approx(-float(strength) * np.log(1 + int(r2) * 16))

"""Biases: what their records promise, and values by hand or by released code."""

import itertools
import re

import numpy as np
import pytest

from core.inputs.parameter import Choice
from core.schemes import SCHEMES
from core.schemes.alibi import alibi, slopes
from core.schemes.bias import HEADS
from core.schemes.fire import fire, progress
from core.schemes.kerple import kerple
from core.schemes.scheme import Family
from core.schemes.shaw import shaw
from core.schemes.t5 import illustrative_weights, relative_position_bucket, t5

# ---- What the rooms read of the records of additive biases.

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
    texts = {scheme.bias_latex(16, 127, 8, 4)}
    for parameter in scheme.parameters[1:]:
        options = parameter.options if isinstance(parameter, Choice) else parameter.stops
        for option in options:
            text = scheme.bias_latex(16, 127, 8, 4, **{parameter.name: option})
            assert text.count("{") == text.count("}")
            texts.add(text)
    without = [text for text in texts if "16" not in text]
    assert not without, "`bias_latex` of the scheme's record must print the distance, here 16"


def test_formulas_evaluate_to_the_bias():
    text = SCHEMES["ALiBi"].bias_latex(16, 127, 8, 4)
    slope, distance = re.search(r"= -([\d.]+)\\cdot (\d+)$", text).groups()
    assert -float(slope) * int(distance) == SCHEMES["ALiBi"].function([127], [111], 8)[3, 0, 0]
    assert r"w_{10,\,4}" in SCHEMES["T5"].bias_latex(16, 127, 8, 4)
    assert r"w_{16,\,4}" in SCHEMES["T5"].bias_latex(16, 127, 8, 4, direction="causal")
    assert SCHEMES["FIRE"].bias_latex(16, 127, 8, 4).endswith(f"({np.log(2.6) / np.log(52.2):.4f})")
    text = SCHEMES["KERPLE"].bias_latex(16, 127, 8, 4)
    strength, r2 = re.search(r"-([\d.]+)\\,\\ln\(1\+(\d)\\cdot 16\)$", text).groups()
    bias = SCHEMES["KERPLE"].function([127], [111], 8)[3, 0, 0]
    assert bias == pytest.approx(-float(strength) * np.log(1 + int(r2) * 16))


# ---- Alibi.


def test_the_penalty_is_the_slope_times_the_distance_both_ways():
    bias = alibi(6, 6, 3)
    distance = np.abs(np.subtract.outer(np.arange(6), np.arange(6)))
    np.testing.assert_allclose(bias, -slopes(3)[:, None, None] * distance)


# ---- Fire.


def test_progress_runs_from_zero_at_the_query_to_one_at_the_start_of_a_long_text():
    values = progress([2000], 2001)[0]
    assert values[2000] == 0
    assert values[0] == 1
    assert (np.diff(values) < 0).all()


def test_progress_is_written_out():  # Li et al. 2023, equation 4 of section 3.1, with c = 0.1, L = 512
    np.testing.assert_allclose(progress([600], [500]), np.log(11) / np.log(61))


def test_the_network_is_the_same_for_the_same_seed():
    np.testing.assert_array_equal(fire(5, 5, 3, seed=4), fire(5, 5, 3, seed=4))
    assert not np.allclose(fire(5, 5, 3, seed=4), fire(5, 5, 3, seed=5))


# ---- Kerple.


def test_the_power_one_is_alibis_line():
    np.testing.assert_allclose(kerple(9, 9, 8, kernel="power", r2=1), 8 * alibi(9, 9, 8))


def test_the_logarithm_is_written_out():
    bias = kerple([10], [0], 2, r1=[1.5, 0.5], r2=3)
    np.testing.assert_allclose(bias[:, 0, 0], [-1.5 * np.log(31), -0.5 * np.log(31)])


# ---- Shaw.


def test_offsets_beyond_the_clip_look_the_same():
    bias = shaw([50], 101, 3, clip=4)[:, 0]
    assert (bias[:, :46] == bias[:, [0]]).all()
    assert (bias[:, 54:] == bias[:, [100]]).all()
    assert len(np.unique(bias[0])) == 9


# ---- T5.


def test_the_bias_is_the_weight_of_each_bucket():
    weights = np.random.default_rng(0).standard_normal((32, 3))
    bias = t5([5], 40, 3, weights=weights)
    expected = weights[relative_position_bucket(np.arange(40) - 5)].T
    np.testing.assert_array_equal(bias[:, 0], expected)


def test_illustrative_weights_fall_with_the_distance():
    weights = illustrative_weights(4)
    assert (np.diff(weights[:16], axis=0) < 0).all()
    assert not weights[0].any()

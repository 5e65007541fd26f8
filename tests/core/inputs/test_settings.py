"""Shared settings, their presets and ladders."""

import dataclasses
import inspect
import itertools
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import frequencies, similarity
from core.inputs.parameter import BASE, D_MODEL, SCALE
from core.inputs.settings import LADDERS, PARAMETERS, SETTINGS_PRESETS, Settings, around, variations
from core.schemes import sinusoidal
from core.sinusoidal import block_means, gram, learned_shift, shift

# ---- Settings.


def test_the_defaults_are_the_base_model_of_the_paper_on_128_tokens():
    # d_model = 512: Vaswani et al. 2017, table 3, row "base"; base 10000: section 3.5,
    # https://arxiv.org/abs/1706.03762. The length is a choice of this project.
    assert Settings() == Settings(d_model=512, length=128, base=10_000, scale=1)


@pytest.mark.parametrize("module", [block_means, frequencies, gram, learned_shift, shift, similarity, sinusoidal])
def test_what_a_function_takes_for_granted_is_what_the_settings_take_for_granted(module):
    defaults = [
        (name, default.default, getattr(Settings(), name))
        for _, function in inspect.getmembers(module, inspect.isfunction)
        for name, default in inspect.signature(function).parameters.items()
        if name in {"base", "scale"} and default.default is not inspect.Parameter.empty
    ]
    assert defaults
    assert [(name, value) for name, value, setting in defaults if value != setting] == []


def test_there_is_one_parameter_for_each_field():
    assert [parameter.name for parameter in PARAMETERS] == [field.name for field in dataclasses.fields(Settings)]


@pytest.mark.parametrize("preset", SETTINGS_PRESETS.values(), ids=SETTINGS_PRESETS)
def test_every_preset_can_be_set_with_the_sliders(preset):
    for parameter in PARAMETERS:
        assert getattr(preset, parameter.name) in parameter.stops


@pytest.mark.parametrize(("name", "preset"), SETTINGS_PRESETS.items(), ids=SETTINGS_PRESETS)
def test_the_name_of_a_preset_tells_its_size(name, preset):
    size = re.fullmatch(r".+ · ([\d,]+) × ([\d,]+)", name)
    assert [int(number.replace(",", "")) for number in size.groups()] == [preset.length, preset.d_model]


# ---- Ladders.

CASES = [(BASE, 10), (D_MODEL, 4), (SCALE, 2)]


@given(st.data(), st.sampled_from(CASES), st.integers(2, 6))
def test_values_ascend_within_the_stops_and_hold_the_readers_own(data, case, count):
    parameter, factor = case
    current = data.draw(st.sampled_from(parameter.stops))
    values = around(parameter, current, factor, count)
    assert current in values
    assert len(values) <= count
    assert all(a < b for a, b in itertools.pairwise(values))
    assert all(parameter.stops[0] <= value <= parameter.stops[-1] for value in values)
    assert all(parameter.check(value) == value for value in values)


@pytest.mark.parametrize(
    ("case", "current", "expected"),
    [
        (CASES[0], 10_000, [1_000, 10_000, 100_000, 1_000_000]),
        (CASES[0], 2, [2, 20, 200, 2_000]),
        (CASES[0], 10_000_000, [10_000, 100_000, 1_000_000, 10_000_000]),
        (CASES[1], 512, [128, 512, 2_048, 8_192]),
        (CASES[1], 16_384, [256, 1_024, 4_096, 16_384]),
        (CASES[2], 64, [8, 16, 32, 64]),
        (CASES[2], 3, [1.5, 3, 6, 12]),
    ],
)
def test_four_values_stand_around_the_readers_own(case, current, expected):
    assert around(case[0], current, case[1]) == expected


@pytest.mark.parametrize("name", LADDERS)
@given(st.data())
def test_variations_differ_in_one_parameter_and_begin_with_the_readers_own(name, data):
    key = LADDERS[name].parameter.name
    current = data.draw(st.sampled_from(LADDERS[name].parameter.stops[1:]))
    settings = Settings(**{key: current})
    result = list(variations(settings, name).values())
    assert result[0] == settings
    assert 3 <= len(result) <= 4
    assert [replace(choice, **{key: current}) for choice in result] == [settings] * len(result)
    assert len({getattr(choice, key) for choice in result}) == len(result)

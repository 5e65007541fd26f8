import dataclasses
import inspect
import re

import pytest

from core import frequencies, similarity
from core.inputs.settings import PARAMETERS, SETTINGS_PRESETS, Settings
from core.schemes import sinusoidal
from core.sinusoidal import block_means, gram, landmarks, learned_shift, projections, shift


def test_the_defaults_are_the_base_model_of_the_paper_on_128_tokens():
    # d_model = 512: Vaswani et al. 2017, table 3, row "base"; base 10000: section 3.5,
    # https://arxiv.org/abs/1706.03762. The length is a choice of this project.
    assert Settings() == Settings(d_model=512, length=128, base=10_000, scale=1)


@pytest.mark.parametrize(
    "module", [block_means, frequencies, gram, landmarks, learned_shift, projections, shift, similarity, sinusoidal]
)
def test_what_a_function_takes_for_granted_is_what_the_settings_take_for_granted(module):
    defaults = [
        (name, default.default, getattr(Settings(), name))
        for _, function in inspect.getmembers(module, inspect.isfunction)
        for name, default in inspect.signature(function).parameters.items()
        if name in {"base", "scale"} and default.default is not inspect.Parameter.empty
    ]
    assert defaults
    assert [(name, value) for name, value, wanted in defaults if value != wanted] == []


def test_there_is_one_parameter_for_each_field():
    assert [parameter.name for parameter in PARAMETERS] == [field.name for field in dataclasses.fields(Settings)]


def test_settings_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Settings().d_model = 64


def test_equal_settings_are_one_key():
    assert len({Settings(), Settings(base=10_000.0), Settings(scale=1.0)}) == 1


@pytest.mark.parametrize("preset", SETTINGS_PRESETS.values(), ids=SETTINGS_PRESETS)
def test_every_preset_can_be_set_with_the_sliders(preset):
    for parameter in PARAMETERS:
        assert getattr(preset, parameter.name) in parameter.stops


@pytest.mark.parametrize(("name", "preset"), SETTINGS_PRESETS.items(), ids=SETTINGS_PRESETS)
def test_the_name_of_a_preset_tells_its_size(name, preset):
    size = re.fullmatch(r".+ · ([\d,]+) × ([\d,]+)", name)
    assert [int(number.replace(",", "")) for number in size.groups()] == [preset.length, preset.d_model]


def test_no_two_presets_are_the_same():
    assert len(set(SETTINGS_PRESETS.values())) == len(SETTINGS_PRESETS)

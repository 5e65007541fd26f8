"""A cure as a diff, with long values cut."""

import pytest

from core.config.cure import difference
from core.config.presets import PRESETS
from core.inputs.finding import patched
from core.model_config import read_config


def test_what_stays_the_same_is_not_among_the_lines():
    lines = difference({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"c": 4}}).splitlines()
    assert lines == ['  "b": {', '-   "c": 2', '+   "c": 4', "  }"]
    assert difference({"a": 1}, {"a": 1}) == ""


def test_an_entry_goes_or_comes():
    assert difference({"type": "yarn"}, {"type": None}) == '- "type": "yarn"'
    assert difference({}, {"type": None}) == ""
    gone = difference({"rope_scaling": {"factor": 2.0}}, {"rope_scaling": None}).splitlines()
    assert gone == ['- "rope_scaling": {', '-   "factor": 2.0', "- }"]
    new = difference({}, {"rope_scaling": {"factor": 2.0}}).splitlines()
    assert new == ['+ "rope_scaling": {', '+   "factor": 2.0', "+ }"]


def test_a_whole_number_that_becomes_a_decimal_one_is_a_change():
    assert difference({"factor": 4}, {"factor": 4.0}).splitlines() == ['- "factor": 4', '+ "factor": 4.0']


@pytest.mark.parametrize(
    "value", ["x" * 10**6, [1.0] * 10**6, {"a": 1}, [[[1] * 10**6]], {str(n): n for n in range(10**5)}]
)
def test_a_long_value_is_cut(value):
    assert len(difference({"a": value}, {"a": 3})) < 400


def test_every_patch_of_a_known_model_has_lines_and_can_be_applied():
    seen = 0
    for preset in PRESETS.values():
        for finding in read_config(preset.config).findings(10**6):
            if finding.patch:
                seen += 1
                assert difference(preset.config, finding.patch)
                read_config(patched(preset.config, finding.patch))
    assert seen > 20

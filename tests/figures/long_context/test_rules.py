import numpy as np
import pytest

from core.scaling import RULES, by_parts, dynamic, linear, llama3, ntk, proportional, yarn
from figures import theme
from figures.long_context.rules import LOOKS, Quantity, looks_of, pair_curves

VALUES = {"Unscaled": np.geomspace(1, 1e-4, 64), "NTK": np.geomspace(1, 1e-5, 64)}
RULE_LOOKS = looks_of(RULES)
AXES = {"looks": RULE_LOOKS, "palette": theme.DARK, "pair": 5, "x": "pair"}


def test_no_two_rules_look_alike_and_none_is_red():
    assert set(LOOKS) == set(RULES), "give each rule a colour and a dash in LOOKS of figures/long_context/rules.py"
    assert len({*LOOKS.values(), looks_of(["a rule of tomorrow"])["a rule of tomorrow"]}) == len(LOOKS) + 1
    assert theme.UNSEEN not in {look.colour for look in LOOKS.values()}


@pytest.mark.parametrize("related", [(linear, proportional), (ntk, dynamic), (yarn, by_parts, llama3)])
def test_related_rules_share_a_colour(related):
    assert len({RULE_LOOKS[module.RULE.name].colour for module in related}) == 1


def test_a_rule_looks_alike_in_every_panel_and_is_named_once():
    figure = pair_curves([Quantity("a", VALUES, log=True), Quantity("b", VALUES)], **AXES)
    assert [trace.name for trace in figure.data] == [*VALUES, *VALUES]
    notes = [note.text for note in figure.layout.annotations]
    assert [notes.count(name) for name in VALUES] == [1, 1]
    for trace in figure.data:
        assert (trace.line.color, trace.line.dash) == (RULE_LOOKS[trace.name].colour, RULE_LOOKS[trace.name].dash)
        np.testing.assert_allclose(trace.y, VALUES[trace.name], rtol=1e-6)
        np.testing.assert_array_equal(trace.x, np.arange(64))
    assert (figure.layout.yaxis.type, figure.layout.yaxis2.type) == ("log", "linear")


def test_a_name_stands_where_its_curve_is_apart_from_the_others_and_equal_curves_have_theirs_above_each_other():
    pairs = np.arange(64)
    values = {"Unscaled": np.ones(64), "YaRN": np.where(pairs < 40, 1.0, 0.125), "Linear": np.full(64, 0.125)}
    names = {note.text: note for note in pair_curves([Quantity("a", values)], **AXES).layout.annotations}
    assert names["Unscaled"].x >= 40
    assert names["Linear"].x < 40
    twice = {"Linear": values["Linear"], "Proportional": values["Linear"]}
    names = {note.text: note for note in pair_curves([Quantity("a", twice)], **AXES).layout.annotations}
    assert names["Linear"].x == names["Proportional"].x
    assert names["Linear"].yanchor != names["Proportional"].yanchor

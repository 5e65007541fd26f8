"""Formulas to take away are the source of core's functions, and run without it."""

import ast

import pytest

from core.frequencies import inverse_frequencies
from core.inputs.checked import checked
from core.scaling import RULES
from core.schemes import SCHEMES
from core.schemes.alibi import slopes
from core.schemes.t5 import t5
from pages.take_away import formula, module
from pages.take_away.export import export, functions_of
from pages.take_away.script import Script


@pytest.mark.parametrize("collection", [SCHEMES, RULES], ids=["schemes", "rules"])
def test_all_schemes_or_rules_fit_into_one_file(collection):
    needs = (("core.schemes", ("SCHEMES",)),) if collection is SCHEMES else (("core.scaling", ("RULES",)),)
    text = export(Script("all", "", (), needs, {}, "", "", ""), {}, title="", methods=[*collection.values()])
    defined = [node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    assert len(defined) == len(set(defined))
    names = [each.__name__ for method in collection.values() for each in functions_of(method).values()]
    assert set(names) <= set(defined)


def test_a_formula_is_cores_source_without_its_door():
    text = formula.of(slopes)["slopes"].text
    assert text.startswith(
        'def slopes(heads):\n    """Penalty per token of distance, a geometric series over the heads."""'
    )
    assert "  # heads, or the largest power of two below" in text
    assert "check" not in text


def test_a_kernel_is_exported_as_its_plain_twin():
    text = formula.of(inverse_frequencies)["inverse_frequencies"].text
    assert text.endswith("return base ** (-2 * np.arange(dim // 2) / dim)")
    assert list(formula.of(inverse_frequencies)) == ["inverse_frequencies"]


def test_names_in_a_wheel_are_those_of_the_source_tree(monkeypatch):
    monkeypatch.setattr(module, "__name__", "clockface.pages.take_away.module")
    assert module.in_tree("clockface.core.schemes.alibi") == "core.schemes.alibi"


def test_what_reaches_the_door_is_refused():
    with pytest.raises(ValueError, match=r"^code to take away must not reach core\.inputs\.checked\.checked$"):
        formula.of(checked)


def test_where_a_value_is_always_passed_none_is_made_in_its_place():
    definitions = formula.of(t5, arguments=("weights",))
    assert "illustrative_weights" in formula.of(t5)
    assert "illustrative_weights" not in definitions
    assert "    table = weights  # (num_buckets, heads)" in definitions["t5"].text

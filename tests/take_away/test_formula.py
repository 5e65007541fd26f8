"""Formulas to take away are the source of core's functions, and run without it."""

import ast
from inspect import signature
from pathlib import Path

import numpy as np
import pytest

from core.frequencies import inverse_frequencies
from core.inputs.checked import checked
from core.scaling import RULES
from core.schemes import SCHEMES, learned
from core.schemes.alibi import slopes
from core.schemes.scheme import Family
from core.schemes.t5 import t5
from pages.take_away import formula, module
from pages.take_away.export import export, functions_of
from pages.take_away.script import Script
from tests.take_away.running import columns

POSITIONS = np.array([0.0, 1, 7, 20, 200])
PAIRS = 16
METHODS = {**SCHEMES, **RULES}
MODEL = {"base": 1e4, "factor": 8.0, "original": 4096.0, "sequence_length": 32768.0}
EXTRA = {"LongRoPE": RULES["LongRoPE"].examples(PAIRS)}


def program(method):
    """A script that calls a method."""
    needs = (("core.schemes", ("SCHEMES",)),) if method.name in SCHEMES else (("core.scaling", ("RULES",)),)
    script = Script("method", "", ("import numpy as np",), needs, {}, _body(method), "", "")
    return export(script, {}, title=method.name, methods=[method])


def _body(method):
    values = {name: value.tolist() for name, value in EXTRA.get(method.name, {}).items()}
    options = "".join(f", {name}=np.array({value})" for name, value in values.items())
    if method.name in RULES:
        arguments = signature(method.function).parameters
        options += "".join(f", {name}={value}" for name, value in MODEL.items() if name in arguments)
        call = f"RULES[{method.name!r}].function(np.geomspace(1, 1e-4, {PAIRS}){options})"
        return f"columns = {{'0': {call}}}"
    at = f"np.array({POSITIONS.tolist()})"
    inputs = {"bias": f"{at}, {at}", "rotary": f"np.ones((5, 12)), {at}"}.get(method.family, f"{at}, 64")
    return f"columns = {{'0': np.ravel(SCHEMES[{method.name!r}].function({inputs}))}}"


def expected(method):
    if method.name in RULES:
        return method.apply(np.geomspace(1, 1e-4, PAIRS), **MODEL, **EXTRA.get(method.name, {})).inverse
    inputs = {Family.BIAS: (POSITIONS, POSITIONS), Family.ROTARY: (np.ones((5, 12)), POSITIONS)}
    return np.ravel(method.function(*inputs.get(method.family, (POSITIONS, 64))))


def test_every_scheme_and_rule_computes_the_same_in_a_bare_interpreter():
    table = Path(learned.__file__).with_suffix(".npy")
    results = columns([program(method) for method in METHODS.values()], files=[table])
    for method, result in zip(METHODS.values(), results, strict=True):
        np.testing.assert_allclose(result["0"], expected(method), rtol=1e-11, atol=1e-12, err_msg=method.name)


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
    definitions = formula.of(t5, passed=("weights",))
    assert "illustrative_weights" in formula.of(t5)
    assert "illustrative_weights" not in definitions
    assert "    table = weights  # (num_buckets, heads)" in definitions["t5"].text

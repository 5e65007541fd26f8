"""A rule with an entry of its own is one record: a config with it is read, lengthened and exported."""

import ast
import inspect
import json
import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from core.scaling import RULES
from core.scaling.rule import Rule
from model_configs import finding
from model_configs.engines import llama_cpp, vllm
from model_configs.entries import ConfigError
from model_configs.finding import info
from model_configs.lengths import lengthen, lengths
from model_configs.model_config import read_config
from model_configs.records import Record, records
from model_configs.rewrite import block, changes, corrected
from model_configs.rules import RULES_IN_CONFIGS
from model_configs.rules.engines import LLAMA_CPP, Options
from model_configs.rules.entry import Entry, read_ratio
from model_configs.rules.layers import factor_raised
from model_configs.rules.record import RuleInConfigs
from tests.house import ROOT
from tests.model_configs.samples import LLAMA


def toy(frequencies, *, factor, strength=1.0):
    return np.asarray(frequencies) / factor**strength


SAYS = {"what": "It is {strength} of a toy.", "why": "Toys are small.", "instead": "Keep it."}
RECORD = Record("always_said", "A toy.", *["-"] * 4, evidence="[toys](https://example.org/toys)", says=SAYS)


def always_said(layers):
    yield info("always_said", layers.entries.key("strength"), strength=layers.arguments["strength"])


TOY = Rule(
    name="Toy",
    year=2026,
    source="https://example.org",
    function=toy,
)
IN_CONFIGS = RuleInConfigs(
    rule=TOY,
    keys=("toy", "old_toy"),
    entries=(Entry("strength", read_ratio),),
    lengthen=factor_raised,
    engines={
        LLAMA_CPP: lambda layers, target: Options((f"--toy {layers.factor:g} {layers.arguments['strength']:g}",))
    },
    checks=(always_said,),
)
BLOCK = {"rope_type": "toy", "factor": 2.0, "original_max_position_embeddings": 4096, "strength": 0.5, "note": "-"}
CONFIG = LLAMA | {"max_position_embeddings": 8192, "rope_theta": 10_000.0, "rope_scaling": BLOCK}


@pytest.fixture(autouse=True)
def _toy(monkeypatch):
    monkeypatch.setitem(RULES, TOY.name, TOY)
    monkeypatch.setitem(RULES_IN_CONFIGS, TOY.name, IN_CONFIGS)
    monkeypatch.setattr(finding, "records", lambda: {**records(), RECORD.rule: RECORD})


def test_its_config_is_read():
    config = read_config(json.dumps(CONFIG))
    (kind,) = config.layer_types
    assert (kind.rule, kind.factor, dict(kind.arguments)) == (TOY, 2.0, {"strength": 0.5})
    np.testing.assert_allclose(kind.frequencies().inverse, kind.trained_frequencies() / 2**0.5, rtol=1e-15)
    assert (lengths(kind).original, lengths(kind).claim) == (4096, 8192)
    assert [result.message for result in config.findings() if result.key.endswith("strength")] == [
        "It is 0.5 of a toy.\nToys are small.\nKeep it."
    ]


def test_its_entry_is_checked():
    with pytest.raises(ConfigError, match=r"^rope_scaling\.strength must be a number from 0\.000001"):
        read_config(CONFIG | {"rope_scaling": BLOCK | {"strength": -1}})


@pytest.mark.parametrize("style", ["rope_parameters", "rope_scaling"])
def test_its_config_is_lengthened_and_exported(style):
    config = read_config(CONFIG)
    (kind,) = config.layer_types
    longer = lengthen(kind, 32_768)
    assert longer.factor == 8
    longer_config = read_config(corrected(config, 32_768, style))
    assert longer_config.layer_types[0].arguments == kind.arguments
    np.testing.assert_array_equal(longer_config.frequencies().inverse, longer.frequencies().inverse)
    assert longer_config.context == 32_768
    assert block(longer) == BLOCK | {"rope_theta": 10_000.0, "factor": 8.0}


def test_engines_get_what_its_record_says():
    config = read_config(CONFIG)
    assert "--toy 8 0.5" in llama_cpp(config, 32_768).text
    assert '"strength": 0.5' in vllm(config, 32_768).text


def test_without_a_function_that_lengthens_it_stays(monkeypatch):
    monkeypatch.setitem(RULES_IN_CONFIGS, TOY.name, replace(IN_CONFIGS, lengthen=None, engines={}))
    config = read_config(CONFIG)
    assert lengthen(config.layer_types[0], 32_768) is config.layer_types[0]
    assert "max_position_embeddings" not in changes(config, 32_768)
    assert "in the file" in llama_cpp(config, 32_768).notes


TITLES = {rule.name for rule in RULES.values()}
NAMES = TITLES | {key for record in RULES_IN_CONFIGS.values() for key in record.keys}


def names_used(source):
    """Names of rules in code, and keys of configs that code compares with, matches, looks up or looks for."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Constant(value=str(name)) if name in TITLES:
                yield name
            case ast.Compare(left=left, comparators=others):
                yield from _names([left, *others])
            case ast.MatchValue(value=value) | ast.Subscript(slice=value):
                yield from _names([value])
            case ast.Call(func=ast.Attribute(attr="get" | "startswith" | "endswith" | "index"), args=[value, *_]):
                yield from _names([value])


def _names(values):
    for value in values:
        for part in value.elts if isinstance(value, ast.Tuple | ast.List | ast.Set) else [value]:
            if isinstance(part, ast.Constant) and part.value in NAMES:
                yield part.value


def test_no_module_but_a_rule_s_own_names_it():
    files = [
        path
        for folder in ("core", "model_configs", "pages", "figures", "components")
        for path in (ROOT / folder).rglob("*.py")
    ]
    places = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in files}
    rule_files = {
        place for place, text in places.items() if re.search(r"^RULE = Rule(InConfigs)?\(", text, re.MULTILINE)
    }
    assert len(rule_files) == len(RULES) + len(RULES_IN_CONFIGS) - 2  # without the toy
    result = {
        place: sorted(set(names_used(text)))
        for place, text in places.items()
        if place not in rule_files and any(names_used(text))
    }
    assert not result


def test_every_record_is_in_the_table_of_contents_and_a_word_of_a_config_asks_for_one_rule(monkeypatch):
    monkeypatch.undo()
    files = {
        path.stem for path in (ROOT / "model_configs/rules").glob("*.py") if "\nRULE = " in path.read_text("utf-8")
    }
    listed = {
        inspect.getmodule(inspect.unwrap(name.rule.function)).__name__.rpartition(".")[2]
        for name in RULES_IN_CONFIGS.values()
    }
    assert files == listed, "add the module to model_configs/rules/__init__.py"
    words = Counter(key for record in RULES_IN_CONFIGS.values() for key in record.keys)
    assert {"default", "linear", "dynamic", "yarn", "longrope", "llama3", "proportional"} <= set(words)
    assert set(words.values()) == {1}

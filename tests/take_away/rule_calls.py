"""The calls by which scaling rules of take_away are compared with those of core."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from core.frequencies import inverse_frequencies
from core.scaling.rule import Rule
from tests.take_away.calling import Call, program, results

PAIRS = 16
LISTS = {"short_factor": np.linspace(1, 2, PAIRS).tolist(), "long_factor": np.geomspace(1, 9, PAIRS).tolist()}
MODELS = [
    {"base": 10_000.0, "original": 4096, "factor": 8.0, "sequence_length": 32_768},
    {"base": 500_000.0, "original": 512, "factor": 1.5, "sequence_length": 300},
]


def compare(rule: Rule, library: str) -> None:
    """Every setting of a rule, called in a clean interpreter, gives what core gives."""
    cases = [case for model in MODELS for extra in _settings(rule) for case in _cases(rule, library, model, extra)]
    for actual, (_, expected) in zip(results([call for call, _ in cases], library), cases, strict=True):
        np.testing.assert_allclose(actual, expected, rtol=1e-11, atol=1e-15)


def stem(rule: Rule) -> str:
    """Of the rule's file, which is also the name of its function."""
    return Path(inspect.getfile(inspect.unwrap(rule.function))).stem


def _settings(rule: Rule) -> Iterator[dict[str, Any]]:
    """The defaults, then each parameter at its first and last stop, and other arguments of the functions."""
    yield LISTS if "short_factor" in inspect.signature(rule.function).parameters else {}
    for parameter in rule.parameters:
        yield from ({parameter.name: end} for end in (0.5, parameter.stops[-1]))
    if "truncate" in inspect.signature(rule.function).parameters:
        yield {"truncate": False}


def _cases(
    rule: Rule, library: str, model: dict[str, float], settings: dict[str, Any]
) -> Iterator[tuple[Call, np.ndarray]]:
    trained = inverse_frequencies(2 * PAIRS, model["base"])
    scaled = rule.apply(trained, **model, **settings)
    module = f"take_away.scaling.{stem(rule)}{'_torch' if library == 'torch' else ''}"
    parameters = _parameters(module, stem(rule))
    options = {name: value for name, value in (model | settings).items() if name in parameters}
    yield Call(module, stem(rule), (trained.tolist(),), options), scaled.inverse
    if rule.attention and "attention_factor" not in settings:
        name = rule.attention.__name__
        options = {name: value for name, value in model.items() if name in ("factor", "original")}
        options = {key: options[key] for key in _parameters(module, name) if key in options}
        yield Call(module, name, (), options), np.array(scaled.attention_factor)


def _parameters(module: str, function: str) -> set[str]:
    """Names of the arguments of a function in an exported file."""
    nodes = ast.parse(program(module)).body
    [definition] = [node for node in nodes if isinstance(node, ast.FunctionDef) and node.name == function]
    return {each.arg for each in [*definition.args.args, *definition.args.kwonlyargs]}

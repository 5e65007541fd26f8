"""The calls by which scaling rules of take_away are compared with those of core."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import take_away.scaling
from core.frequencies import inverse_frequencies
from core.scaling.rule import Rule
from tests.take_away.calling import Call, results

PAIRS = 16
LISTS = {"short_factor": np.linspace(1, 2, PAIRS).tolist(), "long_factor": np.geomspace(1, 9, PAIRS).tolist()}
MODELS = [
    {"base": 10_000.0, "original": 4096, "factor": 8.0, "sequence_length": 32_768},
    {"base": 500_000.0, "original": 512, "factor": 1.5, "sequence_length": 300},
]


def compare(rule: Rule, library: str) -> None:
    """Every setting of a rule, called in a clean interpreter, gives what core gives."""
    cases = [case for model in MODELS for own in _settings(rule) for case in _cases(rule, library, model, own)]
    for found, (_, wanted) in zip(results([call for call, _ in cases], library), cases, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-11, atol=1e-15)


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
    rule: Rule, library: str, model: dict[str, float], own: dict[str, Any]
) -> Iterator[tuple[Call, np.ndarray]]:
    record = take_away.scaling.RULES[rule.name]
    trained = inverse_frequencies(2 * PAIRS, model["base"])
    scaled = rule.apply(trained, **model, **own)
    module = f"take_away.scaling.{stem(rule)}{'_torch' if library == 'torch' else ''}"
    options = _taken(record["function"], model) | own
    yield Call(module, stem(rule), (trained.tolist(),), options), scaled.inverse
    if "attention" in record:
        options = _taken(record["attention"], model)
        yield Call(module, record["attention"].__name__, (), options), np.array(scaled.attention_factor)


def _taken(function: Any, model: dict[str, float]) -> dict[str, float]:
    names = inspect.signature(function).parameters
    return {name: value for name, value in model.items() if name in names}

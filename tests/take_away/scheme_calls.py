"""The calls by which schemes of take_away are compared with those of core."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from core.inputs.parameter import Choice
from core.schemes.scheme import Family, Scheme
from tests.take_away.calling import Call, results

POSITIONS = [0.0, 1.0, 7.0, 20.0, 200.0]


def compare(scheme: Scheme, library: str) -> None:
    """Every setting of a scheme, called in a clean interpreter, gives what core gives."""
    cases = [case for settings in _settings(scheme) for case in _cases(scheme, library, settings)]
    for actual, (_, expected) in zip(results([call for call, _ in cases], library), cases, strict=True):
        assert actual.shape == expected.shape
        np.testing.assert_allclose(actual, expected, rtol=1e-11, atol=1e-11)


def stem(scheme: Scheme) -> str:
    """Of the scheme's file, which is also the name of its function."""
    return Path(inspect.getfile(inspect.unwrap(scheme.function))).stem


def _settings(scheme: Scheme) -> Iterator[dict[str, Any]]:
    """The defaults, then each parameter at its first and last stop or at every option."""
    yield {}
    for parameter in scheme.parameters:
        ends = parameter.options if isinstance(parameter, Choice) else (parameter.stops[0], parameter.stops[-1])
        yield from ({parameter.name: end} for end in ends)


def _cases(scheme: Scheme, library: str, settings: dict[str, Any]) -> Iterator[tuple[Call, np.ndarray]]:
    module = f"take_away.schemes.{stem(scheme)}{'_torch' if library == 'torch' else ''}"
    function = scheme.function
    match scheme.family:
        case Family.BIAS:
            inputs = (POSITIONS[2:], POSITIONS)
        case Family.ROTARY:
            inputs = (np.random.default_rng(0).standard_normal((5, 12)).tolist(), POSITIONS)
            if scheme.keys:
                yield Call(module, f"{stem(scheme)}_keys", inputs, settings), scheme.keys(*inputs, **settings)
        case _:
            inputs = (POSITIONS, 64)
            if not scheme.table:
                yield Call(module, stem(scheme), (POSITIONS, 7), settings), function(POSITIONS, 7, **settings)
    yield Call(module, stem(scheme), inputs, settings), function(*inputs, **settings)

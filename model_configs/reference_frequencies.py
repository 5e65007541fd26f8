"""Frequencies of models that a released library computed, compared with what is read from their configs."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.teach.check import Check
from core.teach.verified import read
from model_configs.model_config import read_config


def checks() -> Iterator[Check]:
    """A check for each config, and one for the attention factors of all."""
    source, cases = read("rope_frequencies", "cases")
    for case in cases:
        reference, compute = np.array(case["inverse_frequencies"]), partial(_inverse, case)
        yield Check("RoPE frequencies of models", case["name"], source, reference, compute)
    factors = np.array([case["attention_factor"] for case in cases])
    yield Check("Attention factors of models", "all twelve configs", source, factors, partial(_factors, cases))


def _inverse(case: Mapping[str, Any]) -> Any:
    return _frequencies(case).inverse


def _factors(cases: Sequence[Mapping[str, Any]]) -> NDArray[np.float64]:
    return np.array([_frequencies(case).attention_factor for case in cases])


def _frequencies(case: Mapping[str, Any]) -> Any:
    return read_config(case["config"]).frequencies(case["sequence_length"], case["layer_type"])

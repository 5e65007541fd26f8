"""A model's states as inputs of the scripts in `take_away/model`."""

from collections.abc import Mapping
from typing import Any

from model_configs.model import LayerType
from model_configs.pair_wavelengths import PairWavelengths


def frequencies_values(kind: LayerType, target: int) -> dict[str, Any]:
    """Inputs of `take_away/model/frequencies.py` for a text of the target length in tokens."""
    return {
        "rule": kind.rule.name,
        "base": kind.base,
        "rotary_dim": kind.exponent_dim,
        "options": _options(kind, target),
    }


def comb_values(states: Mapping[str, PairWavelengths]) -> dict[str, Any]:
    """Inputs of `take_away/model/comb.py` for states by name."""
    rows = states.values()
    return {
        "names": list(states),
        "rules": [row.kind.rule.name for row in rows],
        "options": [_options(row.kind, row.target) for row in rows],
        "bases": [row.kind.base for row in rows],
        "rotary_dims": [row.kind.exponent_dim for row in rows],
        "trained_rules": [row.origin.rule.name for row in rows],
        "trained_options": [_options(row.origin, row.lengths.original) for row in rows],
        "trained_offsets": [row.trained_offsets for row in rows],
        "target_offsets": [row.target_offsets for row in rows],
    }


def _options(kind: LayerType, target: int) -> dict[str, Any]:
    """What the rule takes beside frequencies and base."""
    options = {"factor": kind.factor, "original": kind.original, "sequence_length": target, **kind.arguments}
    return {name: value for name, value in options.items() if value is not None and kind.rule.takes(name)}

"""A model's states as inputs of the scripts in `take_away/model`."""

from collections.abc import Mapping
from typing import Any

from model_configs.model import Config, LayerType
from model_configs.pair_wavelengths import PairWavelengths


def frequencies_values(kind: LayerType, target: int) -> dict[str, Any]:
    """Inputs of `take_away/model/frequencies.py` for a text of the target length in tokens."""
    return {
        "rule": kind.rule.name,
        "base": kind.base,
        "rotary_dim": kind.exponent_dim,
        "options": _options(kind, target),
    }


def ratio_values(states: Mapping[str, PairWavelengths]) -> dict[str, Any]:
    """Inputs of `take_away/model/beside_ratio.py` for two models by name."""
    rows = states.values()
    return {
        "names": list(states),
        "rules": [row.kind.rule.name for row in rows],
        "options": [_options(row.kind, row.target) for row in rows],
        "bases": [row.kind.base for row in rows],
        "rotary_dims": [row.kind.exponent_dim for row in rows],
    }


def comb_values(states: Mapping[str, PairWavelengths]) -> dict[str, Any]:
    """Inputs of `take_away/model/comb.py` for states by name."""
    rows = states.values()
    return ratio_values(states) | {
        "trained_rules": [row.origin.rule.name for row in rows],
        "trained_options": [_options(row.origin, row.lengths.original) for row in rows],
        "trained_offsets": [row.trained_offsets for row in rows],
        "target_offsets": [row.target_offsets for row in rows],
    }


def layers_values(config: Config) -> dict[str, Any]:
    """Inputs of `take_away/model/layers.py`."""
    bases = {kind.name: kind.base for kind in config.layer_types}
    rows = [(layer.kind, layer.position, bases.get(layer.layer_type or ""), layer.window) for layer in config.stack]
    kinds = list(dict.fromkeys(rows))
    names = ("kinds", "positions", "bases", "windows")
    columns = {name: list(values) for name, values in zip(names, zip(*kinds, strict=True), strict=True)}
    return columns | {"pattern": [kinds.index(row) for row in rows]}


def _options(kind: LayerType, target: int) -> dict[str, Any]:
    """What the rule takes beside frequencies and base."""
    options = {"factor": kind.factor, "original": kind.original, "sequence_length": target, **kind.arguments}
    return {name: value for name, value in options.items() if value is not None and kind.rule.takes(name)}

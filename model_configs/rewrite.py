"""Rewrite a config for another length."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from model_configs.entries import ConfigError
from model_configs.families.classes import classes
from model_configs.keys import CONTEXT, FULL, LOCAL_THETA, ORIGINAL_CONTEXT, PARTIAL, RULE, SLIDING, THETA
from model_configs.lengths import lengthen, lengths
from model_configs.model import Config, LayerType
from model_configs.read import read
from model_configs.rules import RULES_IN_CONFIGS, UNSCALED_KEYS

STYLES = ("rope_parameters", "rope_scaling")  # of version 5 of Hugging Face transformers, and before
SomeConfig = TypeVar("SomeConfig", bound=Config)


def lengthened_config(config: SomeConfig, target: int) -> SomeConfig:  # its source is unchanged
    """The config with its layers as they should be for a length."""
    kinds = tuple(lengthen(kind, target) for kind in config.layer_types)
    return replace(config, layer_types=kinds)


def corrected(config: Config, target: int, style: str = STYLES[0]) -> dict[str, Any] | None:
    """A whole config.json for a length, with every entry that frequencies depend on written out.

    Parameters
    ----------
    config : Config
        One with rotary layers.
    target : int
        Tokens.
    style : str
        Of `STYLES`.

    Returns
    -------
    config : dict or None
        None where the old style cannot express it: types of layers that differ in more than the base.

    Raises
    ------
    ValueError
        If the style is not one of the two, or the config has no rotary layers.
    """
    part = changes(config, target, style)
    whole: dict[str, Any] = json.loads(json.dumps(config.source))
    return None if part is None else _insert(whole, config.entries.path, part)


def changes(config: Config, target: int, style: str = STYLES[0]) -> dict[str, Any] | None:
    """The entries of `corrected` about position; None marks an entry to delete."""
    config.layer_type()  # refuses a config without rotary layers
    if style not in STYLES:
        raise ValueError(f"style must be one of {', '.join(STYLES)}, got {style!r}")
    kinds = lengthened_config(config, target).layer_types
    part = _new_style(config, kinds) if style == STYLES[0] else _old_style(config, kinds)
    if part is None:
        return None
    part |= _length(config, kinds, target)
    return part if style == STYLES[0] or _is_read_alike(config, kinds, part) else None


def to_json(entries: Mapping[str, Any]) -> str:
    """JSON as configs are written, without deleted entries."""
    return json.dumps({key: value for key, value in entries.items() if value is not None}, indent=2)


def _is_read_alike(config: Config, kinds: tuple[LayerType, ...], part: Mapping[str, Any]) -> bool:
    """Whether reading the entries gives the layers that they were written for."""
    whole = _insert(json.loads(json.dumps(config.source)), config.entries.path, part)
    with suppress(ConfigError):
        kinds_read = read(whole).layer_types
        return [_facts(kind) for kind in kinds_read] == [_facts(kind) for kind in kinds]
    return False


def _facts(kind: LayerType) -> tuple[Any, ...]:
    """What frequencies follow from."""
    factors = {"factor": kind.factor, "original": kind.original}
    rule_factors = {name: value for name, value in factors.items() if kind.rule.takes(name)}
    return kind.name, kind.rule, kind.base, kind.exponent_dim, rule_factors, dict(kind.arguments)


def _insert(whole: dict[str, Any], path: str, part: Mapping[str, Any]) -> dict[str, Any]:
    place = whole
    for name in path.split(".")[:-1]:
        place = place[name]
    for name, value in part.items():
        place.pop(name, None)
        if value is not None:
            place[name] = value
    return whole


def block(kind: LayerType) -> dict[str, Any]:
    """One type of layers as version 5 writes it: its `rope_parameters`."""
    rule, in_file, stated_entries = kind.rule, kind.in_configs, kind.entries.values
    entries: dict[str, Any] = {RULE[0]: in_file.keys[0], THETA[0]: kind.base}
    if kind.factor is not None and (rule.divides_by_factor or "factor" in stated_entries):
        entries["factor"] = kind.factor
    optional = rule.takes("factor") and not in_file.starts_from_claimed and ORIGINAL_CONTEXT in stated_entries
    if in_file.needs_original or optional:
        entries[ORIGINAL_CONTEXT] = kind.original
    entries |= {name: list(value) if isinstance(value, tuple) else value for name, value in kind.arguments.items()}
    if stated_entries.get(PARTIAL) is not None:
        entries[PARTIAL] = stated_entries[PARTIAL]
    of_rules = {entry.name for each in RULES_IN_CONFIGS.values() for entry in each.entries}
    written_names = {*RULE, THETA[0], "factor", ORIGINAL_CONTEXT, PARTIAL, *of_rules}
    others = {name: value for name, value in stated_entries.items() if name not in written_names}
    return entries | {name: value for name, value in others.items() if not isinstance(value, Mapping)}


def _new_style(config: Config, kinds: tuple[LayerType, ...]) -> dict[str, Any]:
    flat = len(kinds) == 1 and not kinds[0].is_nested
    blocks = block(kinds[0]) if flat else {kind.name: block(kind) for kind in kinds}
    windows_given = bool(config.layers) or config.entries.has("sliding_window_pattern")
    dropped_names = (*THETA, *LOCAL_THETA, "rope_scaling") if windows_given or flat else (*THETA, "rope_scaling")
    return _deletions(config, dropped_names) | _original(config, kinds[0]) | {"rope_parameters": blocks}


def _old_style(config: Config, kinds: tuple[LayerType, ...]) -> dict[str, Any] | None:
    rest = kinds[1:]
    base_only = all(kind.name == SLIDING and not kind.is_scaled for kind in rest)
    if kinds[0].name != FULL or not base_only or len({kind.exponent_dim for kind in kinds}) > 1:
        return None
    rotary = block(kinds[0])
    part = _deletions(config, ("rope_parameters", "rope_scaling")) | _original(config, kinds[0])
    part[_name(config, THETA)] = rotary.pop(THETA[0])
    if rest:
        part[_name(config, LOCAL_THETA)] = rest[0].base
    if PARTIAL in rotary and PARTIAL in kinds[0].entries.values:
        part[PARTIAL] = rotary[PARTIAL]
        rotary.pop(PARTIAL)
    return part | {"rope_scaling": rotary} if rotary != {RULE[0]: UNSCALED_KEYS[0]} else part


def _deletions(config: Config, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: None for name in names if name in config.entries.values}


def _original(config: Config, kind: LayerType) -> dict[str, Any]:
    """The original length at the top level, where released code would find another one there."""
    present = config.entries.has(ORIGINAL_CONTEXT) or ORIGINAL_CONTEXT in classes().get(config.model_type, {})
    return {ORIGINAL_CONTEXT: kind.original} if present and kind.in_configs.needs_original else {}


def _length(config: Config, kinds: tuple[LayerType, ...], target: int) -> dict[str, Any]:
    """The claimed length, where the config claims the length after scaling and the rule can be lengthened."""
    kind = kinds[0]
    before_factor = not kind.in_configs.claimed_includes_factor and kind.original == kind.context
    if lengths(kind).claim == (kind.context or 0):
        before_factor = False
    is_fixed = kind.in_configs.lengthen is None and kind.in_configs.successor is None
    if is_fixed or before_factor or target <= (kind.context or 0):
        return {}
    return {_name(config, CONTEXT): target}


def _name(config: Config, names: tuple[str, ...]) -> str:
    """The name that the config uses for an entry, else the usual one."""
    return next((name for name in names if config.entries.has(name)), names[0])

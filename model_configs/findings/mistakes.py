"""Mistakes that public trackers report most often, as far as a file shows them."""

import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from core.scaling import UNSCALED
from model_configs.entries import as_text
from model_configs.finding import NO_PATCH, Finding, error, info, name_of, raw, setting, warning, within
from model_configs.findings.attention import used_frequencies
from model_configs.keys import CONTEXT, INTERLEAVED, ORIGINAL_CONTEXT, PARTIAL, RULE, SHARE, STEP_OVER, THETA
from model_configs.layer import Origin
from model_configs.model import Config, LayerType
from model_configs.rules import UNSCALED_KEYS, in_configs, rules_by_key
from model_configs.sentences import Written

OLD, NEW = STEP_OVER
USUAL_BASE = 10_000.0  # of programs that find none
TWICE = 1e-3  # relative tolerance of a length that holds the factor twice


def base_inside_only(config: Config) -> Iterator[Finding]:
    """The base stands where only readers of version 5 look for it."""
    kind = next(iter(config.layer_types), None)
    if kind is None or not config.model_type:  # an override or a bare block stands where its program looks
        return
    if not kind.rule_stated or kind.base_origin is not Origin.FILE or config.entries.has(*THETA):
        return
    if NEW not in kind.base_key or kind.base == USUAL_BASE or len(config.layer_types) > 1:
        return
    faster = (kind.base / USUAL_BASE) ** (1 - 2 / kind.exponent_dim)
    yield info(
        "base_inside_only",
        kind.base_key,
        base=kind.base,
        usual=USUAL_BASE,
        pairs=kind.rotary_dim // 2,
        times=float(f"{faster:.3g}"),
        setting=Written(THETA[0], kind.base),
        patch=setting(config.entries.path + THETA[0], kind.base),
    )


def default_block(config: Config) -> Iterator[Finding]:
    """A block of type "default" changes nothing, and some programs take it for scaling."""
    block = config.entries.inner(OLD)
    if not config.layer_types or block is None or raw(block, *RULE) != UNSCALED_KEYS[0]:
        return
    if set(block.values) <= {*RULE, THETA[0]}:
        yield info(
            "default_block",
            config.entries.key(OLD),
            name=as_text(UNSCALED_KEYS[0]),
            patch=within(
                config.entries.path, {OLD: None} | ({THETA[0]: raw(block, THETA[0])} if block.has(THETA[0]) else {})
            ),
        )


def type_not_read(config: Config) -> Iterator[Finding]:
    """The older name of the rule, where only the newer one is read."""
    block = config.entries.inner(OLD)
    if not config.layer_types or block is None or block.has(RULE[0]) or config.layer_types[0].entries.has(*RULE):
        return
    rule = rules_by_key().get(str(raw(block, RULE[1])))
    if rule is None or rule is UNSCALED:
        return
    factor = raw(block, "factor")
    yield error(
        "type_not_read",
        block.key(RULE[1]),
        "" if factor is None else "factor",
        name=as_text(raw(block, RULE[1])),
        model_type=as_text(config.model_type),
        pairs=config.layer_types[0].rotary_dim // 2,
        by=as_text(factor),
        setting=Written(RULE[0], in_configs(rule).keys[0]),
        patch=within(block.path, {RULE[0]: in_configs(rule).keys[0], RULE[1]: None}),
    )


def block_not_read(config: Config) -> Iterator[Finding]:
    """A rule beside the objects of types of layers, where only those are read."""
    block = config.entries.inner(NEW)
    if not config.layer_types or block is None or any(kind.is_scaled for kind in config.layer_types):
        return
    kind, rule = config.layer_types[0], rules_by_key().get(str(raw(block, *RULE)))
    if rule is None or rule is UNSCALED or any(kind.entries.path == block.path for kind in config.layer_types):
        return
    factor = raw(block, "factor")
    flat = [name for name, value in block.values.items() if not isinstance(value, Mapping)]
    yield error(
        "block_not_read",
        block.key(*RULE),
        "" if factor is None else "factor",
        name=as_text(in_configs(rule).keys[0]),
        model_type=as_text(config.model_type),
        pairs=kind.rotary_dim // 2,
        by=as_text(factor),
        layers=json.dumps(kind.name[:40]),
        patch=within(
            config.entries.path,
            {NEW: dict.fromkeys(flat) | {kind.name: {name: block.values[name] for name in flat}}},
        ),
    )


def scaled_twice(config: Config) -> Iterator[Finding]:
    """The claimed length holds the factor twice."""
    for kind in config.layer_types:
        factor, claim, original = kind.factor or 1, kind.context or 0, kind.original or 0
        is_declared = kind.rule_stated and kind.is_scaled and kind.entries.has(ORIGINAL_CONTEXT)
        if not is_declared or factor < 1.5 or not math.isclose(claim, original * factor**2, rel_tol=TWICE):
            continue
        key = config.entries.path + "max_position_embeddings"
        reach = round(original * factor)
        yield warning(
            "scaled_twice",
            key,
            claim=claim,
            original=original,
            by=factor,
            reach=reach,
            by_length=Written(name_of(key), reach),
            by_factor=Written("factor", factor**2),
            patch=setting(key, reach),
        )


def raised_without_rule(config: Config) -> Iterator[Finding]:
    """The context was raised, and no rule stretches the frequencies."""
    for kind in config.layer_types:
        original = raw(config.entries, ORIGINAL_CONTEXT) or raw(kind.entries, ORIGINAL_CONTEXT)
        claim = kind.context
        if kind.is_scaled or not isinstance(original, int) or not claim or not 2 <= original < claim:
            continue
        slow, key = int(np.sum(kind.trained_frequencies() * original < 2 * np.pi)), config.entries.key(*CONTEXT)
        yield warning(
            "raised_without_rule",
            key,
            "" if slow else "none",
            claim=claim,
            times=claim / original,
            slow=slow,
            pairs=kind.rotary_dim // 2,
            original=original,
            by_length=Written(name_of(key), original),
            by_factor=Written("factor", claim / original),
            patch=setting(key, original),
        )


def scaled_window(config: Config) -> Iterator[Finding]:
    """A rule acts on layers that see no farther than their window."""
    for kind in config.layer_types:
        if not kind.rule_stated or not kind.is_scaled or kind.window is None or len(config.layer_types) == 1:
            continue
        slow = int(np.sum(used_frequencies(kind) < kind.trained_frequencies() * (1 - 1e-9)))
        if not slow or kind.window >= (kind.original or math.inf):
            continue
        yield warning(
            "scaled_window",
            kind.entries.key(*RULE),
            "nested" if kind.is_nested else "",
            window=kind.window,
            layers=kind.name[:40],
            slow=slow,
            pairs=kind.rotary_dim // 2,
            patch=within(kind.entries.path, _without_rule(kind)) if kind.is_nested else NO_PATCH,
        )


def _without_rule(kind: LayerType) -> dict[str, Any]:
    """The entries of a block without its rule, as a merge patch."""
    names = ("factor", ORIGINAL_CONTEXT, *RULE, *(each.name for each in kind.in_configs.entries))
    return {name: None for name in names if kind.entries.has(name)} | {RULE[0]: UNSCALED_KEYS[0]}


def sections_lost(config: Config) -> Iterator[Finding]:
    """A rule was written over the sections of time, height and width."""
    usual = list(config.family.sections)
    for kind in config.layer_types:
        if not (usual and kind.rule_stated and kind.is_scaled) or raw(kind.entries, "mrope_section") is not None:
            continue
        pairs = kind.rotary_dim // 2
        yield error(
            "sections_lost",
            kind.entries.path + "mrope_section",
            pairs=pairs,
            wrong=pairs - usual[0],
            setting=Written("mrope_section", usual),
            patch=setting(kind.entries.path + "mrope_section", usual),
        )


def truncate_ignored(config: Config) -> Iterator[Finding]:
    """truncate: false, which several programs do not read."""
    for kind in config.layer_types:
        if not kind.rule_stated or raw(kind.entries, "truncate") is not False or not kind.rule.takes("truncate"):
            continue
        yield info(
            "truncate_ignored",
            kind.entries.key("truncate"),
            "nested" if kind.is_nested else "",
            most=float(f"{_difference(kind):.3g}"),
        )


def _difference(kind: LayerType) -> float:
    """Largest relative difference of frequencies with and without rounded ends, per cent."""
    values = {"factor": kind.factor or 1, "original": kind.original or kind.context, "base": kind.base}
    options = {name: value for name, value in kind.arguments.items() if name != "truncate"}
    both = [
        kind.rule.apply(kind.trained_frequencies(), **values, **options, truncate=flag).inverse
        for flag in (True, False)
    ]
    return float(100 * np.max(np.abs(both[0] / both[1] - 1)))


def features_by_number(config: Config) -> Iterator[Finding]:
    """rotary_dim alone says how many features turn, which some releases of transformers do not read."""
    kind, rotary_dim = next(iter(config.layer_types), None), raw(config.entries, "rotary_dim")
    width = config.head_dim or 0
    if kind is None or config.model_type != "minimax_m2" or not isinstance(rotary_dim, int) or rotary_dim >= width:
        return
    if config.entries.has(*SHARE) or kind.entries.has(PARTIAL):
        return
    yield info(
        "features_by_number",
        config.entries.key("rotary_dim"),
        turning=rotary_dim,
        width=width,
        setting=Written(PARTIAL, rotary_dim / width),
        patch=setting(config.entries.path + PARTIAL, rotary_dim / width),
    )


def interleaved(config: Config) -> Iterator[Finding]:
    """The config states the layout of pairs."""
    name = next((name for name in INTERLEAVED if raw(config.entries, name)), None)
    if not config.layer_types or name is None:
        return
    pairs = config.layer_types[0].rotary_dim // 2
    yield info(
        "interleaved",
        config.entries.key(name),
        entry=name,
        wrong=2 * pairs - 2,
        features=2 * pairs,
    )


CHECKS = (
    base_inside_only,
    default_block,
    type_not_read,
    block_not_read,
    scaled_twice,
    raised_without_rule,
    scaled_window,
    sections_lost,
    truncate_ignored,
    features_by_number,
    interleaved,
)

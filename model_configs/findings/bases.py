"""The base, and entries that are given twice."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from model_configs.entries import as_text
from model_configs.families.classes import classes
from model_configs.finding import (
    NO_PATCH,
    Finding,
    error,
    info,
    name_of,
    raw,
    setting,
    warning,
    within,
)
from model_configs.findings.places import SAME, contrast, is_local, with_patch
from model_configs.keys import ORIGINAL_CONTEXT, SHARE, STEP_OVER, THETA
from model_configs.layer import Origin
from model_configs.model import Config, LayerType
from model_configs.rules import UNSCALED_KEYS
from model_configs.sentences import Name, Written

USUAL_BASE = 10_000.0  # of programs, where a file does not say
LONGEST_BY_USUAL = 8192  # tokens, in Gemma; without a rule or a window, longer contexts have larger bases
TRAINED_BY_USUAL = {"bamba"}  # its state-space layers encode position too
ALWAYS_WRITTEN = ("initializer_range", "rms_norm_eps", "hidden_act")
"""Of these, none stands in a part of which transformers wrote what differs from its class: the base is that of the
class."""
CODE = "auto_map"  # names the model's own code
SMALL = 5_000.0  # bases of language models start at 10,000
LARGER = 1_000_000.0  # of many models since 2024


def base_missing(config: Config) -> Iterator[Finding]:
    """No base is given: that of the model type or 10,000 is assumed."""
    for kind in config.layer_types:
        if kind.base_origin is Origin.FILE or _is_usual(kind) or kind.base in _bases_in_the_file(config):
            continue
        if config.model_type and [*base_scaled(config)]:  # says more
            continue
        usual, speed, numbers = kind.base_origin is Origin.DEFAULT, *_with_another(kind)
        in_code = not usual and config.entries.has(CODE)  # of a model of its own, which has a default too
        yield (info if usual or in_code else warning)(
            "base_missing",
            kind.base_key,
            "usual" if usual else "",
            speed,
            entry=name_of(kind.base_key),
            base=kind.base,
            model_type=config.model_type,
            setting=Written(name_of(kind.base_key), kind.base),
            patch=setting(kind.base_key, kind.base) if usual and not _is_alone(kind) else NO_PATCH,
            **numbers,
        )


def _bases_in_the_file(config: Config) -> list[object]:
    """Every base in the file: beside types of layers and in the object of rotary entries itself."""
    blocks = (config.entries.values.get(name) for name in STEP_OVER)
    places = [config.entries.values, *(block for block in blocks if isinstance(block, Mapping))]
    return [place.get(name) for place in places for name in THETA]


def _is_alone(kind: LayerType) -> bool:
    """Whether the base would be the only entry under the name of its type of layers."""
    return kind.is_nested and not kind.entries.values and kind.base_key.startswith(kind.entries.path)


def base_lost(config: Config) -> Iterator[Finding]:
    """No base is given, and 10,000 is too small for the length that is claimed."""
    for kind in config.layer_types:
        context, pairs = kind.context or 0, kind.rotary_dim // 2
        reaches = kind.is_scaled or kind.window is not None or context <= LONGEST_BY_USUAL
        if not _is_usual(kind) or reaches or config.model_type in TRAINED_BY_USUAL:
            continue
        by_difference = config.entries.path and not config.entries.has(*ALWAYS_WRITTEN)
        yield (info if by_difference else warning)(
            "base_lost",
            kind.base_key,
            entry=name_of(kind.base_key),
            base=kind.base,
            claim=context,
            usual=LONGEST_BY_USUAL,
            wrong=pairs - 1,
            pairs=pairs,
        )


def base_scaled(config: Config) -> Iterator[Finding]:
    """A block scales and has no base, as tools leave it that write only the rule."""
    version = config.source.get("transformers_version")
    by_five = isinstance(version, str) and version.startswith("5.")  # writes a base into every block
    for kind in config.layer_types:
        if not kind.rule_stated or not kind.is_scaled or kind.base_origin is Origin.FILE or not config.model_type:
            continue
        new = by_five or "rope_parameters" in kind.entries.path
        long = (
            kind.in_configs.needs_original and (kind.original or 0) >= LONGEST_BY_USUAL and kind.base == USUAL_BASE
        )
        with_lists = any(entry.per_pair for entry in kind.in_configs.entries)  # which no tool makes up
        if not (new or long) or with_lists or kind.base in _bases_in_the_file(config):
            continue
        speed, numbers = _with_another(kind)
        yield warning(
            "base_scaled",
            kind.entries.key(THETA[0]),
            "" if kind.base_origin is Origin.DEFAULT else "no model",
            speed,
            method=kind.rule.name,
            base=kind.base,
            model_type=config.model_type,
            **numbers,
        )


def base_of_programs(config: Config) -> Iterator[Finding]:
    """The base is 10,000, which programs assume, in a model type that has a larger one."""
    for kind in config.layer_types:
        suspect = kind.base_origin is Origin.FILE and kind.base == USUAL_BASE and not is_local(kind)
        if not suspect or kind.window is not None or (kind.context or 0) <= LONGEST_BY_USUAL:
            continue
        silent = with_patch(config, setting(kind.base_key, None), kind)
        if silent is None or silent.base_origin is not Origin.DEFAULT or silent.base <= USUAL_BASE:
            continue
        usual = silent.base  # of the model type for these layers
        faster = (usual / kind.base) ** (1 - 2 / kind.exponent_dim)
        yield warning(
            "base_of_programs",
            kind.base_key,
            entry=name_of(kind.base_key),
            base=kind.base,
            model_type=config.model_type,
            usual=usual,
            pairs=kind.rotary_dim // 2,
            times=float(f"{faster:.3g}"),
            setting=Written(name_of(kind.base_key), usual),
            patch=setting(kind.base_key, usual),
        )


def _is_usual(kind: LayerType) -> bool:
    """Whether every program takes the same base where the file is silent."""
    return kind.base_origin is Origin.DEFAULT and kind.base == USUAL_BASE and not is_local(kind)


def base_small(config: Config) -> Iterator[Finding]:
    """A base that likely lacks a digit."""
    usual = classes().get(config.model_type, {}).get("rope_theta", USUAL_BASE)  # small for a few types
    for kind in config.layer_types:
        key = kind.base_key
        if kind.base_origin is not Origin.FILE or kind.base >= min(SMALL, usual):
            continue
        slowest = 2 * np.pi / kind.trained_frequencies()[-1]  # tokens
        yield warning(
            "base_small",
            key,
            entry=name_of(key),
            base=kind.base,
            tokens=round(slowest),
            setting=Written(name_of(key), USUAL_BASE),
            patch=setting(key, USUAL_BASE),
        )


def _with_another(kind: LayerType) -> tuple[str, dict[str, Any]]:
    """Whether the slowest pair turns too "fast" or too "slow" with another common base, and the numbers."""
    other = LARGER if kind.base == USUAL_BASE else USUAL_BASE
    times = (kind.base / other) ** (1 - 2 / kind.exponent_dim)
    numbers = {"other": other, "pairs": kind.rotary_dim // 2, "times": float(f"{max(times, 1 / times):.3g}")}
    return "fast" if times > 1 else "slow", numbers


def told_twice(config: Config) -> Iterator[Finding]:
    """An entry at the top level and in the block of the rule, with different values."""
    blocks = [kind.entries for kind in config.layer_types if not is_local(kind)]
    for names, name in ((THETA, THETA[0]), (SHARE, SHARE[0]), ((ORIGINAL_CONTEXT,), ORIGINAL_CONTEXT)):
        outer, inner = raw(config.entries, *names), [raw(block, name) for block in blocks]
        if outer is None or not inner or None in inner or outer in inner:
            continue
        key = config.entries.key(*names)
        # Programs write the usual base where they have found none; another one was written on purpose.
        is_usual = name == THETA[0] and len(blocks) == 1 and inner[0] == USUAL_BASE
        yield error(
            "told_twice",
            key,
            "length" if name == ORIGINAL_CONTEXT else "",
            "usual" if is_usual else "",
            entry=name_of(key),
            outer=as_text(outer),
            inside=Name(name),
            inner=as_text(inner[0]),
            contrast=_otherwise(config, key, name),
            patch=setting(blocks[0].key(name) if is_usual else key, None),
        )


def _otherwise(config: Config, key: str, name: str) -> str:
    """What differs in the first layers where the other one of two entries is read, as a clause."""
    kind = next(kind for kind in config.layer_types if not is_local(kind))
    gone = (setting(key, None), within(kind.entries.path, {name: None}))
    clauses = [contrast(kind, with_patch(config, patch, kind)) for patch in gone]
    return next((each for each in clauses if each != SAME), clauses[0])


def two_blocks(config: Config) -> Iterator[Finding]:
    """Both the old and the new form of the block, with different contents."""
    old, new = raw(config.entries, "rope_scaling"), raw(config.entries, "rope_parameters")
    both = isinstance(old, Mapping) and isinstance(new, Mapping) and old and new
    if not config.layer_types or not both or old == new:
        return
    no_base = "rope_theta" in new and "rope_theta" not in old and not config.entries.has(*THETA)
    names_rule = old.get("rope_type", old.get("type")) not in (None, *UNSCALED_KEYS)
    whole = {**dict.fromkeys(name for name in new if name != "rope_theta"), **old} if names_rule else {}
    kind, alone = config.layer_types[0], within(config.entries.path, {"rope_scaling": None})
    yield error(
        "two_blocks",
        config.entries.key("rope_parameters"),
        "base" if no_base else "",
        "rule" if names_rule else "",
        contrast=contrast(kind, with_patch(config, alone, kind)),
        patch=within(config.entries.path, {"rope_scaling": None} | ({"rope_parameters": whole} if whole else {})),
    )


CHECKS = (base_missing, base_lost, base_scaled, base_of_programs, base_small, told_twice, two_blocks)

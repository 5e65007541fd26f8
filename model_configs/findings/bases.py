"""The base, and entries that are given twice."""

from collections.abc import Iterator, Mapping

import numpy as np

from model_configs.entries import as_text
from model_configs.families.classes import classes
from model_configs.finding import (
    NO_PATCH,
    Finding,
    entry,
    error,
    info,
    name_of,
    number,
    raw,
    setting,
    warning,
    within,
)
from model_configs.findings.places import contrast, is_local, with_patch
from model_configs.keys import ORIGINAL_CONTEXT, SHARE, STEP_OVER, THETA
from model_configs.layer import Origin
from model_configs.model import Config, LayerType
from model_configs.rules import UNSCALED_KEYS

NEW_PLACE = "https://github.com/deepspeedai/DeepSpeed/issues/8345"  # readers of configs of version 5
USUAL_BASE = 10_000.0  # of programs, where a file does not say
LONGEST_BY_USUAL = 8192  # tokens, in Gemma; without a rule or a window, longer contexts have larger bases
TRAINED_BY_USUAL = {"bamba"}  # its state-space layers encode position too
SMALL = 5_000.0  # bases of language models start at 10,000
LARGER = 1_000_000.0  # of many models since 2024
BOUND = "https://arxiv.org/abs/2405.14591"  # the base that a context length needs


def base_missing(config: Config) -> Iterator[Finding]:
    """No base is given: that of the model type or 10,000 is assumed."""
    for kind in config.layer_types:
        if kind.base_origin is Origin.FILE or _is_usual(kind) or kind.base in _bases_in_the_file(config):
            continue
        if config.model_type and [*base_scaled(config)]:  # says more
            continue
        usual, key = kind.base_origin is Origin.DEFAULT, name_of(kind.base_key)
        whose = f"the usual one of {config.model_type}" if usual else "the oldest default"
        yield (info if usual else warning)(
            kind.base_key,
            f"{key} is missing, so a base of {number(kind.base)} is {'taken' if usual else 'assumed'}, {whose}.",
            "The base sets every frequency but the first, and programs differ in what they assume: "
            f"{_with(LARGER if kind.base == USUAL_BASE else USUAL_BASE, kind)}.",
            f"Write {entry(key, kind.base)}, so that every program reads the same."
            if usual
            else "Look up the base of the training: the file does not tell it; nothing is advised from a guess.",
            patch=setting(kind.base_key, kind.base) if usual and not _is_alone(kind) else NO_PATCH,
            source=NEW_PLACE,
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
        context, key = kind.context or 0, name_of(kind.base_key)
        reaches = kind.is_scaled or kind.window is not None or context <= LONGEST_BY_USUAL
        if not _is_usual(kind) or reaches or config.model_type in TRAINED_BY_USUAL:
            continue
        yield warning(
            kind.base_key,
            f"{key} is missing, so {number(kind.base)} is taken, though {number(context)} tokens are claimed.",
            f"Models for more than {number(LONGEST_BY_USUAL)} tokens have a larger base, or a rule that scales it: "
            f"the entry was likely lost when the file was copied, and then {kind.rotary_dim // 2 - 1} of "
            f"{kind.rotary_dim // 2} pairs turn too fast.",
            "Look up the base of the training and write it; the file does not tell it.",
            source=BOUND,
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
        if not (new or long) or kind.base in _bases_in_the_file(config):
            continue
        key = kind.entries.key(THETA[0])
        usual = f"the default of {config.model_type}" if kind.base_origin is Origin.DEFAULT else "of no model"
        yield warning(
            key,
            f"The block asks for {kind.rule.name} and has no rope_theta, so {number(kind.base)} is taken, {usual}.",
            "A tool that writes the rule alone loses the base of the training: "
            f"{_with(LARGER if kind.base == USUAL_BASE else USUAL_BASE, kind)}; Llama 3 was trained with 500,000.",
            "Copy rope_theta from the model that was changed into the block; the file does not tell it.",
            source="https://github.com/unslothai/unsloth/pull/7028",
        )


def base_of_programs(config: Config) -> Iterator[Finding]:
    """The base is 10,000, which programs assume, in a model type that has a larger one."""
    for kind in config.layer_types:
        suspect = kind.base_origin is Origin.FILE and kind.base == USUAL_BASE and not is_local(kind)
        if not suspect or kind.window is not None or (kind.context or 0) <= LONGEST_BY_USUAL:
            continue
        silent, key = with_patch(config, setting(kind.base_key, None), kind), name_of(kind.base_key)
        if silent is None or silent.base_origin is not Origin.DEFAULT or silent.base <= USUAL_BASE:
            continue
        usual = silent.base  # of the model type for these layers
        faster = (usual / kind.base) ** (1 - 2 / kind.exponent_dim)
        yield warning(
            kind.base_key,
            f"{key} is {number(kind.base)}, which programs assume where they find none; {config.model_type} has "
            f"{number(usual)}.",
            f"If the model was trained with that, the slowest of {kind.rotary_dim // 2} pairs turns "
            f"{number(float(f'{faster:.3g}'))} times too fast.",
            f"Write {entry(key, usual)}, unless the model was trained with {number(kind.base)}.",
            patch=setting(kind.base_key, usual),
            source=NEW_PLACE,
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
            key,
            f"{name_of(key)} is {number(kind.base)}; language models start at 10,000.",
            f"Likely a digit is missing: the slowest pair now turns once in {number(round(slowest))} tokens.",
            f"Write {entry(key, 10_000.0)}, unless the model was trained with {number(kind.base)}.",
            patch=setting(key, 10_000.0),
            source=BOUND,
        )


def _with(base: float, kind: LayerType) -> str:
    """What another base would do, as a clause."""
    times = (kind.base / base) ** (1 - 2 / kind.exponent_dim)
    how = f"{number(float(f'{max(times, 1 / times):.3g}'))} times too {'fast' if times > 1 else 'slowly'}"
    return f"with {number(base)}, the slowest of {kind.rotary_dim // 2} pairs turns {how}"


def told_twice(config: Config) -> Iterator[Finding]:
    """An entry at the top level and in the block of the rule, with different values."""
    blocks = [kind.entries for kind in config.layer_types if not is_local(kind)]
    for names, name in ((THETA, THETA[0]), (SHARE, SHARE[0]), ((ORIGINAL_CONTEXT,), ORIGINAL_CONTEXT)):
        outer, inner = raw(config.entries, *names), [raw(block, name) for block in blocks]
        if outer is None or not inner or None in inner or outer in inner:
            continue
        key, likely = config.entries.key(*names), as_text(inner[0])
        yield error(
            key,
            f"{name_of(key)} is {as_text(outer)} at the top level, but {name} in the block is {likely}.",
            (
                "Which of the two decides on the trained context depends on the program and on the model type"
                if name == ORIGINAL_CONTEXT
                else "Here and in current transformers the one in the block is read, elsewhere it may be the other"
            )
            + f": {_otherwise(config, key, name)}.",
            f"Write the training's value in the block, likely {likely}, and delete {name_of(key)} at the "
            "top level.",
            patch=setting(key, None),
            source=NEW_PLACE,
        )


def _otherwise(config: Config, key: str, name: str) -> str:
    """What differs in the first layers where the other one of two entries is read, as a clause."""
    kind = next(kind for kind in config.layer_types if not is_local(kind))
    gone = (setting(key, None), within(kind.entries.path, {name: None}))
    clauses = [contrast(kind, with_patch(config, patch, kind)) for patch in gone]
    return next((each for each in clauses if not each.startswith("0 ")), clauses[0])


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
        config.entries.key("rope_parameters"),
        "rope_scaling and rope_parameters are both there and differ.",
        f"Only rope_scaling is read{', so the rope_theta of rope_parameters is lost' if no_base else ''}; by the "
        f"other, {contrast(kind, with_patch(config, alone, kind))}.",
        'Move all entries into "rope_parameters" and delete "rope_scaling".'
        if names_rule
        else 'Delete "rope_scaling", which names no rule, so that "rope_parameters" is read.',
        patch=within(config.entries.path, {"rope_scaling": None} | ({"rope_parameters": whole} if whole else {})),
        source="https://github.com/sgl-project/sglang/issues/26187",
    )

"""Entries that look like position and that nothing reads, and types that nobody knows."""

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from core.scaling import UNSCALED
from model_configs.entries import Entries, as_text
from model_configs.families import family_of
from model_configs.families.block import named_rule
from model_configs.families.classes import classes
from model_configs.families.part import WIDEST
from model_configs.finding import NO_PATCH, Finding, error, info, number, setting, warning
from model_configs.keys import COMMON, IN_BLOCKS, PARTIAL, ROTARY_DIMS, RULE, SHARE, SOME, STEP_OVER
from model_configs.layer import Origin
from model_configs.lengths import lengths
from model_configs.model import Config, LayerType

TURNS = re.compile(
    "rope|theta|rotary|nope|mscale|ntk|logn|yarn|llama_4_scaling|temperature_(length|scale)|^alpha$", re.IGNORECASE
)
PLACES = re.compile("position|context|dual_chunk", re.IGNORECASE)
SWITCH = re.compile("(use|with|has|enable|apply)_(rope|rotary)(_pos\\w*|_emb\\w*)?")
PARTS = re.compile("config$|quant|vision|audio|image|video|coder", re.IGNORECASE)  # objects about other things
READ_BY_VLLM = SHARE[:3]  # for every type
MOST, LONGEST = 8, 60  # entries that are named, and characters of a name


def unread_beside(config: Config) -> Iterator[Finding]:
    """Entries beside the block that look like position and are not declared."""
    if not config.layer_types:
        return
    yield from islice(_unread(config, config.entries, _known_names(config)), MOST)
    yield from islice(_inside_others(config, _known_names(config)), MOST)
    whole = Entries(config.source)
    if config.entries.path:  # what stands outside the language model's part is read by nothing
        outside = {name: value for name, value in whole.values.items() if config.entries.values.get(name) != value}
        readable = COMMON - {*STEP_OVER, "rope_theta"} | {*family_of(whole.word("model_type") or "").entries}
        yield from islice(_unread(config, Entries(outside), readable), MOST)


def _known_names(config: Config) -> frozenset[str]:
    """Names beside the block that the model type reads."""
    family = config.family
    names = {*family.entries, *(name.partition(".")[0] for name in family.entries), *(family.turning_dims or ())}
    return (COMMON - _not_read(config) | names) - frozenset(family.unread)


def _not_read(config: Config) -> set[str]:
    """Which of the entries that some model types read this one does not."""
    row = classes().get(config.model_type, {})
    unread = {name for name in SOME if row and name not in row}
    unread -= {PARTIAL} if any(kind.rule.takes(PARTIAL) for kind in config.layer_types) else set()
    return unread if config.family.turning_dims is None else unread | {ROTARY_DIMS[1]}


def _unread(config: Config, entries: Entries, readable: frozenset[str]) -> Iterator[Finding]:
    for name, value in entries.values.items():
        if name in readable or _changes_nothing(name, value, config.head_dim):
            continue
        if name in config.family.by_code:
            yield info(
                entries.key(name),
                f"{name} is {as_text(value)}, and what it does is not computed here.",
                config.family.by_code[name],
                "Nothing has to change in the file; for longer texts, compare with the loaded model.",
            )
        elif TURNS.search(name):
            yield _head_share(config.layer_types[0], entries, name, value) or _finding(
                warning, config.layer_types[0], entries, name, value
            )
        elif PLACES.search(name):
            yield _finding(info, config.layer_types[0], entries, name, value)


def _inside_others(config: Config, readable: frozenset[str]) -> Iterator[Finding]:
    """Entries in objects that hold others that are read, or that are not known to hold any."""
    for name, value in config.entries.values.items():
        elsewhere = name in STEP_OVER if name in readable else PARTS.search(name) or TURNS.search(name)
        if elsewhere or not isinstance(value, Mapping):
            continue
        inner, is_read = Entries(value, f"{config.entries.path}{name}."), name in readable - COMMON
        for each, inner_value in value.items():
            if f"{name}.{each}" not in readable and TURNS.search(each) and not _changes_nothing(each, inner_value):
                yield _finding(warning if is_read else info, config.layer_types[0], inner, each, inner_value)


def _changes_nothing(name: str, value: Any, head_dim: int | None = None) -> bool:
    """Whether an entry states the default: rotation on, another feature off, or a whole head."""
    if SWITCH.fullmatch(name):
        return value is not False
    whole = (name in SHARE and value == 1) or (name in ROTARY_DIMS and value in (0, head_dim))
    return value is None or value is False or whole


def unread_inside(config: Config) -> Iterator[Finding]:
    """Entries of the block that neither its rule nor its family declares."""
    paths: set[str] = set()
    for kind in config.layer_types:
        if kind.rule_stated and kind.entries.path not in paths:
            paths.add(kind.entries.path)
            yield from islice(_inside(config, kind), MOST)
    yield from islice(_beside_types(config), MOST)


def _beside_types(config: Config) -> Iterator[Finding]:
    """Entries beside the types of layers, where only these are read; a rule there has a check of its own."""
    path, block = f"{config.entries.path}{STEP_OVER[1]}.", config.entries.values.get(STEP_OVER[1])
    inside = config.layer_types and all(kind.is_nested and kind.entries.path != path for kind in config.layer_types)
    if not inside or not isinstance(block, Mapping) or named_rule(block) not in (None, UNSCALED):
        return
    with_blocks = any(isinstance(value, Mapping) for value in block.values())
    for name, value in block.items():
        if isinstance(value, Mapping | None):
            continue
        if not with_blocks and name not in RULE and value != config.layer_types[0].base:
            yield _finding(warning, config.layer_types[0], Entries(block, path), name, value)
        elif with_blocks:
            yield error(
                path + name[:LONGEST],
                f"{name[:LONGEST]} is {as_text(value)}, and stands beside the blocks of types of layers.",
                f"Of {len(config.layer_types)} types of layers none reads it; transformers 5.17 ends with an "
                "error, and later releases pass it over.",
                f"Delete it, or write it into the block of the layers that it is meant for, such as "
                f"{as_text(config.layer_types[0].name[:40])}.",
                patch=setting(path + name, None) if "." not in name else NO_PATCH,
                source="https://github.com/vllm-project/vllm/issues/57289",
            )


def _inside(config: Config, kind: LayerType) -> Iterator[Finding]:
    of_rule = {entry.name for entry in kind.in_configs.entries}
    readable = IN_BLOCKS | of_rule | set(config.family.block_entries)
    readable -= {PARTIAL} & _not_read(config)
    for name, value in kind.entries.values.items():
        if name not in readable and not isinstance(value, Mapping) and not _changes_nothing(name, value):
            yield _head_share(kind, kind.entries, name, value) or _finding(warning, kind, kind.entries, name, value)


def _head_share(kind: LayerType, entries: Entries, name: str, value: Any) -> Finding | None:
    """A share of a head that the type's own code does not look at; None for another entry, or less than a pair."""
    if name not in READ_BY_VLLM or not isinstance(value, int | float) or not 2 / WIDEST <= value < 1:
        return None
    whole = kind.rotary_dim if kind.rule is UNSCALED else round(kind.rotary_dim / value)
    does = (
        "does not look at it: all" if kind.rule is UNSCALED else f"computes {kind.rotary_dim // 2} pairs, but turns"
    )
    return warning(
        entries.key(name),
        f"{name} is {as_text(value)}, and this model type turns whole heads.",
        f"transformers {does} {whole} features of a head{'' if kind.rule is UNSCALED else ', and stops'}; "
        f"vLLM reads it for every type, and turns {int(whole * value)}.",
        f"Delete {name}; where the training turned {int(whole * value)} features, the model is of another type.",
        patch=setting(entries.key(name), None),
        source="https://github.com/vllm-project/vllm/blob/main/vllm/transformers_utils/config.py",
    )


def _finding(say: Any, kind: LayerType, entries: Entries, name: str, value: Any) -> Finding:
    short = name if len(name) <= LONGEST else name[:LONGEST] + "…"
    return say(
        entries.path + short,
        f"{short} is {as_text(value)}, and it is read by no rule here.",
        f"It looks like an entry about position, and {kind.rotary_dim // 2} pairs are computed without it: the "
        "numbers may be wrong where the model's own code reads it.",
        "Compare the frequencies with those of the loaded model; whether anything needs it, the file does not "
        "tell.",
    )


def type_assumed(config: Config) -> Iterator[Finding]:
    """The model type is unknown, so that missing values are assumed."""
    if not config.layer_types:
        return
    kind = config.layer_types[0]
    limits = lengths(kind)
    length_origin = Origin.FILE if limits.is_stated else config.context_origin
    origins = {
        f"the scheme, RoPE with {kind.rotary_dim // 2} pairs": config.scheme_origin,
        f"the base, {number(kind.base)}": kind.base_origin,
        f"the context length, {number(limits.claim)} tokens": length_origin,
    }
    assumed_names = [name for name, origin in origins.items() if origin is Origin.ASSUMED]
    if assumed_names:
        type_name = as_text(config.model_type) if config.model_type else "missing"
        stranger = "" if config.is_known or not config.model_type else ", a type that is not known here"
        yield info(
            config.entries.path + "model_type",
            f"model_type is {type_name}{stranger}, and the file does not tell everything.",
            f"Assumed: {'; '.join(assumed_names)}.",
            "Nothing is advised from an assumption; write those of the training: the file does not tell them.",
        )

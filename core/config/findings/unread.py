"""Entries that look like position and that nothing reads, and types that nobody knows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from core.config.keys import COMMON, IN_BLOCKS, STEP_OVER
from core.config.lengths import lengths
from core.config.origin import Origin
from core.inputs.entries import Entries, described
from core.inputs.finding import Finding, info, number, warning

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.config.model import Config, LayerType

TURNS = re.compile("rope|theta|rotary|nope|mscale|^alpha$", re.IGNORECASE)
PLACES = re.compile("position|context", re.IGNORECASE)
MOST, LONGEST = 8, 60  # entries that are named, and characters of a name


def unread_beside(config: Config) -> Iterator[Finding]:
    """Entries beside the block that look like position and are not declared."""
    if not config.layer_types:
        return
    family = config.family
    known = (COMMON | set(family.entries) | set(family.turning_dims)) - set(family.unread)
    if "rotary_dim" not in family.turning_dims and "rotary_dim" not in family.entries:
        known -= {"rotary_dim"}
    yield from islice(_unread(config, config.entries, known), MOST)
    whole = Entries(config.source)
    if config.entries.path:  # what stands outside the language model's part is read by nothing
        outside = {name: value for name, value in whole.values.items() if config.entries.values.get(name) != value}
        yield from islice(_unread(config, Entries(outside), COMMON - {*STEP_OVER, "rope_theta"}), MOST)


def _unread(config: Config, entries: Entries, known: frozenset[str] | set[str]) -> Iterator[Finding]:
    for name, value in entries.values.items():
        if name in known or value is None or value is False:
            continue
        if TURNS.search(name):
            yield _finding(warning, config.layer_types[0], entries, name, value)
        elif PLACES.search(name) and not isinstance(value, Mapping):
            yield _finding(info, config.layer_types[0], entries, name, value)


def unread_inside(config: Config) -> Iterator[Finding]:
    """Entries of the block that neither its rule nor its family declares."""
    seen: set[str] = set()
    for kind in config.layer_types:
        if kind.rule_told and kind.entries.path not in seen:
            seen.add(kind.entries.path)
            yield from islice(_inside(config, kind), MOST)


def _inside(config: Config, kind: LayerType) -> Iterator[Finding]:
    of_rule = {entry.name for entry in kind.rule.entries}
    known = IN_BLOCKS | of_rule | set(config.family.block_entries)
    for name, value in kind.entries.values.items():
        if name not in known and value is not None and not isinstance(value, Mapping):
            yield _finding(warning, kind, kind.entries, name, value)


def _finding(say: Any, kind: LayerType, entries: Entries, name: str, value: Any) -> Finding:
    short = name if len(name) <= LONGEST else name[:LONGEST] + "…"
    finding: Finding = say(
        entries.path + short,
        f"{short} is {described(value)}, and it is read by no rule here.",
        f"It looks like an entry about position, and {kind.rotary_dim // 2} pairs are computed without it: the "
        "numbers may be wrong where the model's own code reads it.",
        "Compare the frequencies with those of the loaded model; whether anything needs it, the file does not "
        "tell.",
    )
    return finding


def type_assumed(config: Config) -> Iterator[Finding]:
    """The model type is not known, so that values are assumed where the file is silent."""
    if not config.layer_types:
        return
    kind = config.layer_types[0]
    origins = {
        f"the scheme, RoPE with {kind.rotary_dim // 2} pairs": config.scheme_origin,
        f"the base, {number(kind.base)}": kind.base_origin,
        f"the context length, {number(lengths(kind).claimed)} tokens": config.context_origin,
    }
    assumed = [name for name, origin in origins.items() if origin is Origin.ASSUMED]
    if assumed:
        named = f"{described(config.model_type)}, a type that is not known here" if config.model_type else "missing"
        yield info(
            config.entries.path + "model_type",
            f"model_type is {named}, and the file does not tell everything.",
            f"Assumed: {'; '.join(assumed)}.",
            "Nothing is advised from an assumption; write those of the training: the file does not tell them.",
        )

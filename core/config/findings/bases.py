"""The base, and entries that are given twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from core.config.defaults import BASES
from core.config.findings.places import is_local
from core.config.keys import ORIGINAL_CONTEXT, SHARE, THETA
from core.inputs.entries import described
from core.inputs.finding import Finding, entry, error, info, name_of, number, raw, warning

if TYPE_CHECKING:
    from core.config.model import Config

SMALL = 5_000.0  # bases of language models start at 10,000


def base_missing(config: Config) -> Iterator[Finding]:
    """No base is given: that of the model type or 10,000 is assumed."""
    for kind in config.layer_types:
        if kind.base_given:
            continue
        usual, key = is_local(kind) or config.model_type in BASES, name_of(kind.base_key)
        whose = f"the usual one of {config.model_type}" if usual else "the oldest default"
        yield (info if usual else warning)(
            kind.base_key,
            f"{key} is missing, so a base of {number(kind.base)} is assumed, {whose}.",
            "The base sets every frequency but the first; with another one than in training the text falls apart "
            "after some hundred tokens, and programs differ in what they assume.",
            f"Write the base of the training, likely {entry(key, kind.base)}.",
        )


def base_small(config: Config) -> Iterator[Finding]:
    """A base that likely lacks a digit."""
    for kind in config.layer_types:
        key = kind.base_key
        if not kind.base_given or kind.base >= SMALL or kind.base == BASES.get(config.model_type):
            continue
        slowest = 2 * np.pi / kind.trained()[-1]  # tokens
        yield warning(
            key,
            f"{name_of(key)} is {number(kind.base)}; language models start at 10,000.",
            f"Likely a digit is missing: the slowest pair now turns once in {number(round(slowest))} tokens.",
            f"Write {entry(key, 10_000.0)}, unless the model was trained with {number(kind.base)}.",
        )


def told_twice(config: Config) -> Iterator[Finding]:
    """An entry at the top level and in the block of the rule, with different values."""
    blocks = [kind.entries for kind in config.layer_types if not is_local(kind)]
    for names, name in (
        (THETA, "rope_theta"),
        (SHARE, "partial_rotary_factor"),
        ((ORIGINAL_CONTEXT,), ORIGINAL_CONTEXT),
    ):
        outer, inner = raw(config.entries, *names), [raw(block, name) for block in blocks]
        if outer is None or not inner or None in inner or outer in inner:
            continue
        key, likely = config.entries.key(*names), described(inner[0])
        yield error(
            key,
            f"{name_of(key)} is {described(outer)} at the top level, but {name} in the block is {likely}.",
            "Which of the two decides on the trained context depends on the program and on the model type."
            if name == ORIGINAL_CONTEXT
            else "Here and in current transformers the one in the block is read, elsewhere it may be the other.",
            f"Write the training's value in the block, likely {likely}, and delete {name_of(key)} at the "
            "top level.",
        )


def two_blocks(config: Config) -> Iterator[Finding]:
    """Both the old and the new form of the block, with different contents."""
    old, new = raw(config.entries, "rope_scaling"), raw(config.entries, "rope_parameters")
    if not config.layer_types or not old or not isinstance(new, Mapping) or not new or old == new:
        return
    lost = "rope_theta" in new and "rope_theta" not in old and not config.entries.has(*THETA)
    yield error(
        config.entries.key("rope_parameters"),
        "rope_scaling and rope_parameters are both there and differ.",
        "Only rope_scaling is read" + (", so the rope_theta of rope_parameters is lost." if lost else "."),
        'Move all entries into "rope_parameters" and delete "rope_scaling".',
    )

"""What a config says of the base, and says twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from core.config.defaults import BASES
from core.config.entries import shown
from core.config.finding import Finding, entry, error, info, is_local, name_of, number, raw, warning
from core.config.keys import ORIGINAL, SHARE, THETA

if TYPE_CHECKING:
    from core.model_config import ModelConfig

SMALL = 5_000.0  # bases of language models start at 10,000


def base_missing(config: ModelConfig) -> Iterator[Finding]:
    """No base: that of the model type or the oldest one is assumed."""
    for kind in config.layer_types:
        if kind.base_told:
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


def base_small(config: ModelConfig) -> Iterator[Finding]:
    """A base that is likely short of a digit."""
    for kind in config.layer_types:
        key = kind.base_key
        if not kind.base_told or kind.base >= SMALL or kind.base == BASES.get(config.model_type):
            continue
        slowest = 2 * np.pi / kind.trained()[-1]  # tokens
        yield warning(
            key,
            f"{name_of(key)} is {number(kind.base)}; language models start at 10,000.",
            f"Likely a digit is missing: the slowest pair now turns once in {number(round(slowest))} tokens.",
            f"Write {entry(key, 10_000.0)}, unless the model was trained with {number(kind.base)}.",
        )


def told_twice(config: ModelConfig) -> Iterator[Finding]:
    """The same thing at the top level and in the block of the rule, with different values."""
    blocks = [kind.entries for kind in config.layer_types if not is_local(kind)]
    for names, name in ((THETA, "rope_theta"), (SHARE, "partial_rotary_factor"), ((ORIGINAL,), ORIGINAL)):
        outer, inner = raw(config.entries, *names), [raw(block, name) for block in blocks]
        if outer is None or not inner or None in inner or outer in inner:
            continue
        key = config.entries.key(*names)
        yield error(
            key,
            f"{name_of(key)} is {shown(outer)} at the top level, but {name} in the block is {shown(inner[0])}.",
            "Which of the two decides on the trained context depends on the program and on the model type."
            if name == ORIGINAL
            else "Here and in current transformers the one in the block is read, elsewhere it may be the other.",
            f"Write the training's value in the block, likely {shown(inner[0])}, and delete {name_of(key)} at the "
            "top level.",
        )


def two_blocks(config: ModelConfig) -> Iterator[Finding]:
    """Both blocks, in the old and in the new form, with different contents."""
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

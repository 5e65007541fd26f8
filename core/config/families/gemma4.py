"""Gemma 4: heads of full attention are wider than those with a window, and few of their pairs turn."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.config.families.block import PARAMETERS, Block, by_name, usual_blocks
from core.config.families.family import Family, models
from core.config.families.layer_lists import every
from core.config.families.part import Part
from core.config.keys import FULL, SLIDING
from core.inputs.entries import Entries

WIDE = 512  # features of a head with full attention where the config does not say
WINDOWED = {"rope_type": "default", "rope_theta": 1e4}
PROPORTIONAL = {"rope_type": "proportional", "partial_rotary_factor": 0.25, "rope_theta": 1e6}
PLAIN = {"rope_type": "default", "rope_theta": 1e6}


def wide_heads(default: Mapping[str, Any], *, share_of_rules: bool) -> Callable[[Part], tuple[Block, ...]]:
    """Blocks as nested objects, those of the type where the config has none."""

    def blocks(part: Part) -> tuple[Block, ...]:
        nested = part.entries.inner(PARAMETERS)
        entries = nested if nested and nested.values else Entries(default, f"{part.entries.path}{PARAMETERS}.")
        unsorted = by_name(part, entries) or usual_blocks(part)
        return tuple(
            replace(
                block,
                share_of_rules=share_of_rules,
                head_dim=_head_dim(part, block.name),
                rule_stated=entries is nested,
            )
            for block in sorted(unsorted, key=lambda block: block.name != FULL)
        )

    return blocks


def _head_dim(part: Part, name: str) -> int | None:
    if name != FULL:
        return None
    if part.entries.has("per_layer_config"):
        return part.of_layer(FULL, part.layers).whole("head_dim")
    return part.entries.whole("global_head_dim") or WIDE


def _last_is_full(part: Part, count: int) -> Sequence[str]:
    return (*every(6)(part, count)[:-1], FULL) if count else ()


FAMILIES = tuple(
    Family(
        types=types,
        source=models("gemma4"),
        entries=("global_head_dim",),
        unread=("rope_scaling",),
        arranged=wide_heads({FULL: full, SLIDING: WINDOWED}, share_of_rules=whole),
        layers=_last_is_full,
    )
    for types, full, whole in (
        (("gemma4_text", "gemma4_unified_text"), PROPORTIONAL, True),
        (("diffusion_gemma_text",), PROPORTIONAL, False),
        (("embedding_gemma2_text",), PLAIN, True),
    )
)

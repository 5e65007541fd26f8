"""Full attention and windows, each with its own base; in some, with other heads or shares."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from model_configs.entries import Entries
from model_configs.families.block import (
    PARAMETERS,
    Block,
    FullAndSliding,
    by_name,
    nested_in,
    rotary_entries,
    usual_blocks,
)
from model_configs.families.family import Family, models
from model_configs.families.layer_lists import every, sixth_and_last
from model_configs.families.part import Part
from model_configs.keys import FULL, LOCAL_THETA, SLIDING, THETA

# Gemma 3 and its kin: full attention and windows with a base of their own.
GEMMA3_BLOCKS = FullAndSliding(bases=(1e6, 1e4), local=LOCAL_THETA)


# Gemma 4: heads of full attention are wider than those with a window, and few of their pairs turn.
WIDE = 512  # features of a head with full attention where the config does not say
SLIDING_BLOCK = {"rope_type": "default", "rope_theta": 1e4}
PROPORTIONAL = {"rope_type": "proportional", "partial_rotary_factor": 0.25, "rope_theta": 1e6}
PLAIN = {"rope_type": "default", "rope_theta": 1e6}


def wide_heads(default: Mapping[str, Any], *, share_of_rules: bool) -> Callable[[Part], tuple[Block, ...]]:
    """Blocks as nested objects, those of the type where the config has none."""

    def blocks(part: Part) -> tuple[Block, ...]:
        rope = part.entries.inner(PARAMETERS)
        entries = rope if rope and rope.values else Entries(default, f"{part.entries.path}{PARAMETERS}.")
        in_file_order = by_name(part, entries) or usual_blocks(part)
        return tuple(
            replace(
                block,
                share_of_rules=share_of_rules,
                head_dim=_gemma4_head_dim(part, block.name),
                rule_stated=entries is rope,
            )
            for block in sorted(in_file_order, key=lambda block: block.name != FULL)
        )

    return blocks


def _gemma4_head_dim(part: Part, name: str) -> int | None:
    if name != FULL:
        return None
    if part.entries.has("per_layer_config"):
        return part.of_layer(FULL, part.layers).whole("head_dim")
    return part.entries.whole("global_head_dim") or WIDE


# MiMo-V2-Flash: most layers have a window and a base of their own.
MIMO_SHARE = 0.334


def _mimo_blocks(part: Part) -> tuple[Block, ...]:
    """Nested objects where the config has them, else `rope_theta` and `swa_rope_theta`."""
    block, top = rotary_entries(part) or Entries({}), part.entries
    if nested_in(block):
        usual = usual_blocks(part)
        return tuple(Block(one.name, one.entries, one.thetas, share=MIMO_SHARE, is_nested=True) for one in usual)
    full = Block(FULL, block, ((top, THETA),), base=5e6, share=MIMO_SHARE)
    return full, Block(SLIDING, thetas=((top, ("swa_rope_theta",)),), base=1e4, share=MIMO_SHARE)


def _mimo_layers(part: Part, count: int) -> Sequence[str]:
    pattern = part.entries.values.get("hybrid_layer_pattern")
    if isinstance(pattern, list) and len(pattern) == count:
        return tuple(SLIDING if flag else FULL for flag in pattern)
    return tuple(FULL if i == 0 or (i + 1) % 6 == 0 else SLIDING for i in range(count))


FLASH = Family(
    types=("mimo_v2_flash",),
    address="https://huggingface.co/XiaomiMiMo/MiMo-V2-Flash/blob/main/config.json",
    entries=("swa_rope_theta", "hybrid_layer_pattern"),
    read_blocks=_mimo_blocks,
    layers=_mimo_layers,
)


FAMILIES = (
    Family(
        types=("gemma3_text", "t5gemma2_text", "t5gemma2_decoder"),
        entries=LOCAL_THETA,
        read_blocks=GEMMA3_BLOCKS,
        layers=every(6),
        trained_with="linear",
    ),
    Family(
        types=("gemma3n_text",),
        entries=LOCAL_THETA,
        read_blocks=GEMMA3_BLOCKS,
        layers=every(5),
        trained_with="linear",
    ),
    # ModernBERT: windows with a base of their own, and a rule that acts on both.
    Family(
        types=("modernbert", "modernbert-decoder"),
        unread=("rope_theta",),
        entries=("global_rope_theta", *LOCAL_THETA, "local_attention"),
        read_blocks=FullAndSliding(
            bases=(160_000.0, 1e4), local=("local_rope_theta",), whole=("global_rope_theta",), scales_both=True
        ),
        layers=every(3, last=False),
    ),
    # OLMo 3: a rule for full attention that leaves windows as they are.
    Family(types=("olmo3",), read_blocks=FullAndSliding(bases=(500_000.0, 500_000.0), local=()), layers=every(4)),
    *(
        Family(
            types=types,
            address=models("gemma4"),
            entries=("global_head_dim",),
            unread=("rope_scaling",),
            read_blocks=wide_heads({FULL: full, SLIDING: SLIDING_BLOCK}, share_of_rules=whole),
            layers=sixth_and_last,
        )
        for types, full, whole in (
            (("gemma4_text", "gemma4_unified_text"), PROPORTIONAL, True),
            (("diffusion_gemma_text",), PROPORTIONAL, False),
            (("embedding_gemma2_text",), PLAIN, True),
        )
    ),
    FLASH,
    replace(FLASH, types=("mimo_v2",), published_with_model=True),
)

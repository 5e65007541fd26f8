"""MiMo-V2-Flash: most layers have a window and a base of their own."""

from collections.abc import Sequence
from dataclasses import replace

from core.config.families.block import Block, nested_in, rotary_entries, usual_blocks
from core.config.families.family import Family
from core.config.families.part import Part
from core.config.keys import FULL, SLIDING, THETA

SHARE = 0.334


def blocks(part: Part) -> tuple[Block, ...]:
    """Nested objects where the config has them, else `rope_theta` and `swa_rope_theta`."""
    block = rotary_entries(part)
    if block is not None and nested_in(block):
        return tuple(
            Block(each.name, each.entries, each.thetas, share=SHARE, nested=True) for each in usual_blocks(part)
        )
    full = Block(FULL, thetas=((part.entries, THETA),), base=5e6, share=SHARE)
    if block is not None:
        full = Block(FULL, block, full.thetas, base=5e6, share=SHARE)
    return full, Block(SLIDING, thetas=((part.entries, ("swa_rope_theta",)),), base=1e4, share=SHARE)


def _layers(part: Part, count: int) -> Sequence[str]:
    pattern = part.entries.values.get("hybrid_layer_pattern")
    if isinstance(pattern, list) and len(pattern) == count:
        return tuple(SLIDING if flag else FULL for flag in pattern)
    return tuple(FULL if i == 0 or (i + 1) % 6 == 0 else SLIDING for i in range(count))


FLASH = Family(
    types=("mimo_v2_flash",),
    source="https://huggingface.co/XiaomiMiMo/MiMo-V2-Flash/blob/main/config.json",
    entries=("swa_rope_theta", "hybrid_layer_pattern"),
    arranged=blocks,
    layers=_layers,
)
FAMILIES = (FLASH, replace(FLASH, types=("mimo_v2",), published_with_model=True))

"""MiniMax: `rotary_dim` is the number of features that turn in M2, and read by nothing in M3."""

from core.config.families.block import Block, usual_blocks
from core.config.families.family import Family, models
from core.config.families.part import Part


def _m2(part: Part) -> tuple[Block, ...]:
    (block, *rest) = usual_blocks(part)
    turning = part.entries.whole("rotary_dim")
    share = turning / part.head_dim if turning and part.head_dim else None
    return (Block(block.name, block.entries, block.thetas, share=share, nested=block.nested), *rest)


FAMILIES = (
    Family(
        types=("minimax_m2",), source=models("minimax_m2"), entries=("rotary_dim",), arranged=_m2, turning_dims=()
    ),
    Family(types=("minimax_m3_vl_text", "minimax_m3_vl"), source=models("minimax_m3_vl"), turning_dims=()),
)

"""GPT-NeoX and Bamba: names of their own for the base and for the share of a head that turns."""

from dataclasses import replace

from core.config.families.block import Block, usual_blocks
from core.config.families.family import Family, models
from core.config.families.part import Part


def _neox(part: Part) -> tuple[Block, ...]:
    """`rotary_emb_base` and `rotary_pct` beside the block; the usual names are read in the block alone."""
    (block, *rest) = usual_blocks(part)
    return (replace(block, thetas=((part.entries, ("rotary_emb_base",)),), shares=("rotary_pct",)), *rest)


def _bamba(part: Part) -> tuple[Block, ...]:
    """Half of a head turns, whatever stands beside the block."""
    return tuple(replace(block, shares=()) for block in usual_blocks(part))


FAMILIES = (
    Family(
        types=("gpt_neox", "gpt_neox_japanese"),
        source=models("gpt_neox"),
        entries=("rotary_emb_base", "rotary_pct"),
        unread=("rope_theta", "partial_rotary_factor"),
        arranged=_neox,
    ),
    Family(types=("bamba",), source=models("bamba"), unread=("partial_rotary_factor",), arranged=_bamba),
)

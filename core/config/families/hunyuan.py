"""Hunyuan: `alpha` raises the base for texts of every length, whatever the block calls it."""

from dataclasses import replace

from core.config.families.block import Block, usual_blocks
from core.config.families.family import Family, models
from core.config.families.part import Part
from core.config.keys import RULE
from core.inputs.entries import Entries
from core.scaling.entry import read_ratio
from core.scaling.ntk import base_for

NAMES = ("dynamic", "xdrope")
SECTIONS = "xdrope_section"


def blocks(part: Part) -> tuple[Block, ...]:
    """The usual block; with `alpha`, its base is that of NTK-aware scaling by this factor."""
    (block, *rest) = usual_blocks(part)
    alpha, dim = read_ratio(block.entries, "alpha"), part.head_dim
    if rest or block.entries.word(*RULE) not in NAMES or not alpha or not dim or dim < 4:
        return (_renamed(block), *rest)
    base = block.entries.number("rope_theta") or part.entries.number("rope_theta") or 1e4
    stated_base = (base_for(alpha, base, dim), block.entries.key("alpha"))
    return (Block(block.name, block.entries, stated_base=stated_base, scaled=False),)


def _renamed(block: Block) -> Block:
    """The name "xdrope" stands for dynamic scaling."""
    if block.entries.word(*RULE) != "xdrope":
        return block
    return Block(
        block.name, Entries({**block.entries.values, "rope_type": "dynamic"}, block.entries.path), block.thetas
    )


V1 = Family(
    types=("hunyuan_v1_dense", "hunyuan_v1_moe", "hunyuan_vl_text"),
    source=models("hunyuan_v1_dense"),
    block_entries=("alpha", SECTIONS, "beta_fast", "beta_slow", "mscale", "mscale_all_dim"),
    arranged=blocks,
)
FAMILIES = (V1, replace(V1, types=("hunyuan",), published_with_model=True))

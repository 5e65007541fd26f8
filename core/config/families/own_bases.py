"""Types of layers with bases and shares of their own where the config is silent."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.config.families.block import PARAMETERS, Block, usual_blocks
from core.config.families.family import Family, models
from core.config.families.layer_lists import every
from core.config.families.part import Part
from core.config.keys import FULL, PARTIAL, SLIDING, THETA
from core.inputs.entries import Entries


def _block(base: float, share: float | None = None, rule: str = "default") -> dict[str, Any]:
    turning = {} if share is None else {"partial_rotary_factor": share}
    return {"rope_type": rule, "rope_theta": base} | turning


def _conv(part: Part, count: int) -> Sequence[str]:
    return tuple(FULL if i % 4 == 2 else SLIDING if i % 4 == 0 and i else "conv" for i in range(count))


def _hybrid(part: Part, count: int) -> Sequence[str]:
    return ("hybrid",) * count


def _neomme(part: Part, count: int) -> Sequence[str]:
    return tuple(FULL if (i + 1) % 6 == 0 or i == count - 1 else SLIDING for i in range(count))


def _beam(part: Part, count: int) -> Sequence[str]:
    return (*every(6)(part, count)[:-1], FULL) if count else ()


def _windowed(part: Part, layers: Sequence[str]) -> Sequence[bool]:
    """A type whose block is null has no position."""
    block = part.entries.inner(PARAMETERS) or Entries({FULL: None})
    return tuple(block.values.get(name, {}) is not None for name in layers)


def _lfm3_blocks(part: Part) -> tuple[Block, ...]:
    """Without a rule, the whole head turns."""
    blocks = usual_blocks(part, {FULL: _block(1e6, 0.5, "proportional"), SLIDING: _block(1e4)})
    return tuple(replace(block, share_of_rules=True) for block in blocks)


def _neomme_blocks(part: Part) -> tuple[Block, ...]:
    """A base at the top level holds for both types of layers."""
    rope, blocks = part.entries.inner(PARAMETERS) or Entries({}), []
    for name, base, share in ((FULL, 1e6, 0.25), (SLIDING, 1e4, 1.0)):
        inner = rope.inner(name) or Entries({})
        blocks.append(Block(name, inner, ((part.entries, THETA),), base=base, share=share, nested=True))
    return tuple(blocks)


FAMILIES = (
    Family(
        types=("laguna",),
        source=models("laguna"),
        unread=(PARTIAL,),
        default={FULL: _block(5e5, 0.5), SLIDING: _block(1e4, 1.0)},
    ),
    Family(
        types=("mellum",),
        source=models("mellum"),
        unread=(PARTIAL,),
        default={FULL: _block(5e5), SLIDING: _block(1e4)},
    ),
    Family(types=("lfm3",), source=models("lfm3"), arranged=_lfm3_blocks, layers=_conv),
    Family(types=("neomme",), source=models("neomme"), arranged=_neomme_blocks, layers=_neomme),
    Family(
        types=("ultrabert",),
        source=models("ultrabert"),
        default={FULL: _block(2_560_000.0), SLIDING: _block(1e4)},
        layers=every(3),
    ),
    Family(
        types=("zaya",),
        source=models("zaya"),
        unread=(PARTIAL,),
        default={"hybrid": _block(5e6, 0.5), "hybrid_sliding": _block(1e4, 0.5)},
        layers=_hybrid,
    ),
    # beside its language model: turns its sound
    Family(types=("musicflamingo",), source=models("musicflamingo"), entries=("rope_parameters",)),
    Family(types=("beam",), source=models("beam"), default={SLIDING: _block(1e4)}, layers=_beam, turning=_windowed),
)

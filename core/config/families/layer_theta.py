"""One base a layer, where 0 means no position: Granite with windows, Muse."""

from collections.abc import Sequence

from core.config.families.block import Block, usual_blocks
from core.config.families.family import Family, models
from core.config.families.layer_lists import every
from core.config.families.part import Part
from core.config.keys import FULL
from core.inputs.entries import LARGEST, ConfigError

NAME = "layer_rope_theta"
LAW = "a list of bases, one a layer, 0 where there is no position"


def thetas(part: Part) -> tuple[float, ...] | None:
    """The base of each layer, 0 for no position; None where the config does not list them."""
    bases = part.entries.numbers(NAME, LAW, lambda base: base == 0 or 1 < base <= LARGEST**2)
    if bases is not None and len(set(bases)) > 64:
        raise ConfigError(part.entries.key(NAME), "of at most 64 different bases", list(bases))
    return bases


def blocks(part: Part) -> tuple[Block, ...]:
    """One block for each base; with a single one, the usual block."""
    (usual, *_) = usual_blocks(part)
    listed = sorted({base for base in thetas(part) or () if base}, reverse=True)
    key = part.entries.key(NAME)
    if not listed:
        return (usual,)
    if len(listed) == 1:
        return (Block(FULL, usual.entries, stated_base=(listed[0], key), rule_stated=usual.rule_stated),)
    return tuple(Block(f"base {base:.12g}", usual.entries, stated_base=(base, key)) for base in listed)


def _turning(part: Part, layers: Sequence[str]) -> Sequence[bool]:
    listed = thetas(part)
    if listed is None or len(listed) != len(layers):
        return (True,) * len(layers)
    return tuple(base > 0 for base in listed)


def _muse(part: Part, layers: Sequence[str]) -> Sequence[bool]:
    """Counted from the last layer, every fourth has no position."""
    if part.entries.has(NAME):
        return _turning(part, layers)
    return tuple((len(layers) - 1 - i) % 4 != 0 for i in range(len(layers)))


def _muse_layers(part: Part, count: int) -> Sequence[str]:
    return tuple(every(4)(part, count + (-count) % 4))[-count:] if count else ()


FAMILIES = (
    Family(
        types=("granite_swa", "granitemoe_swa"),
        source=models("granite_swa"),
        entries=(NAME,),
        arranged=blocks,
        layers=every(4, last=False),
        turning=_turning,
    ),
    Family(
        types=("muse_glimmer_text",),
        source=models("muse_glimmer"),
        entries=(NAME,),
        layers=_muse_layers,
        turning=_muse,
    ),
    Family(
        types=("muse_spark_text",),
        source=models("muse_spark"),
        entries=(NAME,),
        default={"rope_type": "default", "rope_theta": 5e5},
        layers=_muse_layers,
        turning=_muse,
    ),
)

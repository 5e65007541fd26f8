"""Step-3.5 and 3.7: lists of bases and shares, one a layer."""

from core.config.families.block import PARAMETERS, SCALING, Block, by_name, merged, nested_in
from core.config.families.family import Family, models
from core.config.families.part import Part
from core.config.keys import FULL
from core.inputs.entries import ConfigError, Entries

BASES, SHARES = "rope_theta", "partial_rotary_factors"


def blocks(part: Part) -> tuple[Block, ...]:
    """Nested objects where each type has one, else the base and share of the first layer of each type."""
    new, old = part.entries.inner(PARAMETERS) or Entries({}), part.entries.inner(SCALING) or Entries({})
    if nested_in(new):
        return by_name(part, new)
    kinds = sorted(set(part.layers or (FULL,)), key=lambda name: name != FULL)
    scaling = merged(Entries({}), old)
    return tuple(_block(part, name, scaling if name == FULL else Entries({})) for name in kinds)


def _block(part: Part, name: str, entries: Entries) -> Block:
    layer = part.layers.index(name) if name in part.layers else 0
    base, share = (_of_layer(part, entry, layer) for entry in (BASES, SHARES))
    stated_base = None if base is None else (base, part.entries.key(BASES))
    return Block(name, entries, stated_base=stated_base, share=share, nested=True)


def _of_layer(part: Part, name: str, layer: int) -> float | None:
    """The value of a layer; a single one holds for all."""
    least = 1.0 if name == BASES else 0.0
    law = "a number, or a list of numbers, one a layer"
    if isinstance(part.entries.values.get(name), list):
        listed = part.entries.numbers(name, law, lambda value: value > least) or ()
        if layer < len(listed):
            return listed[layer]
        raise ConfigError(part.entries.key(name), law, list(listed))
    return part.entries.number(name, law=law, valid=lambda value: value > least)


FAMILIES = (
    Family(
        types=("step3p5", "step3p7"),
        source=models("step3p7"),
        entries=(SHARES, "num_sliding_attention_heads", "attention_other_setting"),
        arranged=blocks,
        layers=lambda part, count: (FULL,) * count,
    ),
)

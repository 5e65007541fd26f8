"""Molmo 2: a rule acts on the layers that a list names."""

from dataclasses import replace

from core.config.families.block import Block, usual_blocks
from core.config.families.family import Family, models
from core.config.families.part import Part

NAME, UNSCALED = "rope_scaling_layers", "unscaled"


def _listed(part: Part) -> set[int] | None:
    """Numbers of the layers on which the rule acts; None for all."""
    numbers = part.entries.values.get(NAME)
    if not isinstance(numbers, list) or not all(type(number) is int for number in numbers):
        return None
    return None if set(numbers) >= set(range(part.layer_count or 0)) else set(numbers)


def _blocks(part: Part) -> tuple[Block, ...]:
    """A second type of layers where the list leaves some out."""
    (block, *rest) = usual_blocks(part)
    if rest or _listed(part) is None:
        return (block, *rest)
    return block, replace(block, name=UNSCALED, scaled=False)


def _of_layer(part: Part, number: int, name: str) -> str:
    listed = _listed(part)
    return name if listed is None or number in listed else UNSCALED


FAMILIES = (
    Family(types=("molmo2_text",), source=models("molmo2"), entries=(NAME,), arranged=_blocks, of_layer=_of_layer),
)

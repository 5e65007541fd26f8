"""Bases, shares or rules that a list gives, layer by layer."""

from collections.abc import Sequence
from dataclasses import replace

from model_configs.entries import LARGEST, ConfigError, Entries
from model_configs.families.block import PARAMETERS, SCALING, Block, by_name, merge_blocks, nested_in, usual_blocks
from model_configs.families.family import Family
from model_configs.families.layer_lists import every
from model_configs.families.part import Part
from model_configs.keys import FULL

# One base a layer, where 0 means no position: Granite with windows, Muse.
LAYER_THETA_NAME = "layer_rope_theta"
LAYER_THETA_LAW = "a list of bases, one a layer, 0 where there is no position"


def thetas(part: Part) -> tuple[float, ...] | None:
    """The base of each layer, 0 for no position; None where the config does not list them."""
    bases = part.entries.numbers(
        LAYER_THETA_NAME, LAYER_THETA_LAW, lambda base: base == 0 or 1 < base <= LARGEST**2
    )
    if bases is not None and len(set(bases)) > 64:
        raise ConfigError(part.entries.key(LAYER_THETA_NAME), "of at most 64 different bases", list(bases))
    return bases


def _layer_theta_blocks(part: Part) -> tuple[Block, ...]:
    """One block for each base; with a single one, the usual block."""
    (usual, *_) = usual_blocks(part)
    bases = sorted({base for base in thetas(part) or () if base}, reverse=True)
    key = part.entries.key(LAYER_THETA_NAME)
    if not bases:
        return (usual,)
    if len(bases) == 1:
        return (Block(FULL, usual.entries, stated_base=(bases[0], key), rule_stated=usual.rule_stated),)
    return tuple(Block(f"base {base:.12g}", usual.entries, stated_base=(base, key)) for base in bases)


def _by_theta(part: Part, layers: Sequence[str]) -> Sequence[bool]:
    bases = thetas(part)
    if bases is None or len(bases) != len(layers):
        return (True,) * len(layers)
    return tuple(base > 0 for base in bases)


def _muse(part: Part, layers: Sequence[str]) -> Sequence[bool]:
    """Counted from the last layer, every fourth has no position."""
    if part.entries.has(LAYER_THETA_NAME):
        return _by_theta(part, layers)
    return tuple((len(layers) - 1 - i) % 4 != 0 for i in range(len(layers)))


def _muse_layers(part: Part, count: int) -> Sequence[str]:
    return tuple(every(4)(part, count + (-count) % 4))[-count:] if count else ()


# Step-3.5 and 3.7: lists of bases and shares, one a layer.
STEP3_BASES, STEP3_SHARES = "rope_theta", "partial_rotary_factors"
STEP3_SCALED, STEP3_TURNING = "yarn_only_types", "use_rope_layers"  # read by the published code and by engines


def _step3_blocks(part: Part) -> tuple[Block, ...]:
    """Nested objects where each type has one, else the base and share of the first layer of each type."""
    new, old = part.entries.inner(PARAMETERS) or Entries({}), part.entries.inner(SCALING) or Entries({})
    if nested_in(new):
        return by_name(part, new)
    kinds = sorted(set(part.layers or (FULL,)), key=lambda name: name != FULL)
    scaling = merge_blocks(Entries({}), old)
    scaled_kinds = part.entries.words(STEP3_SCALED) or (FULL,)
    return tuple(_step3_block(part, name, scaling if name in scaled_kinds else Entries({})) for name in kinds)


def _step3_turning(part: Part, layers: Sequence[str]) -> Sequence[bool]:
    """A flag for each layer; all turn where the list is empty."""
    flags = part.entries.values.get(STEP3_TURNING)
    if not isinstance(flags, list) or len(flags) < len(layers):
        return (True,) * len(layers)
    return tuple(bool(flag) for flag in flags[: len(layers)])


def _step3_block(part: Part, name: str, entries: Entries) -> Block:
    layer = part.layers.index(name) if name in part.layers else 0
    base, share = (_step3_of_layer(part, entry, layer) for entry in (STEP3_BASES, STEP3_SHARES))
    stated_base = None if base is None else (base, part.entries.key(STEP3_BASES))
    return Block(name, entries, stated_base=stated_base, share=share, is_nested=True)


def _step3_of_layer(part: Part, name: str, layer: int) -> float | None:
    """The value of a layer; a single one holds for all."""
    least = 1.0 if name == STEP3_BASES else 0.0
    law = "a number, or a list of numbers, one a layer"
    if isinstance(part.entries.values.get(name), list):
        by_layer = part.entries.numbers(name, law, lambda value: value > least) or ()
        if layer < len(by_layer):
            return by_layer[layer]
        raise ConfigError(part.entries.key(name), law, list(by_layer))
    return part.entries.number(name, law=law, valid=lambda value: value > least)


# Molmo 2: a rule acts on the layers that a list names.
MOLMO2_NAME, UNSCALED = "rope_scaling_layers", "unscaled"


def _scaled_layers(part: Part) -> set[int] | None:
    """Numbers of the layers on which the rule acts; None for all."""
    numbers = part.entries.values.get(MOLMO2_NAME)
    if not isinstance(numbers, list) or not all(type(number) is int for number in numbers):
        return None
    return None if set(numbers) >= set(range(part.layer_count or 0)) else set(numbers)


def _blocks(part: Part) -> tuple[Block, ...]:
    """A second type of layers where the list leaves some out."""
    (block, *rest) = usual_blocks(part)
    if rest or _scaled_layers(part) is None:
        return (block, *rest)
    return block, replace(block, name=UNSCALED, is_scaled=False)


def _molmo2_of_layer(part: Part, number: int, name: str) -> str:
    scaled_layers = _scaled_layers(part)
    return name if scaled_layers is None or number in scaled_layers else UNSCALED


FAMILIES = (
    Family(
        types=("granite_swa", "granitemoe_swa"),
        entries=(LAYER_THETA_NAME,),
        read_blocks=_layer_theta_blocks,
        layers=every(4, last=False),
        rotary_flags=_by_theta,
    ),
    Family(types=("muse_glimmer_text",), entries=(LAYER_THETA_NAME,), layers=_muse_layers, rotary_flags=_muse),
    Family(
        types=("muse_spark_text",),
        entries=(LAYER_THETA_NAME,),
        default={"rope_type": "default", "rope_theta": 5e5},
        layers=_muse_layers,
        rotary_flags=_muse,
    ),
    Family(
        types=("step3p7", "step3p5"),
        entries=(
            STEP3_SHARES,
            STEP3_SCALED,
            STEP3_TURNING,
            "num_sliding_attention_heads",
            "attention_other_setting",
        ),
        read_blocks=_step3_blocks,
        rotary_flags=_step3_turning,
        layers=lambda part, count: (FULL,) * count,
    ),
    Family(types=("molmo2_text",), entries=(MOLMO2_NAME,), read_blocks=_blocks, of_layer=_molmo2_of_layer),
)

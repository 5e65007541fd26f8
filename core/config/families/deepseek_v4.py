"""DeepSeek-V4: layers that compress their keys have a base and a rule of their own; others see a window only."""

from collections.abc import Sequence
from typing import Any

from core.config.families.block import Block, named_rule, rotary_entries
from core.config.families.family import Family, models
from core.config.families.part import Part
from core.config.keys import PARTIAL, SLIDING
from core.inputs.entries import Entries
from core.scaling import UNSCALED

MAIN, COMPRESS = "main", "compress"
BASES = {COMPRESS: 160_000.0, MAIN: 1e4}  # where the config is silent
HEAVILY, SPARSELY = "heavily_compressed_attention", "compressed_sparse_attention"
RATIOS = {0: SLIDING, 4: SPARSELY, 128: HEAVILY}
SHARE = 0.125  # of a head, where the config gives neither a share nor the features that turn


def _share(part: Part) -> float:
    declared = part.entries.number(PARTIAL, law="a share from 0 to 1", valid=lambda share: 0 < share <= 1)
    turning, whole = part.entries.whole("qk_rope_head_dim"), part.head_dim
    return declared or (turning / whole if turning and whole else SHARE)


def blocks(part: Part) -> tuple[Block, ...]:
    """Layers that compress with the rule of the config, whose attention stays 1; those with a window unscaled."""
    rotary, share = rotary_entries(part) or Entries({}), _share(part)
    if all(isinstance(rotary.values.get(name), dict) for name in BASES):
        inner = ((name, rotary.inner(name) or Entries({})) for name in BASES)
        return tuple(_nested(part, name, entries, share) for name, entries in inner)
    plain = {name: value for name, value in rotary.values.items() if name not in {*BASES, "rope_theta"}}
    plain[PARTIAL] = share
    rule = named_rule(plain)
    if rule is not None and rule.attention is not None and rule.divides_by_factor:
        plain.setdefault("attention_factor", 1.0)
    return (
        _block(part, COMPRESS, Entries(plain, rotary.path), ("compress_rope_theta",), share=share),
        _block(part, MAIN, Entries({PARTIAL: share}), ("rope_theta",), share=share, scaled=False),
    )


def _nested(part: Part, name: str, entries: Entries, share: float) -> Block:
    """As it stands: without a rule, and without a share in the object itself, the whole head turns."""
    partial = part.entries.has(PARTIAL) or named_rule(entries.values) not in {None, UNSCALED}
    turning = share if partial else 1.0
    return _block(part, name, entries, ("rope_theta",), share=turning)


def _block(part: Part, name: str, entries: Entries, thetas: tuple[str, ...], **more: Any) -> Block:
    places = ((part.entries, thetas),)
    return Block(name, entries, places, base=BASES[name], windowed=name == MAIN, nested=True, **more)


def layers(part: Part, count: int) -> Sequence[str]:
    """By `compress_ratios`, one a layer; else the two ways to compress take turns."""
    ratios = part.entries.values.get("compress_ratios")
    if isinstance(ratios, list):
        return tuple(RATIOS.get(ratio, HEAVILY) if isinstance(ratio, int) else HEAVILY for ratio in ratios[:count])
    return tuple(SPARSELY if i >= 2 and i % 2 else HEAVILY for i in range(count))


def _of_layer(part: Part, number: int, name: str) -> str:
    return MAIN if name == SLIDING else COMPRESS


FAMILIES = (
    Family(
        types=("deepseek_v4",),
        source=models("deepseek_v4"),
        entries=("compress_rope_theta", "compress_ratios"),
        arranged=blocks,
        layers=layers,
        of_layer=_of_layer,
    ),
)

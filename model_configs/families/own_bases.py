"""Types of layers with bases, shares or heads of their own."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.scaling import UNSCALED
from model_configs.entries import Entries
from model_configs.families.block import PARAMETERS, Block, named_rule, nested_in, rotary_entries, usual_blocks
from model_configs.families.family import Family
from model_configs.families.layer_lists import every, sixth_and_last
from model_configs.families.part import Part
from model_configs.keys import FULL, PARTIAL, SLIDING, THETA


def _own_bases_block(base: float, share: float | None = None, rule: str = "default") -> dict[str, Any]:
    share_entry = {} if share is None else {"partial_rotary_factor": share}
    return {"rope_type": rule, "rope_theta": base} | share_entry


def _conv(part: Part, count: int) -> Sequence[str]:
    return tuple(FULL if i % 4 == 2 else SLIDING if i % 4 == 0 and i else "conv" for i in range(count))


def _hybrid(part: Part, count: int) -> Sequence[str]:
    return ("hybrid",) * count


def _neomme(part: Part, count: int) -> Sequence[str]:
    return tuple(FULL if (i + 1) % 6 == 0 or i == count - 1 else SLIDING for i in range(count))


def _by_null(part: Part, layers: Sequence[str]) -> Sequence[bool]:
    """A type whose block is null has no position."""
    block = part.entries.inner(PARAMETERS) or Entries({FULL: None})
    return tuple(block.values.get(name, {}) is not None for name in layers)


def _lfm3_blocks(part: Part) -> tuple[Block, ...]:
    """Without a rule, the whole head turns."""
    blocks = usual_blocks(part, {FULL: _own_bases_block(1e6, 0.5, "proportional"), SLIDING: _own_bases_block(1e4)})
    return tuple(replace(block, share_of_rules=True) for block in blocks)


def _neomme_blocks(part: Part) -> tuple[Block, ...]:
    """A base at the top level holds for both types of layers."""
    rope, blocks = part.entries.inner(PARAMETERS) or Entries({}), []
    for name, base, share in ((FULL, 1e6, 0.25), (SLIDING, 1e4, 1.0)):
        inner = rope.inner(name) or Entries({})
        blocks.append(Block(name, inner, ((part.entries, THETA),), base=base, share=share, is_nested=True))
    return tuple(blocks)


# DeepSeek-V4: layers that compress their keys have a base and a rule of their own; others see a window only.
MAIN, COMPRESS = "main", "compress"
DEEPSEEK_V4_BASES = {COMPRESS: 160_000.0, MAIN: 1e4}  # where the config is silent
HEAVILY, SPARSELY = "heavily_compressed_attention", "compressed_sparse_attention"
RATIOS = {0: SLIDING, 4: SPARSELY, 128: HEAVILY}
DEEPSEEK_V4_SHARE = 0.125  # of a head, where the config gives neither a share nor the features that turn


def _deepseek_v4_share(part: Part) -> float:
    stated_share = part.entries.number(PARTIAL, law="a share from 0 to 1", valid=lambda share: 0 < share <= 1)
    rope_dim, whole = part.entries.whole("qk_rope_head_dim"), part.head_dim
    return stated_share or (rope_dim / whole if rope_dim and whole else DEEPSEEK_V4_SHARE)


def _deepseek_v4_blocks(part: Part) -> tuple[Block, ...]:
    """Layers that compress with the rule of the config, whose attention stays 1; those with a window unscaled."""
    rotary, share = rotary_entries(part) or Entries({}), _deepseek_v4_share(part)
    if all(isinstance(rotary.values.get(name), dict) for name in DEEPSEEK_V4_BASES):
        inner = ((name, rotary.inner(name) or Entries({})) for name in DEEPSEEK_V4_BASES)
        return tuple(_deepseek_v4_nested(part, name, entries, share) for name, entries in inner)
    plain = {name: value for name, value in rotary.values.items() if name not in {*DEEPSEEK_V4_BASES, "rope_theta"}}
    plain[PARTIAL] = share
    rule = named_rule(plain)
    if rule is not None and rule.attention is not None and rule.divides_by_factor:
        plain.setdefault("attention_factor", 1.0)
    return (
        _deepseek_v4_block(part, COMPRESS, Entries(plain, rotary.path), ("compress_rope_theta",), share=share),
        _deepseek_v4_block(part, MAIN, Entries({PARTIAL: share}), ("rope_theta",), share=share, is_scaled=False),
    )


def _deepseek_v4_nested(part: Part, name: str, entries: Entries, share: float) -> Block:
    """As it stands: without a rule, and without a share in the object itself, the whole head turns."""
    partial = part.entries.has(PARTIAL) or named_rule(entries.values) not in {None, UNSCALED}
    rotary_share = share if partial else 1.0
    return _deepseek_v4_block(part, name, entries, ("rope_theta",), share=rotary_share)


def _deepseek_v4_block(part: Part, name: str, entries: Entries, thetas: tuple[str, ...], **more: Any) -> Block:
    places = ((part.entries, thetas),)
    return Block(name, entries, places, DEEPSEEK_V4_BASES[name], has_window=name == MAIN, is_nested=True, **more)


def _deepseek_v4_layers(part: Part, count: int) -> Sequence[str]:
    """By `compress_ratios`, one a layer; else the two ways to compress take turns."""
    ratios = part.entries.values.get("compress_ratios")
    if isinstance(ratios, list):
        return tuple(RATIOS.get(ratio, HEAVILY) if isinstance(ratio, int) else HEAVILY for ratio in ratios[:count])
    return tuple(SPARSELY if i >= 2 and i % 2 else HEAVILY for i in range(count))


def _deepseek_v4_of_layer(part: Part, number: int, name: str) -> str:
    return MAIN if name == SLIDING else COMPRESS


# dots3.note: heads with a window are of another width and base.
INDEXED = "indexed_attention"
DOTS3_NOTE_WIDTH = 256  # features of a head where the config does not say


def _dots3_note_layers(part: Part, count: int) -> Sequence[str]:
    whole = FULL if part.entries.flag("use_dsa") is False else INDEXED
    windows = part.entries.flag("use_sliding_window") is not False
    return tuple(whole if not windows or i < 2 or i % 4 == 1 else SLIDING for i in range(count))


def _dots3_note_blocks(part: Part) -> tuple[Block, ...]:
    """One block for each type of layers, nested or the same for all."""
    layers = part.layers or _dots3_note_layers(part, part.layer_count or 0)
    rotary, blocks = rotary_entries(part), []
    rope = rotary or Entries({})
    for name in sorted(set(layers), key=lambda name: name == SLIDING):
        base, theta = (5e4, "swa_rope_theta") if name == SLIDING and rotary is None else (8e7, "rope_theta")
        entries = _without_share((rope.inner(name) if name in nested_in(rope) else rope) or Entries({}))
        share, head_dim = _dots3_note_share(part, name, layers), _dots3_note_head_dim(part, name, layers)
        places = ((part.entries, (theta,)),)
        blocks.append(Block(name, entries, places, base, share=share, head_dim=head_dim, is_nested=True))
    return tuple(blocks)


def _without_share(entries: Entries) -> Entries:
    """The share follows from the features of a head, whatever the block says."""
    return Entries({name: value for name, value in entries.values.items() if name != PARTIAL}, entries.path)


def _dots3_note_head_dim(part: Part, name: str, layers: Sequence[str]) -> int | None:
    whole = part.entries.whole("head_dim") or DOTS3_NOTE_WIDTH
    usual = part.entries.whole("swa_head_dim") or DOTS3_NOTE_WIDTH if name == SLIDING else whole
    return part.of_layer(name, tuple(layers)).whole("head_dim") or (whole if _has_layer_config(part) else usual)


def _dots3_note_share(part: Part, name: str, layers: Sequence[str]) -> float | None:
    layer, whole = part.of_layer(name, tuple(layers)), _dots3_note_head_dim(part, name, layers)
    rope_dim = layer.whole("qk_rope_head_dim")
    if rope_dim is None and name == SLIDING and not _has_layer_config(part):
        rope_dim = part.entries.whole("swa_qk_rope_head_dim") or 64
    rope_dim = rope_dim or part.whole("qk_rope_head_dim")
    return rope_dim / whole if rope_dim and whole else None


def _has_layer_config(part: Part) -> bool:
    return part.entries.has("per_layer_config")


# Laguna: as first published, the block of layers with a window stands beside that of the others.
LAGUNA_WINDOWS = "swa_rope_parameters"
LAGUNA = {FULL: _own_bases_block(5e5, 0.5), SLIDING: _own_bases_block(1e4, 1.0)}


def _laguna_blocks(part: Part) -> tuple[Block, ...]:
    """Nested objects, else one for full attention and one for layers with a window."""
    windows, blocks = part.entries.inner(LAGUNA_WINDOWS), usual_blocks(part, LAGUNA)
    if windows is None or len(blocks) > 1:
        return blocks
    return replace(blocks[0], name=FULL, is_nested=True), Block(SLIDING, windows, is_nested=True)


FAMILIES = (
    Family(
        types=("laguna",),
        entries=(LAGUNA_WINDOWS,),
        unread=(PARTIAL,),
        default=LAGUNA,
        read_blocks=_laguna_blocks,
    ),
    Family(
        types=("mellum",),
        unread=(PARTIAL,),
        default={FULL: _own_bases_block(5e5), SLIDING: _own_bases_block(1e4)},
    ),
    Family(types=("lfm3",), read_blocks=_lfm3_blocks, layers=_conv),
    Family(types=("neomme",), read_blocks=_neomme_blocks, layers=_neomme),
    Family(
        types=("ultrabert",),
        default={FULL: _own_bases_block(2_560_000.0), SLIDING: _own_bases_block(1e4)},
        layers=every(3),
    ),
    Family(
        types=("zaya",),
        unread=(PARTIAL,),
        default={"hybrid": _own_bases_block(5e6, 0.5), "hybrid_sliding": _own_bases_block(1e4, 0.5)},
        layers=_hybrid,
    ),
    # beside its language model: turns its sound
    Family(types=("musicflamingo",), entries=("rope_parameters",)),
    Family(types=("beam",), default={SLIDING: _own_bases_block(1e4)}, layers=sixth_and_last, rotary_flags=_by_null),
    Family(
        types=("deepseek_v4",),
        entries=("compress_rope_theta", "compress_ratios"),
        read_blocks=_deepseek_v4_blocks,
        layers=_deepseek_v4_layers,
        of_layer=_deepseek_v4_of_layer,
    ),
    Family(
        types=("dots3_note_text",),
        entries=("swa_rope_theta", "swa_head_dim", "swa_qk_rope_head_dim", "swa_qk_nope_head_dim", "use_dsa"),
        read_blocks=_dots3_note_blocks,
        turning_dims=(),
        layers=_dots3_note_layers,
    ),
)

"""dots3.note: heads with a window are of another width and base."""

from collections.abc import Sequence

from core.config.families.block import Block, nested_in, rotary_entries
from core.config.families.family import Family, models
from core.config.families.part import Part
from core.config.keys import FULL, PARTIAL, SLIDING
from core.inputs.entries import Entries

INDEXED = "indexed_attention"
WIDTH = 256  # features of a head where the config does not say


def _layers(part: Part, count: int) -> Sequence[str]:
    whole = FULL if part.entries.flag("use_dsa") is False else INDEXED
    windows = part.entries.flag("use_sliding_window") is not False
    return tuple(whole if not windows or i < 2 or i % 4 == 1 else SLIDING for i in range(count))


def blocks(part: Part) -> tuple[Block, ...]:
    """One block for each type of layers, nested or the same for all."""
    layers = part.layers or _layers(part, part.layer_count or 0)
    rope = rotary_entries(part)
    nested = set(nested_in(rope)) if rope is not None else set()
    built = []
    for name in sorted(set(layers), key=lambda name: name == SLIDING):
        local = name == SLIDING
        base = None if rope is not None else (5e4 if local else 8e7)
        names = ("swa_rope_theta",) if local and rope is None else ("rope_theta",)
        entries = _without_share((rope.inner(name) if rope is not None and name in nested else rope) or Entries({}))
        built.append(
            Block(
                name,
                entries,
                ((part.entries, names),),
                base or 8e7,
                share=_share(part, name, layers),
                head_dim=_head_dim(part, name, layers),
                nested=True,
            )
        )
    return tuple(built)


def _without_share(entries: Entries) -> Entries:
    """The share follows from the features of a head, whatever the block says."""
    return Entries({name: value for name, value in entries.values.items() if name != PARTIAL}, entries.path)


def _head_dim(part: Part, name: str, layers: Sequence[str]) -> int | None:
    whole = part.entries.whole("head_dim") or WIDTH
    usual = part.entries.whole("swa_head_dim") or WIDTH if name == SLIDING else whole
    return part.of_layer(name, tuple(layers)).whole("head_dim") or (whole if _has_layer_config(part) else usual)


def _share(part: Part, name: str, layers: Sequence[str]) -> float | None:
    layer, whole = part.of_layer(name, tuple(layers)), _head_dim(part, name, layers)
    turning = layer.whole("qk_rope_head_dim")
    if turning is None and name == SLIDING and not _has_layer_config(part):
        turning = part.entries.whole("swa_qk_rope_head_dim") or 64
    turning = turning or part.whole("qk_rope_head_dim")
    return turning / whole if turning and whole else None


def _has_layer_config(part: Part) -> bool:
    return part.entries.has("per_layer_config")


FAMILIES = (
    Family(
        types=("dots3_note_text",),
        source=models("dots3_note"),
        entries=("swa_rope_theta", "swa_head_dim", "swa_qk_rope_head_dim", "swa_qk_nope_head_dim", "use_dsa"),
        arranged=blocks,
        turning_dims=(),
        layers=_layers,
    ),
)

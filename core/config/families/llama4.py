"""Llama 4, SmolLM3 and Mistral Large 4: every fourth layer has no position."""

from collections.abc import Sequence

from core.config.families.family import Family, models
from core.config.families.layer_lists import counted
from core.config.families.ministral3 import LARGE
from core.config.families.part import Part
from core.config.keys import FULL, SLIDING
from core.config.layer import Temperature

CHUNKED = "chunked_attention"  # a query sees the keys of its own chunk only


def flags(part: Part, count: int) -> Sequence[bool]:
    """Whether each layer turns: by `no_rope_layers`, whose 1 means that it does, else by its interval."""
    listed = part.entries.values.get("no_rope_layers")
    if isinstance(listed, list) and len(listed) == count and (listed or count == 0):
        return tuple(bool(flag) for flag in listed)
    interval = counted(part, ("no_rope_layer_interval",), 4)
    return tuple(not interval or (i + 1) % interval != 0 for i in range(count))


def _by_flag(part: Part, layers: Sequence[str]) -> Sequence[bool]:
    return flags(part, len(layers))


def _chunked(part: Part, count: int) -> Sequence[str]:
    return tuple(CHUNKED if turns else FULL for turns in flags(part, count))


def _smollm3(part: Part, count: int) -> Sequence[str]:
    windowed = part.entries.flag("use_sliding_window") and part.window
    return tuple(SLIDING if windowed and not turns else FULL for turns in flags(part, count))


def _tuned(part: Part) -> Temperature | None:
    """The scale of queries in layers without position, on unless the config switches it off."""
    if part.entries.values.get("attn_temperature_tuning", True) in (False, 0):
        return None
    floor, scale = part.entries.number("floor_scale"), part.entries.number("attn_scale")
    return Temperature(0.1 if scale is None else scale, floor or 8192, shift=1, turning_layers=False)


_NAMES = ("no_rope_layers", "no_rope_layer_interval")
FAMILIES = (
    Family(
        types=("llama4_text",),
        source=models("llama4"),
        entries=(*_NAMES, "attn_temperature_tuning", "floor_scale", "attn_scale", "attention_chunk_size"),
        layers=_chunked,
        turning=_by_flag,
        temperature=_tuned,
    ),
    Family(types=("smollm3",), source=models("smollm3"), entries=_NAMES, layers=_smollm3, turning=_by_flag),
    Family(
        types=("mistral_large4_text",),
        source=models("mistral_large4"),
        entries=_NAMES,
        default=LARGE,
        turning=_by_flag,
    ),
)

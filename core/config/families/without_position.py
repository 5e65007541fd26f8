"""Models that have rotary entries or could rotate, and encode no position."""

from collections.abc import Sequence

from core.config.families.block import rotary_entries
from core.config.families.family import Family, models
from core.config.families.layer_lists import LINEAR, counted, every
from core.config.families.part import Part
from core.config.keys import FULL


def _granite(part: Part) -> str | None:
    """No position unless `position_embedding_type` is "rope"."""
    return "RoPE" if part.entries.word("position_embedding_type") == "rope" else "NoPE"


def _olmo(part: Part) -> str | None:
    """A block whose base is null means no position."""
    block = rotary_entries(part)
    return "NoPE" if block is not None and block.values.get("rope_theta", 0) is None else None


def _zamba2(part: Part) -> str | None:
    return None if part.entries.flag("use_mem_rope") else "NoPE"


def _wide(part: Part) -> int | None:
    """Attention reads the embedding beside the hidden features, so that a head is twice as wide."""
    if part.hidden_size is None or part.heads is None:
        return None
    return 2 * part.hidden_size // part.heads


def _kimi(part: Part) -> str | None:
    return "NoPE" if part.entries.values.get("mla_use_nope", True) else "RoPE"


def _kimi_layers(part: Part, count: int) -> Sequence[str]:
    linear = part.entries.inner("linear_attn_config")
    full = linear.values.get("full_attn_layers") if linear else None
    if isinstance(full, list):
        return tuple(FULL if i + 1 in full else LINEAR for i in range(count))
    return tuple(FULL if i and i % 4 == 0 else LINEAR for i in range(count))


def _pattern(part: Part, count: int) -> Sequence[str]:
    """One letter a layer: * attention, M state space, - and E feed forward; else the class's four."""
    letters = part.entries.word("hybrid_override_pattern") or "ME*-"
    return tuple({"*": FULL, "M": LINEAR}.get(letter, "mlp") for letter in letters)


def _jamba(part: Part, count: int) -> Sequence[str]:
    period, offset = counted(part, ("attn_layer_period",), 8) or 8, counted(part, ("attn_layer_offset",), 4)
    return tuple(FULL if i % period == offset else LINEAR for i in range(count))


FAMILIES = (
    Family(
        types=("granitemoehybrid",),
        source=models("granitemoehybrid"),
        scheme=_granite,
        layers=lambda part, count: (LINEAR,) * count,
    ),
    Family(types=("olmo_hybrid",), source=models("olmo_hybrid"), scheme=_olmo, layers=every(4, other=LINEAR)),
    Family(
        types=("zamba2",),
        source=models("zamba2"),
        entries=("use_mem_rope", "use_long_context"),
        scheme=_zamba2,
        head_dim=_wide,
    ),
    Family(
        types=("kimi_linear",),
        source=models("kimi_linear"),
        entries=("mla_use_nope", "linear_attn_config"),
        scheme=_kimi,
        layers=_kimi_layers,
    ),
    Family(
        types=("nemotron_h", "nemotron_h_omni"),
        source=models("nemotron_h"),
        scheme=lambda part: "NoPE",
        layers=_pattern,
    ),
    Family(types=("jamba",), source=models("jamba"), scheme=lambda part: "NoPE", layers=_jamba),
    Family(types=("glm5_next_text", "glm5_next"), source=models("glm5_next"), scheme=lambda part: "NoPE"),
)

"""Models with layers, or all layers, that encode no position."""

from collections.abc import Sequence
from dataclasses import replace

from model_configs.entries import Entries
from model_configs.families.block import PARAMETERS, Block, rotary_entries
from model_configs.families.family import Family
from model_configs.families.layer_lists import LINEAR, every, read_count, sliding_turn
from model_configs.families.part import Part
from model_configs.families.scaled_by_default import LARGE
from model_configs.keys import FULL, SLIDING, THETA
from model_configs.layer import Temperature


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
    period, offset = read_count(part, ("attn_layer_period",), 8) or 8, read_count(part, ("attn_layer_offset",), 4)
    return tuple(FULL if i % period == offset else LINEAR for i in range(count))


# Llama 4, SmolLM3 and Mistral Large 4: every fourth layer has no position.
CHUNKED = "chunked_attention"  # a query sees the keys of its own chunk only


def flags(part: Part, count: int) -> Sequence[bool]:
    """Whether each layer turns: by `no_rope_layers`, whose 1 means that it does, else by its interval."""
    values = part.entries.values.get("no_rope_layers")
    if isinstance(values, list) and len(values) == count and (values or count == 0):
        return tuple(bool(flag) for flag in values)
    interval = read_count(part, ("no_rope_layer_interval",), 4)
    return tuple(not interval or (i + 1) % interval != 0 for i in range(count))


def _by_flag(part: Part, layers: Sequence[str]) -> Sequence[bool]:
    return flags(part, len(layers))


def _llama4_layers(part: Part, count: int) -> Sequence[str]:
    return tuple(CHUNKED if turns else FULL for turns in flags(part, count))


def _smollm3(part: Part, count: int) -> Sequence[str]:
    has_window = part.entries.flag("use_sliding_window") and part.window
    return tuple(SLIDING if has_window and not turns else FULL for turns in flags(part, count))


def _llama4_temperature(part: Part) -> Temperature | None:
    """The scale of queries in layers without position, on unless the config switches it off."""
    if part.entries.values.get("attn_temperature_tuning", True) in (False, 0):
        return None
    floor, scale = part.entries.number("floor_scale"), part.entries.number("attn_scale")
    return Temperature(0.1 if scale is None else scale, floor or 8192, shift=1, turning_layers=False)


_NAMES = ("no_rope_layers", "no_rope_layer_interval")


# Models whose layers turn where they have a window, and have no position where they see all keys.


def _parameters_only(part: Part) -> tuple[Block, ...]:
    """`rope_scaling` is not read."""
    entries = part.entries.inner(PARAMETERS) or Entries({})
    return (Block(FULL, entries, ((part.entries, THETA),)),)


def _exaone(part: Part, count: int) -> Sequence[str]:
    group = read_count(part, ("sliding_window_pattern",), 4)
    if not part.window or not group:
        return (FULL,) * count
    return tuple(SLIDING if (i + 1) % group else FULL for i in range(count))


def _cohere2_moe(part: Part, count: int) -> Sequence[str]:
    dense = min(read_count(part, ("first_k_dense_replace",), 0), count)
    first = read_count(part, ("prefix_dense_sliding_window_pattern",), 1) or 1
    group = read_count(part, ("sliding_window_pattern",), 4) or 4
    places = [(i, first) for i in range(dense)] + [(i, group) for i in range(count - dense)]
    return tuple(SLIDING if (i + 1) % size else FULL for i, size in places)


def _flint(part: Part, count: int) -> Sequence[str]:
    return tuple(FULL if i < 2 or i % 4 == 1 or i == count - 1 else SLIDING for i in range(count))


EXAONE = Family(types=("exaone4", "exaone_moe"), layers=_exaone, rotary_flags=sliding_turn)


FAMILIES = (
    Family(
        types=("granitemoehybrid",),
        scheme=_granite,
        switch=("position_embedding_type", "rope"),
        layers=lambda part, count: (LINEAR,) * count,
    ),
    Family(types=("olmo_hybrid",), scheme=_olmo, layers=every(4, other=LINEAR)),
    Family(
        types=("zamba2",),
        entries=("use_mem_rope", "use_long_context"),
        scheme=_zamba2,
        switch=("use_mem_rope", True),
        head_dim=_wide,
    ),
    Family(
        types=("kimi_linear",),
        entries=("mla_use_nope", "linear_attn_config"),
        scheme=_kimi,
        switch=("mla_use_nope", False),
        layers=_kimi_layers,
    ),
    Family(types=("nemotron_h", "nemotron_h_omni"), scheme=lambda part: "NoPE", layers=_pattern),
    Family(types=("jamba",), scheme=lambda part: "NoPE", layers=_jamba),
    Family(types=("glm5_next_text", "glm5_next"), scheme=lambda part: "NoPE"),
    Family(
        types=("llama4_text",),
        entries=(*_NAMES, "attn_temperature_tuning", "floor_scale", "attn_scale", "attention_chunk_size"),
        layers=_llama4_layers,
        rotary_flags=_by_flag,
        temperature=_llama4_temperature,
    ),
    Family(types=("smollm3",), entries=_NAMES, layers=_smollm3, rotary_flags=_by_flag),
    Family(types=("mistral_large4_text",), entries=_NAMES, default=LARGE, rotary_flags=_by_flag),
    Family(types=("cohere2",), layers=every(4), rotary_flags=sliding_turn),
    Family(
        types=("cohere2_moe",),
        unread=("rope_scaling",),
        read_blocks=_parameters_only,
        layers=_cohere2_moe,
        rotary_flags=sliding_turn,
    ),
    EXAONE,
    replace(EXAONE, types=("exaone4_5_text",), address=EXAONE.source, published_with_model=True),
    Family(types=("kolibri1",), layers=every(5), rotary_flags=sliding_turn),
    Family(types=("flint",), layers=_flint, rotary_flags=sliding_turn),
    Family(types=("afmoe",), layers=every(4), rotary_flags=sliding_turn),
)

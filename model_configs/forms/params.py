"""`params.json` of Mistral and Llama, as the models are published by their makers."""

from typing import Any

from model_configs.finding import Finding, info
from model_configs.sentences import Written

NAMES = {
    "dim": "hidden_size",
    "n_layers": "num_hidden_layers",
    "n_heads": "num_attention_heads",
    "n_kv_heads": "num_key_value_heads",
    "head_dim": "head_dim",
    "rope_theta": "rope_theta",
    "sliding_window": "sliding_window",
    "max_seq_len": "max_position_embeddings",
    "model_max_length": "max_position_embeddings",
    "max_position_embeddings": "max_position_embeddings",
    "qk_rope_head_dim": "qk_rope_head_dim",
    "qk_nope_head_dim": "qk_nope_head_dim",
}
BLOCKS = {  # the object of a rule, which has the rule's name, and its entries by their usual names
    "yarn": {
        "factor": "factor",
        "original_max_position_embeddings": "original_max_position_embeddings",
        "beta": "beta_fast",
        "alpha": "beta_slow",
    }
}
LLAMA_31 = {
    "rope_type": "llama3",
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 8192,
}

LLAMA_NUMBERS = {"rope_scaling_factor": "factor", "rope_high_freq_factor": "high_freq_factor"}  # from Llama 4 on
SCALED_ROPE, SCALE, TEMPERATURE = "use_scaled_rope", "apply_scale", "llama_4_scaling"
INTERVAL, TUNING = "nope_layer_interval", "attn_temperature_tuning"
LLAMA_4 = {INTERVAL: 0, "attention_chunk_size": None, TUNING: False}
"""Entries from Llama 4 on, with what the maker's program takes where they are missing."""

MISTRAL_BASES = {True: 1e6, False: 1e4}  # of the maker's program, without a window and with one
CONTEXT = "max_position_embeddings"
LONGEST = 2**40  # tokens; longer than any context


def matches(config: dict[str, Any]) -> bool:
    """Whether an object has the names of such a file."""
    return {"dim", "n_layers", "n_heads"} <= set(config) and "model_type" not in config


def config(params: dict[str, Any]) -> tuple[dict[str, Any], tuple[Finding, ...]]:
    """The same entries by their usual names, the rest unchanged; and remarks on assumptions.

    A missing length becomes null: the default of the type belongs to another file.
    """
    usual = {CONTEXT: None} | {name: params[key] for key, name in NAMES.items() if params.get(key) is not None}
    blocks = {name: params[name] for name in BLOCKS if isinstance(params.get(name), dict)}
    rest = {name: value for name, value in params.items() if name not in {*NAMES, *blocks, SCALED_ROPE}}
    if any(params.get(name) for name in LLAMA_4):
        usual = {"head_dim": _quotient(params)} | usual | _llama_4(rest)
    elif blocks or "head_dim" in params:
        return _mistral(usual, blocks, rest)
    else:
        usual |= {"model_type": "llama"}
    numbers = _rename_keys(params, LLAMA_NUMBERS)
    rest = {name: value for name, value in rest.items() if name not in {*LLAMA_NUMBERS, *LLAMA_4}}
    scaling = {"rope_scaling": LLAMA_31 | numbers} if params.get(SCALED_ROPE) else {}
    remarks = (info("form", SCALED_ROPE, "numbers"),) if scaling and "factor" not in numbers else ()
    return {**rest, **usual, **scaling}, remarks


def _llama_4(params: dict[str, Any]) -> dict[str, Any]:
    """Which layers turn, the width of a chunk, and how queries grow."""
    entries = {name: usual if params.get(name) is None else params[name] for name, usual in LLAMA_4.items()}
    return {"model_type": "llama4_text", "no_rope_layer_interval": entries.pop(INTERVAL), **entries}


def _quotient(params: dict[str, Any]) -> int | None:
    """Features of a head, as the maker's program divides them."""
    wide, heads = params.get("dim"), params.get("n_heads")
    return wide // heads if isinstance(wide, int) and isinstance(heads, int) and heads > 0 else None


def _mistral(
    entries: dict[str, Any], blocks: dict[str, Any], rest: dict[str, Any]
) -> tuple[dict[str, Any], tuple[Finding, ...]]:
    """The window and the base as the maker's program reads them, not the type's defaults."""
    entries = {"sliding_window": None, **rest, **entries, "model_type": "mistral"}
    remarks: tuple[Finding, ...] = ()
    if "rope_theta" not in entries:
        entries["rope_theta"] = MISTRAL_BASES[entries["sliding_window"] is None]
        remarks = (_base_taken(entries),)
    for name, block in blocks.items():
        numbers = _rename_keys(block, BLOCKS[name])
        unknown = {key: value for key, value in block.items() if key not in {*BLOCKS[name], SCALE}}
        attention = {} if block.get(SCALE, True) else {"attention_factor": 1.0}
        entries["rope_scaling"] = {"rope_type": name, **unknown, **numbers, **attention, **_temperature_entry(rest)}
        entries[CONTEXT] = entries[CONTEXT] or _reach(numbers)
        entries.pop(TEMPERATURE, None)
    return entries, remarks


def _reach(block: dict[str, Any]) -> int | None:
    """The length that the rule is written for, tokens; None where its numbers are missing."""
    factor, original = block.get("factor"), block.get("original_max_position_embeddings")
    if not isinstance(factor, int | float) or not isinstance(original, int):
        return None
    usable = 0 < original <= LONGEST and 1 <= factor <= LONGEST
    return min(int(factor * original), LONGEST) if usable else None


def _rename_keys(params: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    return {name: params[key] for key, name in names.items() if params.get(key) is not None}


def _temperature_entry(params: dict[str, Any]) -> dict[str, Any]:
    """The scale of queries that grows with their position."""
    scale = params.get(TEMPERATURE)
    return {"llama_4_scaling_beta": scale["beta"]} if isinstance(scale, dict) and "beta" in scale else {}


def _base_taken(entries: dict[str, Any]) -> Finding:
    """The default base of the maker's program."""
    case, base = ("window", "full")[entries["sliding_window"] is None], entries["rope_theta"]
    return info("form", "rope_theta", case, "base", base=base, setting=Written("rope_theta", base))

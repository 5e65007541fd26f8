"""`params.json` of Mistral and Llama, as the models are published by their makers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from core.inputs.finding import info

if TYPE_CHECKING:
    from core.inputs.finding import Finding

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


def matches(config: dict[str, Any]) -> bool:
    """Whether an object has the names of such a file."""
    return {"dim", "n_layers", "n_heads"} <= set(config) and "model_type" not in config


def config(told: dict[str, Any]) -> tuple[dict[str, Any], tuple[Finding, ...]]:
    """The same entries by their usual names; and a remark where a rule is told without its numbers."""
    found = {name: told[own] for own, name in NAMES.items() if told.get(own) is not None}
    blocks = {name: told[name] for name in BLOCKS if isinstance(told.get(name), dict)}
    found |= {"model_type": "mistral" if blocks or "head_dim" in told else "llama"}
    found.setdefault("rope_theta", 10_000.0)
    if found["model_type"] == "mistral":
        found.setdefault("sliding_window", None)  # as the maker's program reads it, not as the type's default
    for name, block in blocks.items():
        return found | {"rope_scaling": {"rope_type": name, **_block(block, BLOCKS[name]), **_grown(told)}}, ()
    if not told.get("use_scaled_rope"):
        return found, ()
    numbers = _block(told, LLAMA_NUMBERS)
    return found | {"rope_scaling": LLAMA_31 | numbers}, () if "factor" in numbers else (_ASSUMED,)


def _block(told: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    block = {name: told[own] for own, name in names.items() if told.get(own) is not None}
    return block | ({} if told.get("apply_scale", True) else {"attention_factor": 1.0})


def _grown(told: dict[str, Any]) -> dict[str, Any]:
    """The scale of queries that grows with their position."""
    scale = told.get("llama_4_scaling")
    return {"llama_4_scaling_beta": scale["beta"]} if isinstance(scale, dict) and "beta" in scale else {}


_ASSUMED = info(
    "use_scaled_rope",
    "use_scaled_rope is true and the file has no numbers: those of Llama 3.1 are assumed, a factor of 8 from 8,192 "
    "tokens.",
    "Llama 3.2 with 1 and 3 billion parameters was trained with a factor of 32: its slow pairs turn 4 times more "
    "slowly.",
    "Read the config.json of the same model, which has the numbers.",
    source="https://github.com/meta-llama/llama-models",
)

"""Rotary frequencies of a model's config.json, for the rules in the reference values."""

from take_away.scaling.dynamic import dynamic
from take_away.scaling.frequencies import inverse_frequencies
from take_away.scaling.linear import linear
from take_away.scaling.llama3 import llama3
from take_away.scaling.longrope import longrope
from take_away.scaling.longrope_parts import longrope_attention
from take_away.scaling.yarn import yarn
from take_away.scaling.yarn_parts import yarn_attention


def model_frequencies(config, sequence_length=None, layer_type=None):
    """Radians per token, shape (pairs,), and the factor on cosine and sine; lengths in tokens."""
    scaling, base = config.get("rope_scaling", {}), config.get("rope_theta") or config["rotary_emb_base"]
    if layer_type == "sliding_attention":
        scaling, base = {}, config["rope_local_base_freq"]
    head_dim = config.get("qk_rope_head_dim") or config.get("head_dim")
    head_dim = head_dim or config["hidden_size"] // config["num_attention_heads"]
    trained = inverse_frequencies(int(head_dim * config.get("rotary_pct", 1)), base)
    claimed = config["max_position_embeddings"]
    original = {**config, **scaling}.get("original_max_position_embeddings", claimed)
    factor = scaling.get("factor", claimed / original)
    match scaling.get("rope_type") or scaling.get("type"):
        case None:
            return trained, 1
        case "linear":
            return linear(trained, factor), 1
        case "dynamic":
            return dynamic(trained, factor, original, sequence_length), 1
        case "llama3":
            ends = scaling["low_freq_factor"], scaling["high_freq_factor"]
            return llama3(trained, factor, original, *ends), 1
        case "longrope":
            lists = scaling["short_factor"], scaling["long_factor"]
            return longrope(trained, original, sequence_length, *lists), longrope_attention(factor, original)
        case "yarn":
            ends = scaling.get("beta_fast", 32), scaling.get("beta_slow", 1)
            scaled = yarn(trained, base, factor, original, *ends, scaling.get("truncate", True))
            return scaled, yarn_attention(factor, scaling.get("mscale"), scaling.get("mscale_all_dim"))
    raise ValueError(f"no rule for {scaling}")

"""Rotary frequencies of a model's config.json, for the rules in the reference values."""

from core.frequencies import inverse_frequencies
from core.scaling.dynamic import dynamic
from core.scaling.linear import linear
from core.scaling.llama3 import llama3
from core.scaling.longrope import longrope, longrope_attention
from core.scaling.yarn import yarn, yarn_attention


def model_frequencies(config, sequence_length=None, layer_type=None):
    """Radians per token, shape (pairs,), and the factor on cosine and sine; lengths in tokens."""
    scaling, base = config.get("rope_scaling", {}), config.get("rope_theta") or config["rotary_emb_base"]
    if layer_type == "sliding_attention":
        scaling, base = {}, config["rope_local_base_freq"]
    head_dim = config.get("qk_rope_head_dim") or config.get("head_dim")
    head_dim = head_dim or config["hidden_size"] // config["num_attention_heads"]
    frequencies = inverse_frequencies(int(head_dim * config.get("rotary_pct", 1)), base)
    claimed_length = config["max_position_embeddings"]
    original = {**config, **scaling}.get("original_max_position_embeddings", claimed_length)
    factor = scaling.get("factor", claimed_length / original)
    lengths = {"factor": factor, "original": original}

    def entries(*names):
        return {name: scaling[name] for name in names if name in scaling}

    match scaling.get("rope_type") or scaling.get("type"):
        case None:
            return frequencies, 1
        case "linear":
            return linear(frequencies, factor=factor), 1
        case "dynamic":
            return dynamic(frequencies, **lengths, sequence_length=sequence_length), 1
        case "llama3":
            return llama3(frequencies, **lengths, **entries("low_freq_factor", "high_freq_factor")), 1
        case "longrope":
            lists = entries("short_factor", "long_factor")
            frequencies = longrope(frequencies, original=original, sequence_length=sequence_length, **lists)
            return frequencies, longrope_attention(factor, original)
        case "yarn":
            frequencies = yarn(frequencies, base=base, **lengths, **entries("beta_fast", "beta_slow", "truncate"))
            return frequencies, yarn_attention(factor, **entries("mscale", "mscale_all_dim"))
    raise ValueError(f"no rule for {scaling}")

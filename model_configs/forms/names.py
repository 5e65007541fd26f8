"""What entries of a config are called in other forms: a GGUF header, options of llama.cpp and of Megatron-LM."""

IN_GGUF = {  # entry of a config → key of a GGUF header, after the architecture
    "rope_theta": "rope.freq_base",
    "rotary_emb_base": "rope.freq_base",
    "rope_local_base_freq": "rope.freq_base_swa",
    "rope_type": "rope.scaling.type",
    "type": "rope.scaling.type",
    "factor": "rope.scaling.factor",
    "original_max_position_embeddings": "rope.scaling.original_context_length",
    "beta_fast": "rope.scaling.yarn_beta_fast",
    "beta_slow": "rope.scaling.yarn_beta_slow",
    "attention_factor": "rope.scaling.attn_factor",
    "yarn_ext_factor": "rope.scaling.yarn_ext_factor",
    "rotary_dim": "rope.dimension_count",
    "partial_rotary_factor": "rope.dimension_count",
    "mrope_section": "rope.dimension_sections",
    "max_position_embeddings": "context_length",
    "sliding_window": "attention.sliding_window",
    "head_dim": "attention.key_length",
    "num_attention_heads": "attention.head_count",
    "num_key_value_heads": "attention.head_count_kv",
    "hidden_size": "embedding_length",
    "num_hidden_layers": "block_count",
}
HEADER_KEYS = {  # option of llama.cpp → key of a GGUF header that it replaces
    "--rope-scaling": "rope.scaling.type",
    "--rope-scale": "rope.scaling.factor",
    "--rope-freq-base": "rope.freq_base",
    "--yarn-orig-ctx": "rope.scaling.original_context_length",
    "--yarn-ext-factor": "rope.scaling.yarn_ext_factor",
    "--yarn-attn-factor": "rope.scaling.attn_factor",
    "--yarn-beta-fast": "rope.scaling.yarn_beta_fast",
    "--yarn-beta-slow": "rope.scaling.yarn_beta_slow",
}
AS_FLAGS = {
    name: option for option, key in HEADER_KEYS.items() for name, header_key in IN_GGUF.items() if header_key == key
}
AS_FLAGS |= {"max_position_embeddings": "-c"}
IN_MEGATRON = {
    "hidden_size": "--hidden-size",
    "num_attention_heads": "--num-attention-heads",
    "num_hidden_layers": "--num-layers",
    "num_key_value_heads": "--num-query-groups",
    "head_dim": "--kv-channels",
    "max_position_embeddings": "--max-position-embeddings",
    "rope_theta": "--rotary-base",
    "partial_rotary_factor": "--rotary-percent",
    "factor": "--rope-scaling-factor",
}
RENAMED = frozenset({*IN_GGUF, *AS_FLAGS, *IN_MEGATRON})
"""Entries that some form calls otherwise: a sentence has a field for each, `{rope_theta}`, filled by the form."""

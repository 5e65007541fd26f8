"""The names that configs have for the same entry: each tuple in the order in which names are looked for."""

HIDDEN = ("hidden_size", "n_embd", "d_model", "dim")
QUERY_HEADS = ("num_attention_heads", "n_head", "n_heads", "num_heads")
KEY_HEADS = ("num_key_value_heads", "n_head_kv", "num_kv_heads", "multi_query_group_num")
HEAD_DIM = ("head_dim", "kv_channels", "d_kv", "attention_head_size")
CONTEXT = (
    "max_position_embeddings",
    "n_positions",
    "n_ctx",
    "max_sequence_length",
    "max_seq_len",
    "seq_length",
)
ORIGINAL_CONTEXT = "original_max_position_embeddings"
THETA = ("rope_theta", "rotary_emb_base", "global_rope_theta")
LOCAL_THETA = ("rope_local_base_freq", "local_rope_theta")
PARTIAL = "partial_rotary_factor"
SHARE = (PARTIAL, "rotary_pct", "rotary_emb_fraction")
ROTARY = (*THETA, *LOCAL_THETA, *SHARE, "rope_scaling", "rope_parameters", "rotary_dim", "qk_rope_head_dim")
RULE = ("rope_type", "type")
NESTED = ("text_config", "llm_config", "language_config", "thinker_config")

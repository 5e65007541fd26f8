"""The names that configs have for the same entry: each tuple in the order in which names are looked for."""

HIDDEN = ("hidden_size", "n_embd", "d_model", "dim")
FULL, SLIDING = "full_attention", "sliding_attention"  # types of layers
QUERY_HEADS = tuple(
    "num_attention_heads n_head n_heads num_heads decoder_num_attention_heads decoder_attention_heads".split()
)
KEY_HEADS = ("num_key_value_heads", "n_head_kv", "num_kv_heads", "multi_query_group_num")
HEAD_DIM = ("head_dim", "kv_channels", "d_kv", "attention_head_size", "attention_head_dim")
LAYERS = ("num_hidden_layers", "n_layer", "n_layers", "num_layers")
WINDOW = ("sliding_window", "sliding_window_size", "attention_window_size")
CONTEXT = tuple(
    "max_position_embeddings n_positions n_ctx max_sequence_length max_seq_len seq_length model_max_length".split()
)
ORIGINAL_CONTEXT = "original_max_position_embeddings"
THETA = ("rope_theta", "rotary_emb_base", "global_rope_theta")
LOCAL_THETA = ("rope_local_base_freq", "local_rope_theta")
PARTIAL = "partial_rotary_factor"
SHARE = (PARTIAL, "rotary_pct", "rotary_emb_fraction", "rope_pct")
ROTARY_DIMS = ("qk_rope_head_dim", "rotary_dim")  # features of a head that turn
SOME = (*SHARE, *ROTARY_DIMS)  # entries that the code of some model types reads, and not of others
ROTARY = (*THETA, *LOCAL_THETA, *SHARE, "rope_scaling", "rope_parameters", *ROTARY_DIMS)
RULE = ("rope_type", "type")
TEXT_PARTS = tuple(
    "text_config llm_config language_config thinker_config vlm_config transformer_layer_config".split()
)  # the last one in drafts in the form of speculators
INTERLEAVED = ("rope_interleave", "rope_interleaved")  # whether neighbouring features form a pair
STEP_OVER = ("rope_scaling", "rope_parameters")  # the objects that hold rotary entries
COMMON = (
    frozenset("position_embedding_type no_rope_layers qk_nope_head_dim per_layer_config".split())
    | {*HIDDEN, *QUERY_HEADS, *KEY_HEADS, *HEAD_DIM, *LAYERS, *WINDOW, *CONTEXT, *ROTARY, *INTERLEAVED}
    | {ORIGINAL_CONTEXT, "attn_config", "attn_config.rope"}
)
"""Names at the top level that are read for every model type."""
IN_BLOCKS = frozenset(
    "factor mrope_section mrope_interleaved llama_4_scaling_beta max_position_embeddings finetuned".split()
) | {*RULE, THETA[0], PARTIAL, ORIGINAL_CONTEXT}
"""The same for the object of rotary entries, beside those of its rule."""

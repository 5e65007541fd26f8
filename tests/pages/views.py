"""Addresses that show all of each room."""

from core.teach.questions import CARDS

VIEWS = {  # what the address says to show each view, and each picture; a room that is not listed has one view
    "similarity": [{}, {"picture": "Gram matrix"}, {"picture": "Random W_q, W_k"}],
    "waves": [{}, {"view": "Wavelengths"}, {"view": "Binary counter"}],
    "sentence": [{}, {"sentence_view": "One pair"}, {"sentence_view": "Swap"}],
    "concatenate": [{}, {"probes": "Swamp"}, {"probes": "Layers"}],
    "questions": [{"card": slug, "revealed": "true"} for slug in CARDS],
    "nope": [{}, {"nope_view": "Random transformer"}],
    "model": [
        {},
        {"model": "Qwen2.5-7B", "target_context": "131072", "model_view": "Side by side", "beside": "Phi-4-mini"},
        {"model": "gpt-oss-20b", "target_context": "262144"},
        {"model": "Gemma 3 27b", "layer_type": "full_attention"},
        {"model": "your config", "model_view": "Side by side", "beside": "your second config"},
    ],
    "biases": [
        {},
        {"bias_view": "Softmax mass", "scheme": "KERPLE"},
        {"bias_view": "Buckets"},
        {"scheme": "FIRE"},
        {"scheme": "Shaw"},
    ],
    "learned": [{}, *({"learned_view": view} for view in ("Table", "Similarity"))],
    "stretch": [{}, *({"stretch_view": view} for view in ("YaRN’s two ramps", "Attention", "Cached keys"))],
    "precision": [
        {},
        {"precision_view": "Steps and dtypes", "rounding": "each its own", "position_dtype": "float16"},
        {"precision_view": "Effect on q · k"},
    ],
    "rope": [{}, *({"rotary_view": view} for view in ("Score", "Layouts", "Partial", "Values"))],
}

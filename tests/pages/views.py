"""Addresses that show all of each room."""

from core.teach.questions import CARDS

VIEWS = {  # what the address says to show each view, and each picture; a room that is not listed has one view
    "similarity": [{}, {"picture": "Gram matrix"}, {"picture": "Random W_q, W_k"}],
    "waves": [{}, {"view": "Wavelengths"}, {"view": "Binary counter"}],
    "matrix": [{}, *({"layout": layout} for layout in ("concatenated", "tensor2tensor", "fairseq"))],
    "shift": [{}, {"shift_view": "Rotation"}, {"shift_view": "Least squares"}],
    "sentence": [{}, {"sentence_view": "One pair"}, {"sentence_view": "Swap"}],
    "concatenate": [{}, {"probes": "Swamp"}, {"probes": "Layers"}],
    "lessons": [{}, {"ending": "order"}],
    "questions": [{"card": slug, "revealed": "true"} for slug in CARDS],
    "nope": [{}, {"nope_view": "Random transformer"}],
    "model": [
        {},
        {"model_view": "By symptom", "symptom": "garbage after 32k"},
        {"model": "Qwen2.5-7B", "target_context": "131072", "model_view": "Side by side", "beside": "Phi-4-mini"},
        {"model": "gpt-oss-20b", "target_context": "262144"},
        {"model_view": "For your engine"},
        {"model": "Gemma 3 27b", "layer_type": "full_attention"},
        {"model": "Llama 4, as its class", "model_view": "Layer by layer"},
        {"model": "DeepSeek-V3", "model_view": "Expected numbers"},
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
    "stretch": [
        {},
        *(
            {"stretch_view": view}
            for view in ("One pair", "Rules", "YaRN’s two ramps", "Attention", "Cached keys", "Numbers")
        ),
    ],
    "precision": [
        {},
        {"precision_view": "Steps and dtypes", "rounding": "each its own", "position_dtype": "float16"},
        {"precision_view": "Effect on q · k"},
    ],
    "compare": [{}, {"compare_view": "Timeline", "era": "everything"}, {"compare_view": "Side by side"}],
    "images": [{}, *({"images_view": view} for view in ("Directions", "Rectangle rule", "Windows", "Edge"))],
    "fourier_features": [
        {},
        {"signal": "drawn", "drawn": "0,50,100,-20,-100,30,0"},
        {"features_view": "Octaves or draws", "signal": "steps"},
    ],
    "verified": [{}, {"verified_view": "Released code"}],
    "timesteps": [{}, {"time_view": "Four models"}],
    "mrope": [
        {},
        {"prompt": "text 3, video 6 × 2 × 3, image 3 x 5, text 2", "factor": "2", "time_rule": "Qwen2.5-VL"},
        {"prompt": "text 3, video 3 × 2 × 3, text 2", "time_rule": "Qwen3-VL"},
        {"mrope_view": "Pairs", "along": "time", "steps": "7"},
        {"mrope_view": "After a video", "frames": "9"},
    ],
    "rope": [{}, *({"rotary_view": view} for view in ("Score", "Layouts", "Partial", "Values"))],
}

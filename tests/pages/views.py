"""Addresses that show all of each room: every view of its record, what else has a picture, sizes, the costliest."""

from urllib.parse import urlencode

from core.schemes import SCHEMES
from core.schemes.bias import own_parameter
from core.schemes.scheme import Family
from core.teach.questions import CARDS
from model_configs.link import pack
from model_configs.model_config import read_config
from pages.shared.contents import ROOMS

LONGER = {"model": "Qwen2.5-7B", "target_context": "131072"}
FURTHER = {  # views in which more is set
    "lessons": [{"ending": "order"}],
    "model": [
        LONGER | {"model_view": "Two configs", "beside": "Phi-4-mini"},
        {"model": "gpt-oss-20b", "target_context": "262144"},
        {"model": "Gemma 3 27b", "layer_type": "full_attention"},
        {"model": "Llama 4, as its class"},
        {"model": "DeepSeek-V3", "model_view": "Numbers"},
        {"model": "your config", "model_view": "Two configs", "beside": "your second config"},
    ],
    "biases": [
        {"scheme": name}
        for name, scheme in SCHEMES.items()
        if scheme.family is Family.BIAS and own_parameter(scheme)  # its third control is offered with it alone
    ],
    "extrapolation": [
        {"model_size": "larger"},
        {"trained_view": "Rules", "wanted_length": "256"},
        {"trained_view": "Rules", "model_size": "larger", "larger_wanted_length": "16384"},
    ],
    "precision": [
        {"rounding": "each its own", "position_dtype": "float16"},
    ],
    "compare": [{"compare_view": "Timeline", "era": "everything"}],
    "fourier_features": [
        {"signal": "drawn", "drawn": "0,50,100,-20,-100,30,0"},
        {"features_view": "Octaves or draws", "signal": "steps"},
    ],
    "mrope": [
        {"prompt": "text 3, video 6 × 2 × 3, image 3 x 5, text 2", "factor": "2", "time_rule": "Qwen2.5-VL"},
        {"prompt": "text 3, video 3 × 2 × 3, text 2", "time_rule": "Qwen3-VL"},
        {"mrope_view": "Pairs", "steps": "7"},
    ],
}


def views_of(stem):
    """All of a room; one in which more is set stands for the same view without."""
    further, choice = FURTHER.get(stem, []), ROOMS[stem].views
    choices = [{choice.parameter: view} for view in choice.every[1:]] if choice else []
    names = {view.get(choice.parameter) for view in further} if choice else set()
    return [{}, *(view for view in choices if not names & {*view.values()}), *further]


EXTREMES = {
    "default": {},
    "largest": {"d_model": "16384", "length": "1048576", "base": "10000000", "scale": "64"},
    "smallest": {"d_model": "1", "length": "1", "base": "2", "scale": "1"},
    "steepest": {"d_model": "16384", "length": "1048576", "base": "2"},
    "one feature, far": {"d_model": "1", "length": "1048576", "scale": "64"},
    "wide, one token": {"d_model": "16384", "length": "1"},
    "odd": {"d_model": "3", "length": "2"},
    "hostile": {"d_model": "-3", "length": "nan", "base": "1e999", "scale": "abc"},
}
SENTENCE = " ".join(f"w{number}" for number in range(128))
WIDE = {"sentence": SENTENCE, "d_model": "16384", "length": "1048576"}
TYPES = {f"type {number}": {"rope_type": "default", "rope_theta": 1e4 + number} for number in range(64)}
LAYERS = {"layer_types": [*TYPES], "rope_parameters": TYPES}
MANY = pack(read_config({"model_type": "gemma3_text", "head_dim": 2**16, **LAYERS}))
COSTLY = [  # what takes most time and memory
    ("concatenate", {"probes": "Layers", "seed": "7001"}),
    ("concatenate", {"seed": "7001"}),
    ("sentence", {**WIDE, "embedding_seed": "71"}),
    ("sentence", {**WIDE, "sentence_view": "Swap", "embedding_seed": "72"}),
    ("real_model", {"sentence": SENTENCE, "twin": SENTENCE[::-1], "ids": "reversed", "positions": "off"}),
    ("mrope", {"prompt": "text 99999, video 50 x 50 x 50, image 99 x 99"}),
    ("model", {"model": "your config", "config": MANY}),
    (
        "extrapolation",
        {
            "trained_view": "Play",
            "read_by": "NoPE",
            "your_text": "And it came to pass. " * 50,
        },
    ),
]
VIEWS = {  # what the address says to show each view, and each picture
    **{stem: views_of(stem) for stem in ROOMS},
    "questions": [{"card": slug, "revealed": "true"} for slug in CARDS],
}


def addresses(stems):
    """The address of each view of rooms."""
    names = {stem: "" if stem == "home" else stem for stem in stems}
    return [f"{name}?{urlencode(view)}" for stem, name in names.items() for view in VIEWS[stem]]

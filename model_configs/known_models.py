"""Configs of models by the names that commands give, for a file that is not there."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from model_configs.keys import CONTEXT, HIDDEN, KEY_HEADS, LAYERS, QUERY_HEADS
from model_configs.presets import PRESETS

LONGEST = 200  # characters of a name
SIZES = {*HIDDEN, *QUERY_HEADS, *KEY_HEADS, *LAYERS}  # in which the models of a family differ
SAME = (  # what a name may end with and still mean the same positions: tuning for chat, and formats of weights
    r"(?:[-.](?:instruct|chat|it|pt|hf|fp8|nvfp4|fp4|mxfp4|awq|gptq|gguf|mlx|bnb|unsloth|dynamic|ud|imatrix|bf16|f16|"
    r"i?q\d\w*|w\d+a\d+|int[48]|[2-8]bit|g128|marlin|[klms01]|x+[ls]|\d{5}|of))*"
)


@dataclass(frozen=True)
class KnownModel:
    """A model that a command names."""

    name: str  # as the command gives it
    config: Mapping[str, Any]


_QWEN35 = {
    "rope_type": "default",
    "rope_theta": 10_000_000,
    "partial_rotary_factor": 0.25,
    "mrope_section": [11, 11, 10],
    "mrope_interleaved": True,
}
_QWEN3_VL = {
    "rope_type": "default",
    "rope_theta": 5_000_000,
    "mrope_section": [24, 20, 20],
    "mrope_interleaved": True,
}
VISION = (  # what also reads pictures, up to 262,144 tokens
    (r"qwen3\.[568]-\d+b-a\d+b", "qwen3_5_moe", _QWEN35),  # https://github.com/vllm-project/vllm-ascend/pull/14297
    (r"qwen3\.[568]-[\d.]+b", "qwen3_5", _QWEN35),  # https://github.com/jundot/omlx/issues/3347
    (r"qwen3-vl-\d+b-a\d+b", "qwen3_vl_moe", _QWEN3_VL),  # config.json of Qwen/Qwen3-VL-30B-A3B-Instruct
    (r"qwen3-vl-\d+b", "qwen3_vl", _QWEN3_VL),  # config.json of Qwen/Qwen3-VL-4B-Instruct
)
AS_PRESETS = (  # form of the name → preset that turns alike
    (r"qwen2-vl-\d+b", "Qwen2-VL"),
    (r"deepseek-(?:v3|r1)(?:-0324|-0528)?", "DeepSeek-V3"),
    (r"qwen3-4b-(?:instruct|thinking)-2507", "Qwen3-4B-2507"),
)
OTHERS = (
    (
        r"qwen2\.5-vl-\d+b",  # tests/unittest/_torch/modeling/test_modeling_qwen2_5vl.py of NVIDIA/TensorRT-LLM
        {**PRESETS["Qwen2-VL"].config, "model_type": "qwen2_5_vl", CONTEXT[0]: 128_000},
    ),
    (
        r"qwen3-(?:1\.7|14)b",  # config.json of Qwen/Qwen3-14B
        {name: value for name, value in PRESETS["Qwen3-8B"].config.items() if name not in SIZES},
    ),
)


def _vision(kind: str, block: Mapping[str, Any]) -> dict[str, Any]:
    text = {"model_type": f"{kind}_text", "max_position_embeddings": 262_144, "rope_parameters": dict(block)}
    return {"model_type": kind, "text_config": text}


@cache
def _rows() -> tuple[tuple[re.Pattern[str], Mapping[str, Any]], ...]:
    preset_forms = [*AS_PRESETS, *((re.escape(_plain(name)), name) for name in PRESETS)]
    rows: list[tuple[str, Mapping[str, Any]]] = [
        *((form, _vision(kind, block)) for form, kind, block in VISION),
        *OTHERS,
        *((form, PRESETS[name].config) for form, name in preset_forms),
    ]
    whole = ((re.compile(rf"(?:meta-)?(?:{form}){SAME}"), config) for form, config in rows)
    return tuple((form, MappingProxyType(dict(config))) for form, config in whole)


def _plain(name: str) -> str:
    return name.strip().lower().replace("_", "-").replace(" ", "-")


def known_model(name: str) -> KnownModel | None:
    """The model of a name on a Hub, of a folder or of a GGUF file; None where it is not known.

    >>> known_model("Qwen/Qwen3-32B-FP8").config["max_position_embeddings"], known_model("/models/mine")
    (40960, None)
    """
    last = _plain(name[:LONGEST].rstrip("/").rpartition("/")[2].partition(":")[0]).removesuffix(".gguf")
    row = next((row for row in _rows() if row[0].fullmatch(last)), None)
    return KnownModel(name[:LONGEST], row[1]) if row else None

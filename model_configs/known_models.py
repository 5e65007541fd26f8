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
    r"i?q\d\w*|tq\d|nl|w\d+a\d+|int[48]|[2-8]bit|g128|marlin|[klms01]|x+[ls]|\d{5}|of|qat|gguf))*"
)
MAKERS = (  # before the name, as quantisers write it: Qwen_Qwen3.6-27B-GGUF
    r"(?:(?:01-ai|allenai|baai|deepseek-ai|eleutherai|google|ibm-granite|intfloat|meta(?:-llama)?|microsoft|mistralai|"
    r"moonshotai|nomic-ai|nvidia|openai|poolside|qwen|stepfun-ai|tiiuae|unsloth|zai-org)-)?"
)
SERIES = re.compile(r"^(gemma|llama|phi)(?=\d)")  # which Ollama writes without a dash


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
_CODER = {"model_type": "qwen3_moe", "head_dim": 128, "rope_theta": 10_000_000, CONTEXT[0]: 262_144}
_GLM = {"rope_theta": 1_000_000, CONTEXT[0]: 202_752}
_YARN = {
    "type": "yarn",
    "factor": 64.0,
    "original_max_position_embeddings": 4096,
    "beta_fast": 32.0,
    "beta_slow": 1.0,
    "mscale": 1.0,
    "mscale_all_dim": 1.0,
}
_KIMI = {"model_type": "kimi_k2", "qk_rope_head_dim": 64, "qk_nope_head_dim": 128, "rope_theta": 50_000.0}
_NOMIC = {
    "model_type": "nomic_bert",
    "n_embd": 768,
    "n_head": 12,
    "n_positions": 8192,
    CONTEXT[0]: 2048,
    "max_trained_positions": 2048,
    "rotary_emb_base": 1000,
    "rotary_emb_fraction": 1.0,
}
OTHERS = (
    # Qwen3-Coder-30B-A3B-Instruct/config.json of ztxz16/fastllm; of the others
    # src/MaxText/utils/ckpt_conversion/utils/hf_model_configs.py of AI-Hypercomputer/maxtext
    (r"qwen3-coder-(?:30b-a3b|480b-a35b)|qwen3-30b-a3b-thinking-2507", _CODER),
    (r"qwen3-235b-a22b-thinking-2507", _CODER | {"rope_theta": 5_000_000}),
    (  # src/aiconfigurator/model_configs/Qwen--Qwen3-Next-80B-A3B-Thinking_config.json of ai-dynamo/aiconfigurator
        r"qwen3-next-80b-a3b-thinking",
        {"model_type": "qwen3_next", "head_dim": 256, "partial_rotary_factor": 0.25, "rope_theta": 10_000_000}
        | {CONTEXT[0]: 262_144},
    ),
    # LLM/glm-4.6-training-pipeline/docs/GLM-4.6_DEEP_DIVE.md of andreidhoang/stanford-ai; of 4.7 the checks of
    # validate_glm47_full_source in the tests of sqliteai/waste
    (r"glm-4\.[67]", {"model_type": "glm4_moe", "head_dim": 128, "partial_rotary_factor": 0.5} | _GLM),
    # tests/config/test_glm4_moe_lite_config.py of mickg10/vllm
    (r"glm-4\.7-flash", {"model_type": "glm4_moe_lite", "qk_rope_head_dim": 64, "qk_nope_head_dim": 192} | _GLM),
    # xllm/models/llm/glm5.h of jd-opensource/xllm
    (r"glm-5", {"model_type": "glm_moe_dsa"} | _GLM),
    # src/aiconfigurator/model_configs/nvidia--Kimi-K2.5-NVFP4_config.json of ai-dynamo/aiconfigurator
    (r"kimi-k2\.5", _KIMI | {CONTEXT[0]: 262_144, "rope_scaling": _YARN}),
    (  # model_inspection_report.md of ParagEkbote/hf-model-inspector: beta_fast is 1, and the length 64 × 4,096
        r"kimi-k2-instruct-0905",
        _KIMI | {CONTEXT[0]: 262_144, "rope_scaling": _YARN | {"beta_fast": 1.0}},
    ),
    # https://github.com/tenstorrent/tt-metal/issues/43347, and the rule that transformers' class brings along
    (r"gemma-4-(?:26b-a4b|31b)", {"model_type": "gemma4_text", CONTEXT[0]: 262_144}),
    (r"gemma-4-e[24]b", {"model_type": "gemma4_text", CONTEXT[0]: 131_072}),
    # https://github.com/meta-models/meta-oss-cookbook/issues/37
    (r"muse-glimmer-30b", {"model_type": "muse_glimmer_text", CONTEXT[0]: 131_072}),
    # https://github.com/lablup/mlxcel/issues/1321 and https://github.com/typesense/typesense/issues/3004
    (r"bge-m3", {"model_type": "xlm-roberta", CONTEXT[0]: 8194, "pad_token_id": 1}),
    (r"multilingual-e5-(?:base|large)", {"model_type": "xlm-roberta", CONTEXT[0]: 514, "pad_token_id": 1}),
    # https://github.com/vllm-project/vllm/pull/52675 and https://github.com/vllm-project/vllm/issues/40130
    (r"nomic-embed-text-v1", _NOMIC | {"rotary_scaling_factor": 2}),
    (r"nomic-embed-text-v1\.5", _NOMIC),
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
    whole = ((re.compile(rf"{MAKERS}(?:{form}){SAME}"), config) for form, config in rows)
    return tuple((form, MappingProxyType(dict(config))) for form, config in whole)


def _plain(name: str) -> str:
    return name.strip().lower().replace("_", "-").replace(" ", "-")


def known_model(name: str) -> KnownModel | None:
    """The model of a name on a Hub, of a folder or of a GGUF file; None where it is not known.

    >>> known_model("Qwen/Qwen3-32B-FP8").config["max_position_embeddings"], known_model("/models/mine")
    (40960, None)
    >>> [known_model(name) is not None for name in ("bartowski/Qwen_Qwen3.6-27B-GGUF:IQ4_NL", "qwen3:14b", "qwen3")]
    [True, True, False]
    """
    last, _, tag = name[:LONGEST].rstrip("/").rpartition("/")[2].partition(":")
    whole = _plain(f"{last}-{tag}" if tag else last).removesuffix(".gguf")  # a size in Ollama, else a format
    forms = (whole, SERIES.sub(r"\1-", whole))
    row = next((row for row in _rows() if any(row[0].fullmatch(form) for form in forms)), None)
    return KnownModel(name[:LONGEST], row[1]) if row else None

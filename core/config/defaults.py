"""The values of each model type for entries that its config leaves out.

The figures are those of the configuration classes of Hugging Face transformers 5.23, read from instances made
without arguments; https://github.com/huggingface/transformers/tree/main/src/transformers/models.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping

Value = TypeVar("Value")

_BASES: Mapping[float, str] = {
    1e3: "nomic_bert",
    2e4: "jina_embeddings_v3",
    1e5: "helium",
    1.5e5: "gpt_oss openai_privacy_filter",
    1.6e5: "gte modernbert modernbert-decoder",
    5e5: "bitnet blt cohere csm ernie4_5 ernie4_5_moe ernie4_5_vl_moe ernie4_5_vl_moe_text evolla flex_olmo "
    "higgs_audio_v2 llama4 llama4_text mllama mllama_text_model olmo3 paddleocr_vl paddleocr_vl_text qwen3_vl "
    "qwen3_vl_moe qwen3_vl_moe_text qwen3_vl_text",
    1e6: "cwm embedding_gemma2_text emu3 emu3_text_model gemma3 gemma3_text gemma3n gemma3n_text lfm2 lfm2_moe "
    "lfm2_vl minimax ministral3 mixtral phimoe qwen2_5_omni qwen2_5_omni_talker qwen2_5_omni_text qwen2_5_vl "
    "qwen2_5_vl_text qwen2_vl qwen2_vl_text qwen3_omni_moe qwen3_omni_moe_text shieldgemma2 solar_open t5gemma2 "
    "t5gemma2_text",
    2e6: "smollm3",
    5e6: "minimax_m2 minimax_m3_vl minimax_m3_vl_text",
    1e7: "longcat_flash",
    1.2e7: "apertus",
    11_158_840.0: "hy_v3",
}
_SHARES: Mapping[float, str] = {
    0.25: "gpt_neox qwen3_5 qwen3_5_moe qwen3_5_moe_text qwen3_5_text qwen3_next stablelm",
    0.5: "bamba fuyu glm glm4 glm4_moe glm4v_moe glm4v_moe_text nemotron persimmon phi recurrent_gemma",
    0.9: "moonshine",
}
_HEAD_DIMS: Mapping[int, str] = {
    64: "gpt_oss openai_privacy_filter",
    128: "afmoe cohere2_moe cwm ernie4_5 glm glm4 helium higgs_audio_v2 hy_v3 internlm3 laguna llama4 llama4_text "
    "minimax_m2 ministral3 paddleocr_vl paddleocr_vl_text qwen3 qwen3_vl qwen3_vl_text seed_oss solar_open",
    192: "mimo_v2_flash",
    256: "gemma gemma2 gemma3 gemma3_text gemma3n gemma3n_text gemma4 gemma4_text paligemma qwen3_5 qwen3_5_moe "
    "qwen3_5_moe_text qwen3_5_text qwen3_next shieldgemma2 t5gemma t5gemma2 t5gemma2_text vaultgemma",
}
_LOCAL_BASES: Mapping[float, str] = {
    1e4: "gemma3 gemma3_text gemma3n gemma3n_text modernbert modernbert-decoder shieldgemma2 t5gemma2 "
    "t5gemma2_text",
    5e5: "olmo3",
}
_ORIGINALS: Mapping[int, str] = {4096: "phi3 phi4_multimodal"}
_SCHEMES: Mapping[str, str] = {
    "ALiBi": "bloom mpt",
    "T5": "t5 mt5 umt5 longt5 switch_transformers udop pop2piano",
    "Learned": "albert bart bert biogpt blenderbot blenderbot-small camembert data2vec-text distilbert electra "
    "ernie gpt-sw3 gpt2 gpt_bigcode gpt_neo imagegpt layoutlm longformer mbart megatron-bert mobilebert "
    "openai-gpt opt plbart prophetnet roberta roberta-prelayernorm splinter squeezebert tapas trocr vit whisper "
    "xlm-roberta xlm-roberta-xl xmod",
    "Sinusoidal": "ctrl flaubert fsmt m2m_100 marian musicgen nllb-moe pegasus pegasus_x speech_to_text xglm xlm",
    "NoPE": "falcon_mamba jamba mamba mamba2 nemotron_h rwkv xlstm",
}
_TRAINED_WITH: Mapping[str, str] = {"linear": "gemma3 gemma3_text gemma3n gemma3n_text"}


def _by_type(groups: Mapping[Value, str]) -> Mapping[str, Value]:
    return {name: value for value, names in groups.items() for name in names.split()}


BASES = _by_type(_BASES)
"""Model type → base of the frequencies where it is not 10,000; dimensionless."""

SHARES = _by_type(_SHARES)
"""Model type → share of the head that turns where it is not 1; dimensionless."""

HEAD_DIMS = _by_type(_HEAD_DIMS)
"""Model type → features of a head where they do not follow from hidden size and heads."""

LOCAL_BASES = _by_type(_LOCAL_BASES)
"""Model type → base in the layers with a sliding window, where it differs; dimensionless."""

ORIGINALS = _by_type(_ORIGINALS)
"""Model type → context length in training where a top-level entry would override the block; tokens."""

SCHEMES = _by_type(_SCHEMES)
"""Model type → name of its encoding where that is not RoPE."""

TRAINED_WITH = _by_type(_TRAINED_WITH)
"""Model type → the scaling rule that is part of its training, so that the trained length includes the factor."""

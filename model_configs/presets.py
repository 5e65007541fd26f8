"""Configs of known models, with the source of their figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.scaling.longrope import PHI3_LONG, PHI3_SHORT

PHI_4_MINI_LONG = (
    1.0, 1.118320672, 1.250641126, 1.398617824, 1.564103225, 1.74916897, 1.956131817, 2.187582649, 2.446418898,
    2.735880826, 3.059592084, 3.421605075, 3.826451687, 4.279200023, 4.785517845, 5.351743533, 5.984965424,
    6.693110555, 7.485043894, 8.370679318, 9.36110372, 10.4687158, 11.70738129, 13.09260651, 14.64173252,
    16.37415215, 18.31155283, 20.47818807, 22.90118105, 25.61086418, 28.64115884, 32.03, 32.1, 32.13, 32.23, 32.6,
    32.61, 32.64, 32.66, 32.7, 32.71, 32.93, 32.97, 33.28, 33.49, 33.5, 44.16, 47.77,
)  # fmt: skip
_LITGPT = "[litgpt’s list of models](https://github.com/Lightning-AI/litgpt/blob/main/litgpt/config.py)"
_CLASS = "[defaults of transformers](https://github.com/huggingface/transformers/blob/main/src/transformers/models/"
_NAMES = {  # short names of entries that configs of all families share
    "hidden": "hidden_size",
    "heads": "num_attention_heads",
    "layers": "num_hidden_layers",
    "context": "max_position_embeddings",
    "key_heads": "num_key_value_heads",
    "base": "rope_theta",
}


@dataclass(frozen=True)
class Preset:
    """A known model."""

    name: str  # also its value in the address
    config: Mapping[str, Any]  # the entries of its config.json about position, and those needed to read them
    source: str  # Markdown with a link
    note: str = ""  # further information for the reader; may be empty


def _hub(repository: str) -> str:
    return f"[config.json of {repository}](https://huggingface.co/{repository}/blob/main/config.json)"


def _paper(text: str, number: str) -> str:
    return f"[{text}](https://arxiv.org/abs/{number})"


def _row(name: str, model_type: str, source: str = _LITGPT, note: str = "", **fields: Any) -> Preset:
    entries = {_NAMES.get(field, field): value for field, value in fields.items()}
    return Preset(name, {"model_type": model_type} | entries, source, note)


def _llama3(factor: float) -> dict[str, Any]:
    bounds = {"low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 8192}
    return {"rope_type": "llama3", "factor": factor} | bounds


def _yarn(factor: float, original: int, key: str = "rope_type", **more: Any) -> dict[str, Any]:
    return {key: "yarn", "factor": factor, "original_max_position_embeddings": original} | more


def _gemma3(size: str, **fields: Any) -> Preset:
    """One of the larger Gemma 3 models, which also read pictures: the text part of their config is nested."""
    common: dict[str, Any] = {"max_position_embeddings": 131_072, "rope_theta": 1e6, "rope_local_base_freq": 1e4}
    common |= {"rope_scaling": {"rope_type": "linear", "factor": 8.0}, "sliding_window": 1024}
    text = {"model_type": "gemma3_text", "sliding_window_pattern": 6} | common | fields
    note = "Five layers with a window of 1,024 tokens to each one without; the claimed context includes the factor."
    return Preset(
        f"Gemma 3 {size}", {"model_type": "gemma3", "text_config": text}, _hub(f"google/gemma-3-{size}-pt"), note
    )


def _gpt_oss(size: str, layers: int) -> Preset:
    kinds = ["sliding_attention", "full_attention"] * (layers // 2)
    scaling = _yarn(32.0, 4096, beta_fast=32.0, beta_slow=1.0, truncate=False)
    shape: dict[str, Any] = {"hidden": 2880, "heads": 64, "key_heads": 8, "head_dim": 64, "base": 150_000.0}
    reach: dict[str, Any] = {
        "context": 131_072,
        "rope_scaling": scaling,
        "sliding_window": 128,
        "layer_types": kinds,
    }
    return _row(f"gpt-oss-{size}", "gpt_oss", _hub(f"openai/gpt-oss-{size}"), **shape, **reach)


_LLAMA_3: dict[str, Any] = {"base": 500_000.0, "key_heads": 8}
_LLAMA_31: dict[str, Any] = {"context": 131_072, "rope_scaling": _llama3(8.0)} | _LLAMA_3
_LLAMA_32: dict[str, Any] = _LLAMA_31 | {"rope_scaling": _llama3(32.0)}
_QWEN2: dict[str, Any] = {"base": 1e6, "context": 32_768}
_QWEN3: dict[str, Any] = {"base": 1e6, "context": 40_960, "head_dim": 128}
_NEOX: dict[str, Any] = {"rotary_pct": 0.25, "rotary_emb_base": 10_000, "context": 2048}
_PHI3: dict[str, Any] = {"hidden": 3072, "base": 10_000.0}
_DEEPSEEK: dict[str, Any] = {"base": 10_000.0, "context": 163_840, "qk_rope_head_dim": 64, "qk_nope_head_dim": 128}
_CARD = "The block is not in the config: the model card says to add it for longer texts."
_FINE_TUNED: dict[str, Any] = {
    "source": _paper("Peng et al. 2023, section 4", "2309.00071"),
    "note": "Fine-tuned with YaRN.",
}

_ROWS = (
    _row("Llama-3.1-8B", "llama", layers=32, hidden=4096, heads=32, **_LLAMA_31),
    _row("Llama-3.1-70B", "llama", layers=80, hidden=8192, heads=64, **_LLAMA_31),
    _row("Llama-3.1-405B", "llama", layers=126, hidden=16_384, heads=128, **_LLAMA_31),
    _row("Llama-3.2-1B", "llama", layers=16, hidden=2048, heads=32, **_LLAMA_32),
    _row("Llama-3.2-3B", "llama", layers=28, hidden=3072, heads=24, **_LLAMA_32),
    _row("Llama-3.3-70B", "llama", layers=80, hidden=8192, heads=64, **_LLAMA_31),
    _row("Llama-3-8B", "llama", layers=32, hidden=4096, heads=32, context=8192, **_LLAMA_3),
    _row("Llama-3-70B", "llama", layers=80, hidden=8192, heads=64, context=8192, **_LLAMA_3),
    _row("Llama-2-7B", "llama", layers=32, hidden=4096, heads=32, context=4096, base=10_000.0),
    _row("Llama-2-13B", "llama", layers=40, hidden=5120, heads=40, context=4096, base=10_000.0),
    _row("Llama-2-70B", "llama", layers=80, hidden=8192, heads=64, key_heads=8, context=4096, base=10_000.0),
    _row("Yarn-Llama-2-7B-64k", "llama", layers=32, hidden=4096, heads=32, context=65_536, base=10_000.0,
         rope_scaling=_yarn(16.0, 4096, "type", finetuned=True), **_FINE_TUNED),
    _row("Yarn-Llama-2-7B-128k", "llama", layers=32, hidden=4096, heads=32, context=131_072, base=10_000.0,
         rope_scaling=_yarn(32.0, 4096, "type", finetuned=True), **_FINE_TUNED),
    _row("LLaMA-1-7B", "llama", _paper("Touvron et al. 2023, table 2", "2302.13971"), layers=32, hidden=4096,
         heads=32, context=2048, base=10_000.0),
    _row("Code Llama 7B", "llama", layers=32, hidden=4096, heads=32, context=16_384, base=1e6),
    _row("Code Llama 34B", "llama", layers=48, hidden=8192, heads=64, key_heads=8, context=16_384, base=1e6),
    _row("Mistral-7B-v0.1", "mistral", layers=32, hidden=4096, heads=32, key_heads=8, context=32_768, base=10_000.0,
         sliding_window=4096),
    _row("Mistral-7B-v0.2", "mistral", _hub("mistralai/Mistral-7B-Instruct-v0.2"), layers=32, hidden=4096, heads=32,
         key_heads=8, context=32_768, base=1e6, sliding_window=None),
    _row("Mistral-7B-v0.3", "mistral", _hub("mistralai/Mistral-7B-v0.3"), layers=32, hidden=4096, heads=32,
         key_heads=8, context=32_768, base=1e6, sliding_window=None),
    _row("Mixtral-8x7B", "mixtral", layers=32, hidden=4096, heads=32, key_heads=8, context=32_768, base=1e6),
    _row("Mixtral-8x22B", "mixtral", layers=56, hidden=6144, heads=48, key_heads=8, context=65_536, base=1e6),
    _row("Qwen2.5-0.5B", "qwen2", layers=24, hidden=896, heads=14, **_QWEN2),
    _row("Qwen2.5-1.5B", "qwen2", layers=28, hidden=1536, heads=12, **_QWEN2),
    _row("Qwen2.5-7B", "qwen2", layers=28, hidden=3584, heads=28, key_heads=4, **_QWEN2),
    _row("Qwen2.5-72B", "qwen2", layers=80, hidden=8192, heads=64, key_heads=8, **_QWEN2),
    _row("Qwen2.5-7B with YaRN × 4", "qwen2", _hub("Qwen/Qwen2.5-7B-Instruct"), _CARD, layers=28, hidden=3584,
         heads=28, key_heads=4, rope_scaling=_yarn(4.0, 32_768, "type"), **_QWEN2),
    _row("Qwen2.5-7B-Instruct-1M", "qwen2", _hub("Qwen/Qwen2.5-7B-Instruct-1M"), layers=28, hidden=3584, heads=28,
         key_heads=4, base=1e7, context=1_010_000),
    _row("Qwen2-VL", "qwen2_vl", _hub("Qwen/Qwen2-VL-7B-Instruct"),
         "All sizes have heads of 128 features; the sections give pairs to time, height and width.", head_dim=128,
         rope_scaling={"type": "mrope", "mrope_section": [16, 24, 24]}, **_QWEN2),
    _row("Qwen3-0.6B", "qwen3", layers=28, hidden=1024, heads=16, **_QWEN3),
    _row("Qwen3-4B", "qwen3", layers=36, hidden=2560, heads=32, **_QWEN3),
    _row("Qwen3-8B", "qwen3", layers=36, hidden=4096, heads=32, **_QWEN3),
    _row("Qwen3-32B", "qwen3", layers=64, hidden=5120, heads=64, **_QWEN3),
    _row("Qwen3-30B-A3B", "qwen3_moe", layers=48, hidden=2048, heads=32, **_QWEN3),
    _row("Qwen3-235B-A22B", "qwen3_moe", layers=94, hidden=4096, heads=64, **_QWEN3),
    _row("Qwen3-8B with YaRN × 4", "qwen3", _hub("Qwen/Qwen3-8B"), _CARD, layers=36, hidden=4096, heads=32,
         rope_scaling=_yarn(4.0, 32_768), **_QWEN3),
    _row("Qwen3-4B-2507", "qwen3", layers=36, hidden=2560, heads=32, head_dim=128, base=5e6, context=262_144),
    _row("Gemma 2B", "gemma", layers=18, hidden=2048, heads=8, head_dim=256, context=8192, base=10_000.0),
    _row("Gemma 7B", "gemma", layers=28, hidden=3072, heads=16, head_dim=256, context=8192, base=10_000.0),
    _row("Gemma 2 27b", "gemma2", hidden=4608, heads=32, head_dim=128, context=8192, base=10_000.0,
         sliding_window=4096, layer_types=["sliding_attention", "full_attention"] * 23),
    _row("Gemma 3 1b", "gemma3_text", _hub("google/gemma-3-1b-pt"), layers=26, hidden=1152, heads=4, head_dim=256,
         context=32_768, base=1e6, rope_local_base_freq=1e4, sliding_window=512, sliding_window_pattern=6),
    _gemma3("12b", num_hidden_layers=48, hidden_size=3840, num_attention_heads=16, head_dim=256),
    _gemma3("27b", num_hidden_layers=62, hidden_size=5376, num_attention_heads=32, head_dim=128),
    _row("Phi-2", "phi", layers=32, hidden=2560, heads=32, context=2048, base=10_000.0, partial_rotary_factor=0.4),
    _row("Phi-3-mini-4k", "phi3", layers=32, heads=32, context=4096, **_PHI3),
    _row("Phi-3-mini-128k (April 2024)", "phi3", _hub("microsoft/Phi-3-mini-128k-instruct"),
         "The lists of the first release; later ones have other numbers.", layers=32, heads=32, context=131_072,
         original_max_position_embeddings=4096,
         rope_scaling={"type": "su", "short_factor": list(PHI3_SHORT), "long_factor": list(PHI3_LONG)}, **_PHI3),
    _row("Phi-4", "phi3", layers=40, hidden=5120, heads=40, context=16_384, base=250_000.0),
    _row("Phi-4-mini", "phi3", _hub("microsoft/Phi-4-mini-instruct"), layers=32, heads=24, context=131_072,
         partial_rotary_factor=0.75, original_max_position_embeddings=4096,
         rope_scaling={"type": "longrope", "short_factor": [1.0] * 48, "long_factor": list(PHI_4_MINI_LONG)},
         **_PHI3),
    _row("DeepSeek-V2-Lite", "deepseek_v2", _hub("deepseek-ai/DeepSeek-V2-Lite"), layers=27, hidden=2048, heads=16,
         rope_scaling=_yarn(40, 4096, "type", beta_fast=32, beta_slow=1, mscale=0.707, mscale_all_dim=0.707),
         **_DEEPSEEK),
    _row("DeepSeek-V3", "deepseek_v3", _hub("deepseek-ai/DeepSeek-V3"), layers=61, hidden=7168, heads=128,
         rope_scaling=_yarn(40, 4096, "type", beta_fast=32, beta_slow=1, mscale=1.0, mscale_all_dim=1.0),
         **_DEEPSEEK),
    _row("Llama 4, as its class", "llama4_text", _CLASS + "llama4/configuration_llama4.py)",
         "Every fourth layer has no position; the others see their own chunk of 8,192 tokens.", layers=48,
         hidden=5120, heads=40, key_heads=8, head_dim=128, context=131_072, base=500_000.0,
         attention_chunk_size=8192, attn_temperature_tuning=True, floor_scale=8192, attn_scale=0.1),
    _gpt_oss("20b", 24),
    _gpt_oss("120b", 36),
    _row("Yi-34B", "llama", _hub("01-ai/Yi-34B"), layers=60, hidden=7168, heads=56, key_heads=8, context=4096,
         base=5e6),
    _row("Yi-34B-200K", "llama", _hub("01-ai/Yi-34B-200K"), layers=60, hidden=7168, heads=56, key_heads=8,
         context=200_000, base=5e6),
    _row("Yi-6B-200K", "llama", _hub("01-ai/Yi-6B-200K"), layers=32, hidden=4096, heads=32, key_heads=4,
         context=200_000, base=5e6),
    _row("Falcon-7B", "falcon", layers=32, hidden=4544, heads=71, alibi=False, context=2048, base=10_000.0),
    _row("Falcon-40B", "falcon", layers=60, hidden=8192, heads=128, num_kv_heads=8, alibi=False, context=2048,
         base=10_000.0),
    _row("GPT-NeoX-20B", "gpt_neox", _hub("EleutherAI/gpt-neox-20b"), layers=44, hidden=6144, heads=64, **_NEOX),
    _row("Pythia-160M", "gpt_neox", layers=12, hidden=768, heads=12, **_NEOX),
    _row("Pythia-1.4B", "gpt_neox", layers=24, hidden=2048, heads=16, **_NEOX),
    _row("Pythia-6.9B", "gpt_neox", layers=32, hidden=4096, heads=32, **_NEOX),
    _row("Pythia-12B", "gpt_neox", layers=36, hidden=5120, heads=40, **_NEOX),
    _row("BERT-base", "bert", _paper("Devlin et al. 2018, section 3", "1810.04805"), layers=12, hidden=768,
         heads=12, context=512),
    _row("GPT-2", "gpt2", _hub("openai-community/gpt2"), layers=12, n_embd=768, n_head=12, n_positions=1024),
    _row("T5-v1.1-base", "t5", _hub("google/t5-v1_1-base"), layers=12, d_model=768, num_heads=12, d_kv=64,
         relative_attention_num_buckets=32, relative_attention_max_distance=128),
    _row("BLOOM-7b1", "bloom", _hub("bigscience/bloom-7b1"), "Trained on 2,048 tokens; configs vary.", layers=30,
         hidden=4096, n_head=32, seq_length=2048),
    _row("BLOOM-1b7", "bloom", _hub("bigscience/bloom-1b7"), "Trained on 2,048 tokens; configs vary.", layers=24,
         hidden=2048, n_head=16, seq_length=2048),
    _row("MPT-7B", "mpt", _hub("mosaicml/mpt-7b"), layers=32, d_model=4096, n_heads=32, max_seq_len=2048,
         attn_config={"alibi": True, "alibi_bias_max": 8}),
)  # fmt: skip

PRESETS: Mapping[str, Preset] = {row.name: row for row in _ROWS}
"""Name → model."""

_SHORT_AND_LONG = (
    ("Qwen2.5-7B", "Qwen2.5-7B-Instruct-1M"), ("Qwen2.5-7B", "Qwen2.5-7B with YaRN × 4"),
    ("Qwen3-8B", "Qwen3-8B with YaRN × 4"), ("Qwen3-4B", "Qwen3-4B-2507"),
    ("Llama-3-8B", "Llama-3.1-8B"), ("Llama-3-70B", "Llama-3.1-70B"), ("Llama-3-70B", "Llama-3.3-70B"),
    ("Llama-2-7B", "Yarn-Llama-2-7B-128k"), ("Llama-2-7B", "Yarn-Llama-2-7B-64k"), ("Llama-2-7B", "Code Llama 7B"),
    ("Mistral-7B-v0.1", "Mistral-7B-v0.2"), ("Mistral-7B-v0.1", "Mistral-7B-v0.3"),
    ("Phi-3-mini-4k", "Phi-3-mini-128k (April 2024)"), ("Yi-34B", "Yi-34B-200K"),
)  # fmt: skip


def sibling(name: str, model_type: str, hidden_size: int | None) -> str:
    """The preset to set beside a model: its sibling for longer or shorter texts, else one of its type and width."""
    for short, long in _SHORT_AND_LONG:
        if name in (short, long):
            return long if name == short else short
    alike = (
        row.name
        for row in _ROWS
        if (row.config.get("model_type"), row.config.get("hidden_size")) == (model_type, hidden_size)
        and row.name != name
    )
    return next(alike, "Llama-3.1-8B")

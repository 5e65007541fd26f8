"""Every check of a config: what it finds, and silence once its advice is followed."""

import json
import math
from typing import Any, NamedTuple

import pytest

from model_configs.all_findings import CHECKS
from model_configs.entries import ConfigError
from model_configs.finding import Finding, apply_patch
from model_configs.model_config import read_config
from model_configs.rules import RULES_IN_CONFIGS
from tests.house import ROOT
from tests.model_configs.samples import LARGE, LLAMA3, YARN

REFERENCES = json.loads((ROOT / "core/teach/references/rope_frequencies.json").read_text("utf-8"))["cases"]
LLAMA = LARGE | {"num_key_value_heads": 8, "num_hidden_layers": 32}
LONGROPE = {
    "rope_type": "longrope",
    "factor": 32.0,
    "short_factor": [1.0] * 64,
    "long_factor": [2.0] * 64,
    "original_max_position_embeddings": 4096,
}


QWEN, YARN_OPTIONS = "llama-server -m Qwen3-32B-Q4_K_M.gguf", "--rope-scaling yarn --yarn-orig-ctx 32768"
MEGATRON = "--hidden-size 64 --num-attention-heads 4 --position-embedding-type rope --use-rope-scaling"


MTP = """--speculative-config '{"method":"mtp","num_speculative_tokens":2}'"""
STRETCHED = f"--hf-overrides '{json.dumps({'rope_parameters': YARN | {'rope_theta': 1e6}})}'"
GEMMA_4 = {"general.architecture": "gemma4", "gemma4.attention.key_length": 512, "gemma4.rope.freq_base": 1e6}


class Case(NamedTuple):
    check: str
    changes: dict[str, Any] | str  # of LLAMA; or a command
    severity: str
    key: str
    says: tuple[str, ...]
    # further changes, or another command, after which the check is silent; None for its patch
    mended: dict[str, Any] | str | None = None


def scaling(rule, **changes):
    """A block with changed entries; those that are None are removed."""
    return {"rope_scaling": {name: value for name, value in {**rule, **changes}.items() if value is not None}}


CASES = [
    Case(
        "base_missing", {"rope_theta": None, "model_type": "nobody_knows"}, "warning", "rope_theta",
        ("base of 10,000 is assumed, the oldest default", "nothing is advised"), {"rope_theta": 10000.0},
    ),
    Case(
        "base_missing", {"rope_theta": None, "model_type": "gpt_oss"}, "info", "rope_theta",
        ("150,000", "the usual one of gpt_oss", '"rope_theta": 150000.0'),
        {"rope_parameters": {"rope_theta": 150000.0}},
    ),
    Case(
        "base_missing", {"model_type": "gemma3_text"}, "info", "rope_local_base_freq",
        ("10,000", '"rope_local_base_freq": 10000.0'),
    ),
    Case(
        "base_lost", {"rope_theta": None, "model_type": "glm4_moe"}, "warning", "rope_theta",
        ("rope_theta is missing", "131,072 tokens", "8,192"), {"rope_theta": 1e6},
    ),
    Case(
        "base_lost", {"rope_theta": None, "model_type": "chatglm"}, "warning", "rope_ratio",
        ("rope_ratio is missing",), {"rope_ratio": 500},
    ),
    Case(  # unsloth #7028: left by a tool that writes only the rule
        "base_scaled", {"rope_theta": None, "rope_parameters": {"rope_type": "linear", "factor": 2.0}}, "warning",
        "rope_parameters.rope_theta", ("Linear and has no rope_theta", "10,000 is taken", "trained with 500,000"),
        {"rope_parameters": {"rope_type": "linear", "factor": 2.0, "rope_theta": 500000.0}},
    ),
    Case(  # the same in the older form
        "base_scaled", {"rope_theta": None, **scaling(YARN)}, "warning", "rope_scaling.rope_theta",
        ("YaRN and has no rope_theta", "10,000"), {"rope_theta": 500000.0},
    ),
    Case(
        "base_scaled", {"rope_theta": None, "transformers_version": "5.13.0", **scaling({
            "rope_type": "dynamic", "factor": 2.0})}, "warning", "rope_scaling.rope_theta", ("10,000",),
        {"rope_theta": 500000.0},
    ),
    Case(  # vLLM #48894
        "draft_length", {"architectures": ["LlamaForCausalLMEagle3"], "max_position_embeddings": 2048}, "warning",
        "max_position_embeddings", ("draft", "2,048 rows"), {"max_position_embeddings": 131072},
    ),
    Case(  # MiroTrain #5
        "original_with_output", {"model_type": "qwen3", "head_dim": 128, "max_position_embeddings": 163840,
                                 **scaling(YARN, original_max_position_embeddings=40960)}, "warning",
        "rope_scaling.original_max_position_embeddings", ("40,960", "32,768 tokens of training", '"factor": 5.0'),
        {"max_position_embeddings": 131072, **scaling(YARN)},
    ),
    Case(  # vLLM #40130
        "lengths_differ", {"model_type": "nomic_bert", "n_positions": 8192, "max_position_embeddings": 2048,
                           "max_trained_positions": 2048, "rope_theta": 1000.0}, "info", "n_positions",
        ("n_positions is 8,192", "dynamic NTK", "vLLM serves 2,048"), {"n_positions": 2048},
    ),
    Case(
        "lengths_differ", {"seq_length": 8192}, "info", "max_position_embeddings",
        ("seq_length is 8,192", "instead of 131,072"), {"seq_length": None},
    ),
    Case(  # vLLM #53634
        "name_of_one_engine", scaling(YARN, rope_type="deepseek_yarn"), "error", "rope_scaling.rope_type",
        ('"deepseek_yarn"', "KeyError", "524,288 tokens instead of 131,072", '"rope_type": "yarn"'),
    ),
    Case(  # model-serving-minefield #107
        "window_unused", {"model_type": "qwen3", "head_dim": 128, "num_hidden_layers": 5, "sliding_window": 2048},
        "warning", "sliding_window", ("no layer gets", "use_sliding_window is missing",
                                      "layer max_window_layers, 28 of 5", "All 5 layers"), {"sliding_window": None},
    ),
    Case(
        "window_unused", {"model_type": "qwen3", "head_dim": 128, "sliding_window": 2048,
                          "use_sliding_window": True, "max_window_layers": 32}, "warning", "sliding_window",
        ("begin at layer max_window_layers, 32",),
        {"max_window_layers": 16},
    ),
    Case(
        "window_unused", {"sliding_window": 4096, "layer_types": ["full_attention"] * 32}, "warning",
        "sliding_window", ("layer_types names no layer",),
        {"layer_types": ["sliding_attention", "full_attention"] * 16},
    ),
    Case(  # transformers #35896
        "window_unused", {"model_type": "qwen2", "sliding_window": 4096, "use_sliding_window": False}, "info",
        "sliding_window", ("use_sliding_window is false",), {"use_sliding_window": True, "max_window_layers": 0},
    ),
    Case(  # transformers #48241
        "features_by_number", {"model_type": "minimax_m2", "head_dim": 128, "rotary_dim": 64}, "info", "rotary_dim",
        ("5.12 to 5.16", "all 128 features", '"partial_rotary_factor": 0.5'),
    ),
    Case(
        "base_of_programs", {"rope_theta": 10000.0, "model_type": "mixtral"}, "warning", "rope_theta",
        ("mixtral has 1,000,000", "93.1 times too fast", '"rope_theta": 1000000.0'),  # 100 ** (126 / 128)
    ),
    Case(
        "base_small", {"rope_theta": 1000}, "warning", "rope_theta",
        ("rope_theta is 1,000", "in 5,640 tokens", '"rope_theta": 10000.0'),  # 2π · 1000^(126/128)
    ),
    Case(
        "base_small", {"rope_local_base_freq": 4999.5}, "warning", "rope_local_base_freq",
        ("rope_local_base_freq is 5,000",), {"rope_local_base_freq": 5000.0},
    ),
    Case(
        "factor_against_contexts", scaling(YARN, factor=2.0), "warning", "rope_scaling.factor",
        ("131,072 / 32,768 = 4", "older releases took the quotient", "reaches 65,536 tokens", '"factor": 4.0',
         '"max_position_embeddings": 65536'),
        {"max_position_embeddings": 65536},
    ),
    Case(
        "factor_against_contexts", {"max_position_embeddings": 40960, **scaling(YARN)}, "warning",
        "rope_scaling.factor",  # Qwen3 #1321
        ("4 of 32,768 tokens reaches 131,072", "is still 40,960", "refuse prompts", "--context-length 131072"),
    ),
    Case(
        "factor_against_contexts", {"max_position_embeddings": 40960, **scaling(YARN, mscale=1.0)}, "info",
        "rope_scaling.factor", ("40,960 / 32,768 = 1.25", '"factor": 1.25', '"max_position_embeddings": 131072'),
        scaling(YARN, factor=1.25),
    ),
    Case(  # vLLM #58080
        "draft_beside_override", f"vllm serve Qwen/Qwen3-8B --max-model-len 131072 {MTP} {STRETCHED}", "warning",
        "--speculative-config", ("The draft (mtp)", "keeps its own 32,768", "Write YaRN and the length"),
        f"vllm serve Qwen/Qwen3-8B --max-model-len 32768 {MTP} {STRETCHED}",
    ),
    Case(
        "sections_foreign", scaling({"rope_type": "default", "mrope_section": [24, 20, 20]}), "warning",
        "rope_scaling.mrope_section", ("mrope_section stands in a config of llama", "vLLM deals them out"),
    ),
    Case(  # vLLM #52665
        "dynamic_below", "vllm serve nomic-ai/nomic-embed-text-v1 --max-model-len 512", "warning",
        "--max-model-len", ("fewer than the 2,048", "power of -0.5", "NaN", "Serve 2,048"),
        "vllm serve nomic-ai/nomic-embed-text-v1 --max-model-len 2048",
    ),
    Case(  # LM Studio #1256
        "length_elsewhere", {"max_position_embeddings": None, "model_max_length": 1048576}, "warning",
        "model_max_length", ("max_position_embeddings is missing", "offer 4,096"),
    ),
    Case(
        "factor_against_contexts", scaling(LONGROPE, factor=16.0), "info", "rope_scaling.factor",
        ("factor is 16", "= 32", "attention factor", '"factor": 32.0'),
    ),
    Case(
        "original_missing", scaling(YARN, original_max_position_embeddings=None), "error",
        "rope_scaling.original_max_position_embeddings",
        ("131,072 tokens, is taken for it", '"original_max_position_embeddings": 32768 if'), scaling(YARN),
    ),
    Case(
        "original_missing", scaling(LLAMA3, original_max_position_embeddings=None), "error",
        "rope_scaling.original_max_position_embeddings", ("before or after", "KeyError"),
        {"original_max_position_embeddings": 8192},
    ),
    Case(
        "original_not_below", scaling(YARN, original_max_position_embeddings=131072, factor=32.0), "warning",
        "rope_scaling.original_max_position_embeddings",
        ("131,072, not below max_position_embeddings, 131,072", '"original_max_position_embeddings": 4096 if'),
        scaling(YARN, original_max_position_embeddings=4096, factor=32.0),
    ),
    Case(
        "original_not_below", {"max_position_embeddings": 32768, **scaling(YARN)}, "warning",
        "rope_scaling.original_max_position_embeddings", ('"max_position_embeddings": 131072 if',),
        {"max_position_embeddings": 131072},
    ),
    Case(  # as the card of Qwen2.5 says
        "original_not_below", {"model_type": "qwen2", "max_position_embeddings": 32768, **scaling(YARN)}, "info",
        "rope_scaling.original_max_position_embeddings", ('write "max_position_embeddings": 131072',),
    ),
    Case(
        "long_texts_unreached", scaling(LONGROPE, original_max_position_embeddings=131072), "warning",
        "rope_scaling.original_max_position_embeddings",
        ("is 131,072, not below max_position_embeddings, 131,072",
         "64 of 64 pairs turn at other frequencies than in long texts, up to 2 times",
         "attention factor is 1.138 instead of 1.19", '"original_max_position_embeddings": 4096'),  # 131,072 / 32
    ),
    Case(
        "long_texts_unreached", scaling(LONGROPE, original_max_position_embeddings=262144, factor=None), "warning",
        "rope_scaling.original_max_position_embeddings", ("262,144, not below", "64 of 64"), scaling(LONGROPE),
    ),
    Case(
        "factor_below_one", scaling({"type": "linear", "factor": 0.25}), "error", "rope_scaling.factor",
        ("0.25", "reciprocal", '"factor": 4.0'),
    ),
    Case(
        "factor_whole", scaling(YARN, factor=4), "info", "rope_scaling.factor", ("number 4", '"factor": 4.0'),
    ),
    Case(
        "factor_missing", scaling(YARN, factor=None), "error", "rope_scaling.factor",
        ("131,072 / 32,768 = 4", '"factor": 4.0'),
    ),
    Case(
        "factor_missing", scaling(LONGROPE, factor=None), "info", "rope_scaling.factor",
        ("131,072 / 4,096 = 32", "attention factor", '"factor": 32.0'),
    ),
    Case(
        "factor_unused", scaling({"factor": 8.0}), "error", "rope_scaling.factor",
        ("factor is 8", '"rope_type": "yarn"'), {"rope_scaling": {"rope_type": "linear", "factor": 8.0}},
    ),
    Case(
        "types_disagree", scaling(YARN, type="linear"), "error", "rope_scaling.type",
        ('rope_type is "yarn", but type is "linear"', "rope_type is read here"), scaling(YARN, type="yarn"),
    ),
    Case(
        "types_disagree", scaling(YARN, type=["x"]), "error", "rope_scaling.type", ("a list of 1 entries",),
    ),
    Case(
        "old_type_name", scaling(LONGROPE, rope_type=None, type="su"), "info", "rope_scaling.type",
        ('"su"', '"rope_type": "longrope"'),
    ),
    Case(
        "old_type_name", scaling({"type": "mrope", "mrope_section": [16, 24, 24]}), "info", "rope_scaling.type",
        ('"rope_type": "default"', "keep mrope_section"),
    ),
    Case(
        "mrope_sections", scaling({"type": "mrope", "mrope_section": [16, 24, 20]}), "error",
        "rope_scaling.mrope_section", ("sum 60", "64 pairs", "[16, 24, 24]"),
    ),
    Case(
        "mrope_sections", scaling({"rope_type": "default", "mrope_section": [-1, "24", 10**4000]}), "error",
        "rope_scaling.mrope_section", ("a list of 3 entries, but",),
        scaling({"rope_type": "default", "mrope_section": [64]}),
    ),
    Case(
        "mrope_sections", scaling({"type": "mrope"}), "warning", "rope_scaling.mrope_section", ("is missing",),
        scaling({"type": "mrope", "mrope_section": [24, 20, 20]}),
    ),
    Case(
        "divisor_lists", scaling(LONGROPE, long_factor=[1.0] * 48), "error", "rope_scaling.long_factor",
        ("48 numbers, but 64 pairs", "let 96 features turn"), {"partial_rotary_factor": 0.75, **scaling(
            LONGROPE, long_factor=[1.0] * 48, short_factor=[1.0] * 48)},
    ),
    Case(
        "head_dim_left_over", {"num_attention_heads": 30}, "error", "num_attention_heads",
        ("4,096 hidden features", "30 heads", "16 are left over", '"head_dim": 136'),
    ),
    Case(
        "head_dim_of_its_own", {"hidden_size": 2560, "head_dim": 128}, "info", "head_dim",
        ("2,560 hidden features / 32 heads = 80", '"head_dim": 128'), {"hidden_size": 4096},
    ),
    Case(
        "odd_rotary_dim", {"head_dim": 127}, "error", "head_dim", ("127 features", '"head_dim": 128'),
    ),
    Case(
        "odd_rotary_dim", {"model_type": "phi", "partial_rotary_factor": 0.29}, "warning", "partial_rotary_factor",
        ("37 features", "38 turn", '"partial_rotary_factor": 0.296875'),
    ),
    Case(
        "odd_rotary_dim", {"model_type": "gptj", "rotary_dim": 31}, "warning", "rotary_dim",
        ("31 features", '"rotary_dim": 32'),
    ),
    Case(
        "told_twice", {"rope_parameters": {"rope_theta": 10000.0}}, "error", "rope_theta",
        ("500000.0 at the top level", "in the block is 10000.0", "the one in the block is read", "likely 500000.0"),
    ),
    Case(
        "told_twice", {"rope_parameters": {"rope_theta": 1e6}}, "error", "rope_theta",
        ("500000.0 at the top level", "in the block is 1000000.0", "likely 1000000.0"),
    ),
    Case(
        "told_twice", {"rotary_pct": 0.5, "rope_parameters": {"partial_rotary_factor": 0.25}}, "error",
        "rotary_pct", ("0.5", "0.25"),
    ),
    Case(
        "told_twice", {"original_max_position_embeddings": 4096, **scaling(YARN)}, "error",
        "original_max_position_embeddings", ("4096", "32768", "depends on the program"), scaling(
            YARN, original_max_position_embeddings=4096),
    ),
    Case(
        "two_blocks",
        {"rope_theta": None, "rope_parameters": {"rope_theta": 1e6}, **scaling({"type": "linear", "factor": 2.0})},
        "error", "rope_parameters", ("Only rope_scaling is read", "is lost", 'delete "rope_scaling"'),
        {"rope_scaling": None},
    ),
    Case(
        "two_blocks",
        {"rope_theta": None, "rope_parameters": {**YARN, "rope_theta": 1e6}, **scaling({"type": "default"})},
        "error", "rope_parameters", ("Only rope_scaling is read", "names no rule"),
    ),
    Case(
        "betas_crossed", scaling(YARN, beta_fast=1, beta_slow=32), "error", "rope_scaling.beta_fast",
        ("beta_fast is 1 and beta_slow is 32", '"beta_fast": 32.0', '"beta_slow": 1.0'),
    ),
    Case(
        "betas_crossed", scaling(YARN, beta_slow=64.0), "error", "rope_scaling.beta_slow", ("beta_fast is 32",),
        scaling(YARN, beta_slow=32.0),
    ),
    Case(
        "llama3_crossed", scaling(LLAMA3, low_freq_factor=8.0), "error", "rope_scaling.low_freq_factor",
        ("low_freq_factor is 8, not below high_freq_factor, 4", '"low_freq_factor": 1.0'),
    ),
    Case(
        "llama3_assumed", scaling(LLAMA3, high_freq_factor=None), "error", "rope_scaling.high_freq_factor",
        ("4 is assumed", '"high_freq_factor": 4.0'),
    ),
    Case(
        "share_not_possible", {"rotary_pct": 25}, "error", "rotary_pct",
        ("rotary_pct is 25", "read as 1", '"rotary_pct": 0.25'),
    ),
    Case(
        "share_not_possible", {"rope_parameters": {"partial_rotary_factor": 0}}, "error",
        "rope_parameters.partial_rotary_factor", ('"partial_rotary_factor": 1.0',),
    ),
    Case(
        "more_turn_than_there_are", {"rotary_dim": 256}, "error", "rotary_dim",
        ("128 features", '"rotary_dim": 128'),
    ),
    Case(
        "window_below_wavelengths", {"rope_theta": 10000.0, "sliding_window": 4096}, "info", "sliding_window",
        ("4,096 tokens, and 18 of 64 pairs",),  # 46 of 64 make a turn, as in Llama 2's context
        {"sliding_window": 54411},  # tokens of the slowest turn
    ),
    Case(
        "alibi_and_rotary", {"alibi": True}, "warning", "rope_theta", ("asks for ALiBi and has rope_theta",),
        {"alibi": False},
    ),
    Case(
        "alibi_and_rotary", {"rope_theta": None, "attn_config": {"alibi": True, "rope": True}}, "error",
        "attn_config.rope", ("has attn_config.rope",), {"attn_config": {"alibi": True, "rope": False}},
    ),
    Case(
        "base_inside_only", {"rope_theta": None, "rope_parameters": {"rope_theta": 500000.0}}, "info",
        "rope_parameters.rope_theta",
        ("transformers 5", "of 64 pairs then turns 47 times too fast"),  # 50 ** (126 / 128)
    ),
    Case(
        "default_block", scaling({"rope_type": "default"}), "info", "rope_scaling",
        ("changes nothing", "take any block"),
    ),
    Case(
        "type_not_read", {"model_type": "gemma3_text", **scaling({"type": "linear", "factor": 8.0})}, "error",
        "rope_scaling.type", ('only rope_type is read', "all 128 pairs unscaled", "a factor of 8.0 is lost"),
    ),
    Case(  # the flat form of version 5, which OLMo 3 does not read
        "block_not_read", {"model_type": "olmo3", "rope_parameters": YARN | {"rope_theta": 5e5}},
        "error", "rope_parameters.rope_type", ("asks for", "all 64 pairs unscaled", "a factor of 4.0 is lost"),
    ),
    Case(
        "scaled_twice", {"max_position_embeddings": 524288, **scaling(YARN)}, "warning",
        "max_position_embeddings", ("32,768 × 4²", "131,072 tokens"),
    ),
    Case(
        "raised_without_rule", {"original_max_position_embeddings": 8192}, "warning", "max_position_embeddings",
        ("16 times original_max_position_embeddings", "29 of 64 pairs"),  # as Llama 3: 35 complete a turn
        scaling(LLAMA3),
    ),
    Case(
        "attention_not_positive", scaling(YARN, attention_factor=0.0), "error", "rope_scaling.attention_factor",
        ('is 0, by "attention_factor": 0.0', "All 64 pairs add 0 to every score", "takes 1.139"),
    ),
    Case(
        "attention_not_positive", scaling(YARN, mscale=-20.0, mscale_all_dim=1.0), "error", "rope_scaling.mscale",
        ('is -1.557, by "mscale": -20.0, "mscale_all_dim": 1.0', "2.424, as with 1.557"),  # 1 - 2 ln 4
    ),
    Case(
        "attention_not_positive", scaling(LONGROPE, long_mscale=0), "error", "rope_scaling.long_mscale",
        ('is 0, by "long_mscale": 0', "takes 1.19"),
    ),
    Case(
        "attn_factor_alone", scaling(YARN, attn_factor=0.5), "warning", "rope_scaling.attn_factor",
        ("attn_factor is 0.5", "multiplies cosine and sine by 1.139", "which is 0.5693 in all"),
        scaling(YARN, attn_factor=0.5, attention_factor=0.569),
    ),
    Case(
        "mscale_alone", scaling(YARN, mscale=0.707), "warning", "rope_scaling.mscale",
        ("mscale_all_dim is missing", "multiplied by 1.139"),  # 0.1 ln 4 + 1
    ),
    Case(
        "mscale_alone", scaling(YARN, mscale=1.0, mscale_all_dim=1.0, attention_factor=1.0), "warning",
        "rope_scaling.mscale", ("attention_factor is there too",),
    ),
    Case(
        "scaled_window",
        {"sliding_window": 1024, "rope_parameters": {
            "full_attention": YARN, "sliding_attention": {"rope_type": "linear", "factor": 8.0}}},
        "warning", "rope_parameters.sliding_attention.rope_type", ("1,024 tokens", "64 of 64 pairs"),
        {"rope_parameters": {"full_attention": YARN, "sliding_attention": {"rope_theta": 1e4}}},
    ),
    Case(
        "sections_lost", {"model_type": "qwen2_vl_text", **scaling(YARN)}, "error", "rope_scaling.mrope_section",
        ("all 64 pairs by one counter", "[16, 24, 24]"),
    ),
    Case(
        "truncate_ignored", scaling(YARN, truncate=False), "info", "rope_scaling.truncate",
        ("differ by up to",), scaling(YARN, truncate=True),
    ),
    Case(
        "interleaved", {"rope_interleave": True}, "info", "rope_interleave", ("126 of 128 features",),
        {"rope_interleave": None},
    ),
    Case(
        "two_lists", scaling(LONGROPE), "info", "rope_scaling.long_factor",
        ("more than 4,096 tokens", "up to 2 times"), scaling(LONGROPE, long_factor=[1.0] * 64),
    ),
    Case(
        "layers_without_position", {"model_type": "cohere2", "sliding_window": 4096}, "info", "model_type",
        ("8 of 32 layers have no position: 3, 7, 11, 15, …", "turn in 24 of 32 layers"), {"model_type": "llama"},
    ),
    Case(
        "unread_beside", {"rope_ratio": 500}, "warning", "rope_ratio", ("nothing here reads it",),
        {"model_type": "chatglm"},
    ),
    Case(
        "unread_beside", {"max_context_tokens": 500}, "info", "max_context_tokens",
        ("of the 64 pairs here may be wrong",), {"max_context_tokens": None},
    ),
    Case(
        "unread_inside", scaling(YARN, high_freq_factor=4.0), "warning", "rope_scaling.high_freq_factor",
        ("nothing here reads it",), scaling(LLAMA3),
    ),
    Case(
        "type_assumed", {"model_type": "nobody_knows", "rope_theta": None}, "info", "model_type",
        ("the base", "Nothing is advised"), {"model_type": "llama"},
    ),
    Case(
        "yarn_is_static", scaling(YARN), "info", "rope_scaling.rope_type", ("factor 4", "32,768 tokens"),
        scaling(YARN, factor=1.0),
    ),
    Case(
        "yarn_is_static", scaling(YARN) | {"max_position_embeddings": 40960}, "info", "rope_scaling.rope_type",
        ("still 40,960", "likely added after training"), scaling(YARN, factor=1.0),
    ),
    Case(
        "layers_without_rope", {"no_rope_layers": [1, 1, 1, 0] * 8}, "info", "no_rope_layers",
        ("1 for 24 of 32 layers, and 0 for 8", "Despite the name"), {"no_rope_layers": []},
    ),
    Case(
        "layers_without_rope", {"no_rope_layers": [3, 7, 11]}, "warning", "no_rope_layers", ("not all are 0 or 1",),
        {"no_rope_layers": None},
    ),
    Case(
        "layers_without_rope", {"no_rope_layers": [0, 0, 0, 1] * 8}, "warning", "no_rope_layers", ("only 8 of 32",),
        {"no_rope_layers": None},
    ),
    Case(
        "layers_without_rope", {"no_rope_layers": [1, 1]}, "warning", "no_rope_layers",
        ("2 flags, but there are 32 layers",), {"no_rope_layers": None},
    ),
    Case(
        "positions_in_few_bits", {"torch_dtype": "bfloat16"}, "info", "torch_dtype",
        ("131,072 tokens", "256 and 257", "one position in 512"), {"torch_dtype": "float32"},
    ),
    Case(
        "positions_in_few_bits", {"dtype": "torch.float16"}, "info", "dtype",
        ("2048 and 2049", "one position in 64", "65,504 become infinity"), {"max_position_embeddings": 2048},
    ),
    Case(  # ik_llama.cpp #2003
        "ext_factor_copied", f"{QWEN} {YARN_OPTIONS} --rope-scale 4 --yarn-ext-factor 4", "warning",
        "--yarn-ext-factor", ("--yarn-ext-factor is 4, and it is a mix from 0 to 1", "Write --yarn-ext-factor 1.0"),
        f"{QWEN} {YARN_OPTIONS} --rope-scale 4 --yarn-ext-factor 1",
    ),
    Case(  # ollama #17889
        "context_unset", "llama-server --by-ollama -m qwen3-14b", "warning", "num_ctx",
        ("There is no num_ctx", "serves 4,096", "up to 40960"), "llama-server --by-ollama -m qwen3-14b -c 40960",
    ),
    Case(
        "divisors_missing", json.dumps(GEMMA_4 | {"general.tensors": []}), "warning", "rope_freqs",
        ("no tensor rope_freqs", "Convert the model again"),
        json.dumps(GEMMA_4 | {"general.tensors": ["rope_freqs.weight"]}),
    ),
    Case(
        "length_capped", f"{QWEN} -c 131072", "warning", "-c",
        ("-c alone does not extend: 131,072", "--rope-scale 4 --yarn-orig-ctx 32768, or write -c 40960"),
        f"{QWEN} -c 40960",
    ),
    Case(
        "length_capped", "llama-server -m Mine.gguf -c 262144 --rope-scaling linear --rope-scale 4",
        "info", "-c",
        ("--rope-scaling linear does not lift the cap", "beyond the trained length", "--yarn-orig-ctx TRAINED"),
        "llama-server -m Mine.gguf -c 131072",
    ),
    Case(
        "length_capped", f"{QWEN} -c 131072 {YARN_OPTIONS} --rope-scale 2", "warning", "--rope-scale",
        ("2 × 32,768 reaches 65,536", "Write --rope-scale 4, or -c 65536"),
        f"{QWEN} -c 65536 {YARN_OPTIONS} --rope-scale 2",
    ),
    Case(
        "length_capped",
        f"{QWEN} -c 131072 {YARN_OPTIONS} --rope-scale 4 --override-kv x.context_length=int:131072",
        "warning", "--override-kv", ("raises context_length to 131,072", "reaches 131,072 tokens by itself"),
        f"{QWEN} -c 131072 {YARN_OPTIONS} --rope-scale 4",
    ),
    Case(  # llama.cpp #11681
        "length_per_slot", "llama-server -m DeepSeek-V3-Q2_K_XS.gguf --ctx-size 163840 --parallel 6", "warning",
        "--parallel", ("Each of 6 slots gets 27,306", "is the length of the model", "Write -c 983040"),
        "llama-server -m DeepSeek-V3-Q2_K_XS.gguf --ctx-size 163840 --parallel 6 --kv-unified",
    ),
    Case(
        "length_per_slot", "llama-server -m Mine.gguf -c 32768 -np 4", "info", "-np",
        ("Each of 4 slots gets 8,192", "Nothing has to change", "the slots share 32,768"),
        "llama-server -m Mine.gguf -c 32768 -np 1",
    ),
    Case(
        "length_capped", f"{QWEN} -c 262144 -np 2", "warning", "-c",
        ("131,072 tokens are asked for in each of 2 slots", "--rope-scale 4", "write -c 81920"),
        f"{QWEN} -c 81920 -np 2",
    ),
    Case(
        "scale_missing", f"{QWEN} {YARN_OPTIONS}", "warning", "--rope-scale", ("is not stretched",),
        f"{QWEN} {YARN_OPTIONS} --rope-scale 4",
    ),
    Case(
        "attn_factor_not_read", f"{QWEN} {YARN_OPTIONS} --rope-scale 4 --yarn-attn-factor 0.5", "warning",
        "--yarn-attn-factor", ("differ by a factor of 0.3241",),  # a quarter of (1 + 0.1 ln 4)²
        f"{QWEN} {YARN_OPTIONS} --rope-scale 4",
    ),
    Case(
        "option_removed", "vllm serve M --rope-theta=5e5", "error", "--rope-theta",
        ("vLLM has no --rope-theta", "Write --hf-overrides '{"), "vllm serve M --max-model-len 4096",
    ),
    Case(
        "rotary_not_switched_on", "--hidden-size 64 --num-attention-heads 4 --rotary-base 5e5", "warning",
        "--position-embedding-type", ("does not look at --rotary-base", "Add --position-embedding-type rope"),
        "--hidden-size 64 --num-attention-heads 4 --rotary-base 5e5 --position-embedding-type rope",
    ),
    Case(
        "factor_for_latent_attention", f"{MEGATRON} --rotary-scaling-factor 32", "warning",
        "--rotary-scaling-factor", ("beside --use-rope-scaling", "Write --rope-scaling-factor 32"),
        f"{MEGATRON} --rope-scaling-factor 32",
    ),
    Case(
        "option_not_read", f"{QWEN} --rope-shift 3", "warning", "--rope-shift", ("--rope-shift is not read",), QWEN,
    ),
    Case(
        "draft_length", "vllm serve M --speculative-model yuhuili/EAGLE3-LLaMA3.1-Instruct-8B --max-model-len 8192",
        "warning", "--speculative-model", ("claims 2,048 tokens", "beyond 2,048 tokens stop"),
        "vllm serve M --max-model-len 8192",
    ),
]  # fmt: skip
each = pytest.mark.parametrize("case", CASES, ids=[f"{case.check}-{case.severity}-{case.key}" for case in CASES])


def for_each_layer_type(check):
    """A rule's own check, which takes layers, as one that takes a config."""
    return lambda config: (
        result for kind in config.layer_types if check in kind.in_configs.checks for result in check(kind)
    )


OF_RULES = [check for each in RULES_IN_CONFIGS.values() for check in each.checks]
BY_NAME = {check.__name__: check for check in CHECKS} | {
    check.__name__: for_each_layer_type(check) for check in OF_RULES
}


def read(*changes):
    config = dict(LLAMA)
    for change in changes:
        if isinstance(change, str):
            return read_config(change)
        config.update(change)
    return read_config(config)


def test_every_check_has_a_case():
    assert [name for name in BY_NAME if name not in {case.check for case in CASES}] == []
    assert {case.check for case in CASES} <= set(BY_NAME)
    assert len(BY_NAME) == len(CHECKS) + len(OF_RULES)


@each
def test_a_check_finds_what_it_looks_for_and_says_where(case):
    config = read(case.changes)
    (result,) = BY_NAME[case.check](config)
    assert (result.severity, result.key, result.rule) == (case.severity, case.key, case.check)
    assert [words for words in case.says if words not in result.message] == []
    assert result in config.findings()
    reasons = ("the file does not say", "Nothing has to change in the file", "the file cannot say it")
    cure = result.message.split("\n")[2]
    assert result.patch or result.key.startswith("-") or any(reason in cure for reason in reasons)


@each
def test_a_check_is_silent_once_its_advice_is_taken(case):
    config, check = read(case.changes), BY_NAME[case.check]
    (result,) = check(config)
    cured = read_config(apply_patch(config.source, result.patch))
    mended = read(case.mended) if isinstance(case.mended, str) else read(case.changes, case.mended or {})
    assert list(check(mended if case.mended else cured)) == []
    after = check(cured) if result.patch else ()
    assert result.severity not in [finding.severity for finding in after]  # a correct config may still have a note


@each
def test_every_finding_has_three_sentences_and_a_source(case):
    for finding in read(case.changes).findings():
        lines = finding.message.split("\n")
        assert len(lines) == 3
        assert all(line.endswith((".", "?")) and line == line.strip() for line in lines)
        assert len(finding.message) < 700
        assert not {"None", "nan", "inf"} & set(finding.message.replace(".", " ").replace(",", " ").split())
        assert finding.source.startswith("https://")


@pytest.mark.parametrize(
    "changes",
    [scaling(YARN), {"rope_theta": None, "rope_parameters": YARN | {"rope_theta": 500000.0}}],
)
def test_a_base_that_the_file_holds_is_not_said_to_be_missing(changes):
    result = read({"model_type": "olmo3"}, changes).findings()
    assert "base_missing" not in [finding.rule for finding in result]
    other = read({"model_type": "olmo3", "rope_theta": 1e6}).findings()  # its windows do not take it
    (missing,) = [finding for finding in other if finding.rule == "base_missing"]
    assert missing.key == "rope_parameters.sliding_attention.rope_theta"
    assert "500,000" in missing.message


CLEAN = {case["name"]: case["config"] for case in REFERENCES} | {
    "llama-3.1": LLAMA | {"rope_scaling": LLAMA3},
    "llama-3.1, version 5": LLAMA | {"rope_theta": None, "rope_parameters": LLAMA3 | {"rope_theta": 500000.0}},
    "qwen2.5-vl": {
        "model_type": "qwen2_5_vl", "hidden_size": 3584, "num_attention_heads": 28, "rope_theta": 1000000.0,
        "max_position_embeddings": 128000, "rope_scaling": {"type": "mrope", "mrope_section": [16, 24, 24]},
    },
    "qwen3-vl": {"model_type": "qwen3_vl", "text_config": {
        "model_type": "qwen3_vl_text", "hidden_size": 2560, "num_attention_heads": 32, "head_dim": 128,
        "max_position_embeddings": 262144, "rope_theta": 5000000, "rope_scaling": {
            "mrope_interleaved": True, "mrope_section": [24, 20, 20], "rope_type": "default"},
    }},
    "gemma-3, version 5": {
        "model_type": "gemma3_text", "hidden_size": 3840, "num_attention_heads": 16, "head_dim": 256,
        "max_position_embeddings": 131072, "sliding_window": 1024,
        "rope_parameters": {
            "full_attention": {"rope_type": "linear", "factor": 8.0, "rope_theta": 1e6},
            "sliding_attention": {"rope_type": "default", "rope_theta": 1e4},
        },
    },
    "smollm3": LLAMA | {"model_type": "smollm3", "no_rope_layers": [1, 1, 1, 0] * 8},
    "mpt": {"model_type": "mpt", "d_model": 4096, "n_heads": 32, "attn_config": {"alibi": True, "rope": False}},
    "bloom": {"model_type": "bloom", "hidden_size": 4096, "n_head": 30},
    "gpt2": {"model_type": "gpt2", "n_embd": 768, "n_head": 12, "n_positions": 1024, "torch_dtype": "float16"},
}  # fmt: skip


@pytest.mark.parametrize("config", CLEAN.values(), ids=CLEAN)
def test_a_config_as_published_has_no_mistake(config):
    assert [finding for finding in read_config(config).findings() if finding.severity != "info"] == []


@pytest.mark.parametrize("name", ["mpt", "bloom", "gpt2"])
def test_a_model_without_rotation_has_nothing_to_say(name):
    assert read_config(CLEAN[name]).findings() == []


@pytest.mark.parametrize("mark", [{"mscale": 1.0, "mscale_all_dim": 1.0}, {"truncate": False}, {"finetuned": True}])
def test_a_model_that_was_trained_with_yarn_is_not_told_that_yarn_costs(mark):
    config = read(scaling(YARN, **mark))
    assert [*BY_NAME["yarn_is_static"](config)] == []
    assert all("worse" not in finding.message for finding in config.findings(524288))
    assert any("worse" in finding.message for finding in read(scaling(YARN)).findings(524288))


def test_a_factor_is_not_held_against_a_length_that_the_file_does_not_tell():
    changes = {"model_type": "mistral", "max_position_embeddings": None, **scaling(YARN, factor=16.0)}
    keys = {finding.rule for finding in read(changes).findings()}
    assert not keys & {"factor_against_contexts", "original_not_below"}
    assert all("still" not in finding.message for finding in read(changes).findings())


def test_a_base_that_layers_take_without_reading_it_is_not_missing():  # OLMo 3's layers with a window
    config = read({"model_type": "olmo3", "rope_theta": 500000.0, "sliding_window": 4096}, scaling(YARN))
    assert [kind.base for kind in config.layer_types] == [500000.0] * 2
    assert [*BY_NAME["base_missing"](config)] == []


def test_a_factor_that_is_no_number_is_refused_with_its_place():
    for value in ("NaN", "Infinity", '"none"'):
        with pytest.raises(ConfigError, match=r"^rope_scaling\.attention_factor must be a number"):
            read_config(json.dumps(LLAMA | scaling(YARN, attention_factor="X")).replace('"X"', value))


BASE_INSIDE = {"rope_parameters": {"rope_theta": 5e5, "rope_type": "default"}}


@pytest.mark.parametrize(
    "text",
    [
        f"vllm serve MODEL --hf-overrides '{json.dumps(BASE_INSIDE)}'",
        f"vllm serve MODEL --hf-overrides '{json.dumps(BASE_INSIDE | {'head_dim': 128})}'",
        f"python -m sglang.launch_server --json-model-override-args '{json.dumps(BASE_INSIDE)}'",
        "llama-server -m MODEL.gguf --rope-freq-base 500000",
        json.dumps(BASE_INSIDE),
        json.dumps(BASE_INSIDE["rope_parameters"]),
    ],
)
def test_a_base_in_an_override_stands_where_its_program_looks(text):
    assert read_config(text).layer_types[0].base == 5e5
    assert [*BY_NAME["base_inside_only"](read_config(text))] == []


@pytest.mark.parametrize(
    "factor", ["--use-rope-scaling --rope-scaling-factor 8", "--rotary-seq-len-interpolation-factor 4"]
)
def test_a_factor_of_an_argument_line_needs_no_decimal_point(factor):
    line = f"--position-embedding-type rope --kv-channels 128 --max-position-embeddings 131072 {factor}"
    assert read_config(line).layer_types[0].is_scaled
    assert [*BY_NAME["factor_whole"](read_config(line))] == []


@pytest.mark.parametrize(
    ("check", "changes"),
    [
        ("default_block", {"rope_theta": None, **scaling({"rope_type": "default", "rope_theta": 5e5})}),
        (
            "two_blocks",
            {"rope_parameters": YARN | {"rope_theta": 5e5}, **scaling({"type": "linear", "factor": 2.0})},
        ),
        ("alibi_and_rotary", {"alibi": True, **scaling(YARN)}),
    ],
)
def test_a_patch_of_several_entries_is_whole_inside_a_text_config(check, changes):
    config = read_config({"model_type": "llava", "text_config": LLAMA | changes})
    (result,) = BY_NAME[check](config)
    after = read_config(apply_patch(config.source, result.patch))
    assert list(BY_NAME[check](after)) == []
    assert [kind.base for kind in after.layer_types] == [5e5] * len(config.layer_types)


def test_a_list_of_layers_or_of_the_opposite_becomes_flags():
    for entry, flags in (([3, 7, 11], [1, 1, 1, 0] * 3 + [1] * 20), ([0, 0, 0, 1] * 8, [1, 1, 1, 0] * 8)):
        (result,) = BY_NAME["layers_without_rope"](read({"no_rope_layers": entry}))
        assert result.patch == {"no_rope_layers": flags}


def test_a_window_as_wide_as_the_longest_text_gets_no_finding():
    assert [*BY_NAME["window_below_wavelengths"](read({"sliding_window": 131072}))] == []
    assert [*BY_NAME["window_below_wavelengths"](read({"sliding_window": 131071}))] != []


def test_lists_that_are_alike_need_no_length_between_them():  # as MiniCPM 4, whose lengths are equal
    alike = scaling(LONGROPE, long_factor=[1.0] * 64, factor=None, original_max_position_embeddings=131072)
    assert [*BY_NAME["long_texts_unreached"](read(alike))] == []
    same = scaling(LONGROPE, original_max_position_embeddings=131072)
    assert [*BY_NAME["two_lists"](read(same))] == []


def test_findings_are_sorted_by_severity():
    result = read(
        {"torch_dtype": "bfloat16", "rope_theta": 1000}, scaling(YARN, factor=4, beta_fast=0.5)
    ).findings()
    assert [finding.severity for finding in result] == ["error", "warning", "info", "info", "info"]
    assert all(isinstance(finding, Finding) for finding in result)


def test_a_finding_of_all_layer_types_is_reported_once():
    same = {name: {"rope_theta": 1000.0} for name in ("full_attention", "sliding_attention")}
    result = read({"rope_theta": None, "rope_parameters": same}).findings()
    assert [finding.key for finding in result] == ["rope_parameters.full_attention.rope_theta"]
    differing = {**same, "sliding_attention": {"rope_theta": 2000.0}}
    result = read({"rope_theta": None, "rope_parameters": differing}).findings()
    assert [finding.key.split(".")[1] for finding in result] == ["full_attention", "sliding_attention"]


def test_a_top_level_base_that_one_type_of_layers_has_is_no_contradiction():
    nested = {"full_attention": {"rope_theta": 500000.0}, "sliding_attention": {"rope_theta": 10000.0}}
    assert read({"rope_parameters": nested}).findings() == []


def test_the_text_part_of_a_multimodal_config_is_named():
    config = read_config({"dtype": "bfloat16", "text_config": LLAMA | {"rope_theta": 1000}})
    assert [finding.key for finding in config.findings()] == ["text_config.rope_theta", "dtype"]


def test_a_stranger_s_words_stay_short():
    long = YARN | {"type": "y" * 100_000, "factor": 2}
    config = read({"dtype": "x" * 100_000, "sliding_window": 100, "rope_parameters": long})
    assert {"error", "warning", "info"} == {finding.severity for finding in config.findings()}
    assert all(len(finding.key) < 200 and len(finding.message) < 700 for finding in config.findings())


@pytest.mark.parametrize("head_dim", [80, 96, 98, 250])
def test_the_share_to_write_makes_the_number_even(head_dim):  # rounding may put the product just below
    whole = {"model_type": "phi", "head_dim": head_dim}
    for odd in range(3, head_dim, 2):
        share = (odd + 0.5) / head_dim
        (result,) = BY_NAME["odd_rotary_dim"](read(whole | {"partial_rotary_factor": share}))
        advice = json.loads("{" + result.message.split("Write ")[1].removesuffix(".") + "}")
        assert list(BY_NAME["odd_rotary_dim"](read(whole, advice))) == []


@pytest.mark.parametrize(
    ("old", "rule"), [({"rope_type": "default"}, "YaRN"), ({"type": "linear", "factor": 2.0}, "Linear")]
)
def test_merging_two_blocks_keeps_the_base_and_the_rule(old, rule):
    config = read({"rope_theta": None, "rope_parameters": {**YARN, "rope_theta": 1e6}, "rope_scaling": old})
    (result,) = BY_NAME["two_blocks"](config)
    (kind,) = read_config(apply_patch(config.source, result.patch)).layer_types
    assert (kind.base, kind.rule.name) == (1e6, rule)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"use_rope": False}, ["warning use_rope"]),
        ({"use_rope": True, "use_rotary_emb": True}, []),
        ({"position_table": {"a": 1}, "position_ids": [1, 2]}, ["info position_ids", "info position_table"]),
        ({"attention": {"rope_base": 3, "bias": True}}, ["info attention.rope_base"]),
        ({"vision_tower": {"rope_theta": 3}}, []),
        ({"partial_rotary_factor": 0.5, "qk_rope_head_dim": 16}, [
            "warning partial_rotary_factor", "warning qk_rope_head_dim"]),
        ({"partial_rotary_factor": 1.0, "rotary_dim": 128}, []),  # the whole head, as without them
        ({"rope_parameters": {"partial_rotary_factor": 0.5}}, ["warning rope_parameters.partial_rotary_factor"]),
        ({"model_type": "qwen", "use_dynamic_ntk": True, "use_logn_attn": True}, [
            "info use_dynamic_ntk", "info use_logn_attn"]),
        ({"model_type": "qwen", "use_dynamic_ntk": False}, []),
        ({"model_type": "gemma3_text", "rope_parameters": {"rope_theta": 2e6}}, [
            "warning rope_parameters.rope_theta"]),
        ({"model_type": "gemma3_text", "rope_parameters": {"rope_theta": 5e5, "rope_type": "default"}}, []),
        ({"model_type": "gemma3_text", "rope_parameters": {  # vLLM #57289
            "full_attention": {"rope_theta": 1e6}, "rope_type": "default", "rope_theta": 1e6}}, [
            "error rope_parameters.rope_theta", "error rope_parameters.rope_type"]),
        ({"dual_chunk_attention_config": {"chunk_size": 8192}}, ["info dual_chunk_attention_config"]),
        ({"model_type": "nobody_knows", "rope_ratio_x": 3}, ["info rope_ratio_x"]),
        ({"model_type": "nobody_knows", "rope_tehta": 3}, ["info rope_tehta"]),  # rope_theta is there too
        ({"model_type": "nobody_knows", "rope_theta": None, "rope_tehta": 3e5}, ["warning rope_tehta"]),
        (scaling(YARN, beta_fast=None, beta_fastt=16), ["warning rope_scaling.beta_fastt"]),
        ({"model_type": "glm_moe_dsa", "indexer_rope_interleave": True}, ["info indexer_rope_interleave"]),
    ],
)  # fmt: skip
def test_an_unread_entry_is_reported_where_it_would_change_something(changes, expected):
    result = [finding for finding in read(changes).findings() if finding.rule in {"unread_beside", "unread_inside"}]
    assert sorted(f"{finding.severity} {finding.key}" for finding in result) == expected


def test_a_name_one_letter_away_is_put_right():
    config = read({"rope_theta": None, "rope_thetta": 500000.0})
    (result,) = [each for each in config.findings() if each.rule == "unread_beside"]
    assert "likely rope_theta is meant" in result.message
    (kind,) = read_config(apply_patch(config.source, result.patch)).layer_types
    assert kind.base == 500000.0


STEP = {  # Step 3.5 Flash with fewer layers; vLLM and the published code read its lists
    "model_type": "step3p5", "hidden_size": 4096, "num_attention_heads": 64, "head_dim": 128,
    "num_hidden_layers": 4, "max_position_embeddings": 262144, "sliding_window": 512,
    "rope_theta": [5e6, 1e4, 1e4, 1e4],
    "layer_types": ["full_attention", *["sliding_attention"] * 3], "partial_rotary_factors": [0.5, 1.0, 1.0, 1.0],
    "use_rope_layers": [True] * 4, "yarn_only_types": ["full_attention"],
    "rope_scaling": LLAMA3 | {"factor": 2.0, "high_freq_factor": 32.0, "original_max_position_embeddings": 131072},
}  # fmt: skip
LAGUNA = {  # Laguna XS.2, https://huggingface.co/poolside/Laguna-XS.2, in the form of its first release
    "model_type": "laguna", "num_hidden_layers": 4, "max_position_embeddings": 131072, "partial_rotary_factor": 0.5,
    "layer_types": ["full_attention", *["sliding_attention"] * 3],
    "rope_parameters": {
        "rope_type": "yarn", "rope_theta": 5e5, "factor": 32.0, "original_max_position_embeddings": 4096,
        "partial_rotary_factor": 0.5, "beta_fast": 64.0, "beta_slow": 1.0, "attention_factor": 1.0,
    },
    "swa_rope_parameters": {"rope_type": "default", "rope_theta": 1e4, "partial_rotary_factor": 1.0},
}  # fmt: skip


@pytest.mark.parametrize(
    ("config", "layers"),
    [
        (STEP, [("Llama 3", 5e6, 64), ("Unscaled", 1e4, 128)]),
        (STEP | {"yarn_only_types": ["sliding_attention"]}, [("Unscaled", 5e6, 64), ("Llama 3", 1e4, 128)]),
        (LAGUNA, [("YaRN", 5e5, 64), ("Unscaled", 1e4, 128)]),
    ],
)
def test_entries_of_step_and_laguna_are_read(config, layers):
    read = read_config(config)
    assert [(kind.rule.name, kind.base, kind.rotary_dim) for kind in read.layer_types] == layers
    assert [each for each in read.findings() if "unread" in each.rule] == []


def test_layers_that_do_not_turn_are_listed_by_step():
    read = read_config(STEP | {"use_rope_layers": [True, False, True, True]})
    assert [layer.position for layer in read.stack] == ["RoPE", "none", "RoPE", "RoPE"]


def test_a_share_that_the_type_does_not_read_is_reported_with_what_programs_do():
    # transformers 5.23 stops in the second one: 32 pairs are multiplied with heads of 128 features
    for more, sentence in (
        ({}, "turns all 128 features"),
        ({"rope_scaling": {"rope_type": "linear", "factor": 2.0}}, "computes 32 pairs, but turns 128 features"),
    ):
        config = read({"partial_rotary_factor": 0.5}, more)
        (result,) = [each for each in config.findings() if each.rule == "unread_beside"]
        assert sentence in result.message
        assert "turns 64" in result.message
        mended = read_config(apply_patch(config.source, result.patch))
        assert "unread_beside" not in [each.rule for each in mended.findings()]


def test_the_base_that_the_code_of_qwen_computes_is_shown_in_numbers():  # get_ntk_alpha, heads of 128
    config = read({"model_type": "qwen", "use_dynamic_ntk": True})
    (result,) = [each for each in config.findings() if "ntk" in each.key]
    for texts, alpha in ((2, 3), (4, 7)):
        assert alpha == 2 ** math.ceil(math.log2(texts) + 1) - 1
        assert f"{alpha ** (128 / 126):.4g} up to" in result.message


def test_a_share_that_leaves_no_pair_is_an_entry_that_nothing_reads():  # 128 features over it are not finite
    block = {"rope_type": "llama3", "rotary_pct": 5e-324}
    config = read_config({"model_type": "llama4_text", "head_dim": 128, "rope_theta": 5e5, "rope_scaling": block})
    assert "rope_scaling.rotary_pct" in {result.key for result in config.findings()}


def test_a_length_that_the_block_tells_is_not_called_assumed():  # 4 times what it was trained for
    block = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 4096, "rope_theta": 1e4}
    assert "type_assumed" not in {finding.rule for finding in read_config(json.dumps(block)).findings()}


def test_a_draft_in_the_form_of_speculators_is_read():
    inner = LLAMA | {
        "max_position_embeddings": 2048,
        **scaling({"rope_type": "default", "mrope_section": [24, 20, 20]}),
    }
    draft = {"speculators_config": {"algorithm": "eagle3"}, "draft_vocab_size": 32000}
    config = read_config(draft | {"vocab_size": 128256, "transformer_layer_config": inner | {"vocab_size": 128256}})
    assert config.entries.path == "transformer_layer_config."
    found = {finding.rule: finding for finding in config.findings()}
    assert found["draft_length"].key == "transformer_layer_config.max_position_embeddings"
    assert "draft of the class llama" in found["sections_foreign"].message


@pytest.mark.parametrize(
    "line",
    [
        f"vllm serve Qwen/Qwen3-8B --max-model-len 131072 {STRETCHED}",  # no draft
        f"""vllm serve Qwen/Qwen3-8B --speculative-config '{{"method":"ngram"}}' {STRETCHED}""",  # no weights
        f"vllm serve Qwen/Qwen3-8B {MTP}",  # no override
    ],
)
def test_speculation_that_keeps_the_length_is_right(line):
    assert "draft_beside_override" not in [finding.rule for finding in read_config(line).findings()]

"""Presets and published configs: values, findings, and what `clockface frequencies` writes of them."""

import io
import json
import math
from pathlib import Path

import numpy as np
import pytest

from core.scaling import RULES
from model_configs.entries import ConfigError
from model_configs.expected import as_json, as_npz, expected
from model_configs.lengths import first_target
from model_configs.model_config import read_config
from model_configs.pair_wavelengths import pair_wavelengths
from model_configs.presets import PRESETS
from tests.model_configs.samples import CONFIGS

# ---- Every preset is read without errors and gives the published numbers of its model.

READ = {name: read_config(preset.config) for name, preset in PRESETS.items()}
ROTARY = {name: config for name, config in READ.items() if config.layer_types}

# Rotary features, base, window of training, longest wavelength and slowest pair's turns: from
# base ** (-2i / dim) and the published configs; longest wavelengths are those without any rule.
KNOWN = {
    "GPT-NeoX-20B": (24, 2048, 29_164, 8, 0.0702),
    "Pythia-1.4B": (32, 2048, 35_333, 11, 0.0580),
    "Pythia-6.9B": (32, 2048, 35_333, 11, 0.0580),
    "Phi-2": (32, 2048, 35_333, 11, 0.0580),
    "Falcon-7B": (64, 2048, 47_117, 21, 0.0435),
    "LLaMA-1-7B": (128, 2048, 54_410, 41, 0.0376),
    "Llama-2-7B": (128, 4096, 54_410, 46, 0.0753),
    "Yarn-Llama-2-7B-64k": (128, 4096, 54_410, 46, 0.0753),
    "Code Llama 7B": (128, 16_384, 5_063_256, 37, 0.0032),
    "Llama-3-8B": (128, 8192, 2_559_196, 35, 0.0032),
    "Llama-3.1-8B": (128, 8192, 2_559_196, 35, 0.0032),
    "Llama-3.2-1B": (64, 8192, 2_084_765, 18, 0.0039),
    "Mistral-7B-v0.2": (128, 32_768, 5_063_256, 40, 0.0065),
    "Qwen2.5-7B": (128, 32_768, 5_063_256, 40, 0.0065),
    "Qwen2.5-0.5B": (64, 32_768, 4_080_185, 20, 0.0080),
    "Qwen3-8B": (128, 32_768, 5_063_256, 40, 0.0065),
    "Mixtral-8x22B": (128, 65_536, 5_063_256, 43, 0.0129),
    "Qwen3-4B-2507": (128, 262_144, 24_687_577, 45, 0.0106),
    "Qwen2.5-7B-Instruct-1M": (128, 1_010_000, 48_843_285, 48, 0.0207),
    "Gemma 7B": (256, 8192, 58_470, 100, 0.1401),
    "Phi-3-mini-4k": (96, 4096, 51_862, 34, 0.0790),
    "Phi-3-mini-128k (April 2024)": (96, 4096, 51_862, 34, 0.0790),
    "Phi-4": (128, 16_384, 1_293_532, 41, 0.0127),
    "DeepSeek-V3": (64, 4096, 47_117, 23, 0.0869),
    "gpt-oss-20b": (64, 4096, 649_409, 18, 0.0063),
    "Yi-34B": (128, 4096, 24_687_577, 27, 0.0002),
    "Yi-34B-200K": (128, 200_000, 24_687_577, 44, 0.0081),
}


def standing(name, kind=0):
    config = ROTARY[name]
    return pair_wavelengths(config.layer_types[kind], first_target(config))


def test_every_preset_reads_without_an_error_and_names_its_source():
    for name, preset in PRESETS.items():
        config = read_config(preset.config)
        assert preset.name == name
        assert "](https://" in preset.source
        assert [finding for finding in config.findings() if finding.severity == "error"] == []
        assert config.layer_types or config.scheme in {"ALiBi", "T5", "Learned"}


def test_every_rotary_preset_has_a_frequency_for_each_pair():
    assert len(ROTARY) > 50
    for name, config in ROTARY.items():
        for kind in config.layer_types:
            rates = kind.frequencies(first_target(config)).inverse
            assert rates.shape == (kind.rotary_dim // 2,), name
            assert np.isfinite(rates).all(), name
            assert (np.diff(rates) < 0).all(), name


@pytest.mark.parametrize("name", KNOWN)
def test_wavelengths_and_turns_are_the_known_ones(name):
    dim, length, longest, complete, slowest = KNOWN[name]
    pairs = standing(name)
    assert pairs.kind.rotary_dim == dim
    assert pairs.trained_offsets == length
    assert round(2 * np.pi / pairs.trained_omega[-1]) == longest
    assert pairs.complete.sum() == complete
    assert round(pairs.turns[-1], 4) == slowest


def test_gemma_3_has_two_combs_of_its_own():  # 73 of 128 with the factor, 93 without; 71 within the window
    full, local = standing("Gemma 3 12b"), standing("Gemma 3 12b", 1)
    assert (round(full.wavelengths[-1]), full.complete.sum(), local.complete.sum()) == (45_122_677, 73, 71)
    assert (local.trained_offsets, local.target_offsets, round(local.turns[-1], 4)) == (1024, 1024, 0.0175)
    without = RULES["Unscaled"].apply(full.kind.trained_frequencies()).inverse
    assert (full.trained_offsets * without >= 2 * np.pi).sum() == 93
    assert (full.horizon, local.horizon) == (573_011, 2653)


def test_layers_of_gpt_oss_and_gemma_2_alternate():
    for name, count in {"gpt-oss-20b": 24, "gpt-oss-120b": 36, "Gemma 2 27b": 46}.items():
        layers = ROTARY[name].layers
        assert len(layers) == count
        assert layers.count("full_attention") == count // 2


# ---- Configs as published get the findings that an expert would give, and no other.

PUBLISHED = json.loads((Path(__file__).parent / "published.json").read_text("utf-8"))["configs"]


def source_of(case):
    """A command line, the text of a config, or that of a preset."""
    if "text" in case:
        return case["text"]
    return json.dumps(case["config"]) if "config" in case else PRESETS[case["preset"]].config


@pytest.mark.parametrize("case", PUBLISHED, ids=[case["name"] for case in PUBLISHED])
def test_findings_are_those_that_are_expected(case):
    result = read_config(source_of(case)).findings()
    assert sorted(f"{finding.severity} {finding.key}" for finding in result) == sorted(case["findings"])


def test_there_are_forty_and_each_names_its_source():
    assert len({case["name"] for case in PUBLISHED}) == len(PUBLISHED) >= 40
    sources = [case.get("source") or PRESETS[case["preset"]].source for case in PUBLISHED]
    assert all("https://" in source for source in sources)


# ---- The numbers that a model must hold after loading.


def scale(config):
    return next(iter(expected(read_config(config)).values()))["softmax_scale"]


def test_both_files_hold_what_core_computes():
    for config in CONFIGS.values():
        arrays, listed = np.load(io.BytesIO(as_npz(config, 50_000))), json.loads(as_json(config, 50_000))
        for kind in config.layer_types:
            frequencies = kind.frequencies(50_000)
            np.testing.assert_array_equal(arrays[f"{kind.name}/inverse_frequencies"], frequencies.inverse)
            np.testing.assert_array_equal(listed[kind.name]["inverse_frequencies"], frequencies.inverse)
            assert arrays[f"{kind.name}/attention_factor"] == listed[kind.name]["attention_factor"]
            assert listed[kind.name]["attention_factor"] == frequencies.attention_factor


@pytest.mark.parametrize(
    ("config", "factor"),
    [
        (PRESETS["Llama-3.1-8B"].config, 128**-0.5),
        (PRESETS["DeepSeek-V3"].config, 192**-0.5 * (0.1 * math.log(40) + 1) ** 2),  # as its modeling code
        (PRESETS["DeepSeek-V2-Lite"].config, 192**-0.5 * (0.0707 * math.log(40) + 1) ** 2),
        ({"model_type": "deepseek_v3", "head_dim": 32, "qk_rope_head_dim": 16, "qk_nope_head_dim": 16}, 32**-0.5),
        ({"model_type": "gemma2", "head_dim": 128, "query_pre_attn_scalar": 144}, 1 / 12),
        ({"model_type": "gemma3_text"}, 1 / 16),
        ({"model_type": "granite", "head_dim": 64, "attention_multiplier": 0.015625}, 1 / 64),
        ({"model_type": "gemma4_text"}, 1.0),
        ({"rotary_dim": 64}, None),
    ],
)
def test_the_scale_of_the_softmax(config, factor):
    assert scale(config) == pytest.approx(factor)


def test_a_model_without_rope_has_no_expected_frequencies():
    with pytest.raises(ConfigError, match="ALiBi"):
        expected(read_config({"model_type": "bloom"}))

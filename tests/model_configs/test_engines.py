"""Options for engines give the same frequencies as the config that they are written for."""

import json
import math
import re
import shlex
from contextlib import suppress

import numpy as np
import pytest

from model_configs.engines import NINE, WRITERS, llama_cpp, megatron_lm, nemo_rl, sglang, transformers_file, vllm
from model_configs.entries import ConfigError
from model_configs.finding import apply_patch
from model_configs.model_config import read_config
from model_configs.readings import ENGINES, readings
from model_configs.rewrite import lengthened_config
from tests.model_configs.samples import CONFIGS, LLAMA, MORE, expect_same, targets


def overridden(config, override):
    """A config as vLLM changes it: objects are updated entry by entry where both hold one, else replaced."""
    for name, value in override.items():
        inner = isinstance(value, dict) and name in {"text_config"}
        config[name] = overridden(config[name], value) if inner else value
    return config


BEFORE_5 = ("rope_theta", "rope_scaling", "rotary_emb_base", "rope_local_base_freq")  # version 5 moves these
OVERRIDES = [  # the writer, its option for entries and that for the length
    (vllm, "--hf-overrides", "--max-model-len"),
    (sglang, "--json-model-override-args", "--context-length"),
]


@pytest.mark.parametrize(("write", "option", "length"), OVERRIDES)
def test_an_override_gives_the_same_frequencies(write, option, length):
    for config in CONFIGS.values():
        for target in targets(config):
            words = shlex.split(write(config, target).text.replace("\\\n", ""))
            assert words[words.index(length) + 1] == str(target)
            if write is sglang:
                assert words[0].startswith("SGLANG_ALLOW") == (target > (config.context or target))
            else:
                assert words[:3] == ["vllm", "serve", "MODEL"]
            whole = json.loads(json.dumps(config.source))
            if option in words:
                whole = overridden(whole, json.loads(words[words.index(option) + 1]))
                for part in (whole, whole.get("text_config", {})):
                    for name in BEFORE_5:
                        part.pop(name, None)
            expect_same(config, target, json.dumps(whole))


def test_layer_names_cannot_break_out_of_the_command():
    name = "x'; rm -rf ~; '"
    blocks = {name: {"rope_type": "linear", "factor": 2.0}, "full_attention": {"rope_type": "default"}}
    words = shlex.split(vllm(read_config(LLAMA | {"rope_parameters": blocks}), 4096).text.replace("\\\n", ""))
    assert len(words) == 7
    assert name in json.loads(words[4])["rope_parameters"]


def by_options(text, dim):
    """Frequencies as llama.cpp computes them from its options, YaRN's ramp rounded to whole pairs."""
    words = shlex.split(text.replace("\\\n", ""))
    value = {name: words[place + 1] for place, name in enumerate(words) if name.startswith("-")}
    rates = float(value["--rope-freq-base"]) ** (-np.arange(0, dim, 2) / dim)
    if value["--rope-scaling"] == "none":
        return rates
    slow = rates / float(value["--rope-scale"])
    if value["--rope-scaling"] == "linear":
        return slow

    def pair(turns):
        ratio = float(value["--yarn-orig-ctx"]) / (2 * math.pi * float(value[f"--yarn-beta-{turns}"]))
        return dim * math.log(ratio) / (2 * math.log(float(value["--rope-freq-base"])))

    low, high = max(math.floor(pair("fast")), 0), min(math.ceil(pair("slow")), dim - 1)
    ramp = np.clip((np.arange(dim // 2) - low) / max(high - low, 0.001), 0, 1)
    return slow * ramp + rates * (1 - ramp)


def test_llama_cpp_options_give_the_same_frequencies_or_say_that_they_cannot():
    compared = 0
    for config in CONFIGS.values():
        for target in targets(config):
            kind, snippet = lengthened_config(config, target).layer_types[0], llama_cpp(config, target)
            assert f"-c {target}" in snippet.text
            if "in the file" in snippet.notes:
                assert "--rope" not in snippet.text
            elif "truncate" not in snippet.notes:
                result = by_options(snippet.text, kind.rotary_dim)
                np.testing.assert_allclose(result, kind.frequencies(target).inverse, rtol=1e-6)
                compared += 1
    assert compared > 80


def test_llama_cpp_notes_say_what_an_option_cannot():
    assert llama_cpp(CONFIGS["Llama-3.1-8B"], 131_072).notes == ("in the file",)
    assert llama_cpp(CONFIGS["Llama-3.1-8B"], 262_144).notes == ("in the file", "raised", "cap")
    assert llama_cpp(CONFIGS["gpt-oss-20b"], 131_072).notes == ("yarn", "truncate")
    assert llama_cpp(CONFIGS["Gemma 3 12b"], 131_072).notes == ("types",)
    deepseek = llama_cpp(CONFIGS["DeepSeek-V3"], 163_840)
    assert deepseek.notes == ("yarn", "attention")
    assert "--yarn-attn-factor 0.73" in deepseek.text  # 1 / 1.3689


def test_a_fixed_base_stands_for_dynamic_scaling_at_the_target():
    config = read_config(LLAMA | {"head_dim": 128, "rope_scaling": {"rope_type": "dynamic", "factor": 2.0}})
    snippet = llama_cpp(config, 8192)
    assert "--rope-freq-base 30527.73" in snippet.text  # 10,000 * 3 ** (128 / 126)
    np.testing.assert_allclose(by_options(snippet.text, 128), config.frequencies(8192).inverse, rtol=1e-6)


def test_the_patch_for_transformers_gives_the_same_frequencies():
    for config in CONFIGS.values():
        for target in targets(config):
            patch = json.loads(transformers_file(config, target).text)
            expect_same(config, target, json.dumps(apply_patch(config.source, patch)))


def lines_of(write, configs):
    """All options written for an engine, with their config and target length."""
    for config in configs:
        for target in targets(config):
            with suppress(ConfigError):
                yield config, target, write(config, target).text


def test_megatron_arguments_give_the_same_frequencies():
    compared = 0
    for config, target, text in lines_of(megatron_lm, [*CONFIGS.values(), *MORE]):
        expected, result = lengthened_config(config, target).frequencies(target), read_config(text)
        np.testing.assert_allclose(result.frequencies(target).inverse, expected.inverse, rtol=1e-12)
        assert expected.attention_factor == result.frequencies(target).attention_factor == 1
        assert result.context == target
        compared += 1
    assert compared > 50


def test_neighbouring_features_are_reported_to_megatron():
    assert "--rotary-interleaved" in megatron_lm(read_config(LLAMA | {"rope_interleave": True}), 4096).text
    assert "--rotary-interleaved" not in megatron_lm(read_config(LLAMA | {"rope_interleave": False}), 4096).text


GROWN = {"rope_parameters": {"rope_type": "default", "rope_theta": 1e4, "llama_4_scaling_beta": 0.1}}


@pytest.mark.parametrize(
    ("config", "reason"),
    [
        (CONFIGS["DeepSeek-V3"], "attention must be with whole heads"),
        (CONFIGS["Phi-4-mini"], "one that Megatron-LM has an argument for, with these numbers, got"),
        (CONFIGS["Gemma 3 12b"], "layers must be of one type"),
        (CONFIGS["Llama 4, as its class"], 'got "12 that do not turn"'),
        (CONFIGS["Qwen2-VL"], "mrope_section must be absent"),
        (read_config(LLAMA | GROWN), "queries must be of one size at all positions"),
        (read_config(LLAMA | {"rope_theta": 10_000.5}), "rope_theta must be a whole number"),
        (
            read_config(LLAMA | {"rope_scaling": {"rope_type": "linear", "factor": 1.5}}),
            'got "Linear, factor 1.5"',
        ),
    ],
)
def test_what_megatron_has_no_argument_for_is_refused_with_the_reason(config, reason):
    with pytest.raises(ConfigError, match=re.escape(reason)):
        megatron_lm(config, 4096)


YARN = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 1024}


def of_nemo(text):
    """The entries that NeMo-RL puts into the config; empty where it leaves the config as it is."""
    beside, _, block = text.partition("hf_config_overrides:\n")[2].partition("    rope_scaling:\n")
    overrides, inside = ([row.strip().split(": ", 1) for row in rows.splitlines()] for rows in (beside, block))
    result = {name: json.loads(value) for name, value in overrides}
    return result | ({"rope_scaling": {name: json.loads(value) for name, value in inside}} if inside else {})


def test_nemo_s_settings_give_the_same_frequencies():
    blocks = 0
    for config, target, text in lines_of(nemo_rl, [*CONFIGS.values(), *MORE]):
        assert text.startswith(f"policy:\n  max_total_sequence_length: {target}")
        whole, overrides = dict(config.source), of_nemo(text)
        if overrides:
            assert set(overrides["rope_scaling"]) == {"rope_type", "rope_theta", *NINE}
            assert "  megatron_cfg:\n    enabled: true\n  dtensor_cfg:\n    enabled: false\n" in text
            dropped = {"rope_scaling", "rope_parameters", "rope_theta", "rotary_emb_base"}
            whole = {name: value for name, value in whole.items() if name not in dropped} | overrides
            blocks += 1
        expect_same(config, target, json.dumps(whole))
    assert blocks > 30
    assert nemo_rl(CONFIGS["Llama-2-7B"], 4096).text == "policy:\n  max_total_sequence_length: 4096"


@pytest.mark.parametrize(
    ("config", "target", "reason"),
    [
        (CONFIGS["Llama-3.1-8B"], 262_144, "must be one that hf_config_overrides has entries for"),
        (read_config({"text_config": LLAMA | {"rope_scaling": YARN}}), 4096, 'got "text_config"'),
        (
            read_config(LLAMA | {"rope_scaling": YARN | {"attention_factor": 1.0}}),
            4096,
            "rope_scaling.attention_factor must be 1.139, by mscale and the factor, got 1.0",
        ),
        (
            read_config(LLAMA | {"rope_scaling": YARN | {"mrope_section": [8, 12, 12]}}),
            4096,
            "rope_scaling.mrope_section must be absent",
        ),
        (
            read_config(LLAMA | {"rope_parameters": YARN | {"partial_rotary_factor": 0.5}}),
            4096,
            "rope_parameters.partial_rotary_factor must be absent",
        ),
    ],
)
def test_what_nemo_would_drop_is_refused_with_the_reason(config, target, reason):
    with pytest.raises(ConfigError, match=re.escape(reason)):
        nemo_rl(config, target)


LISTS = {"short_factor": [1.0] * 32, "long_factor": [2.0] * 32, "original_max_position_embeddings": 1024}


@pytest.mark.parametrize(
    "changes",
    [
        {"rope_scaling": YARN | {"attention_factor": 1.0}},
        {"rope_scaling": YARN | {"mscale": 1.0, "mscale_all_dim": 1.0}},
        {"model_type": "deepseek_v3", "qk_rope_head_dim": 64, "rope_scaling": YARN | {"attention_factor": 1.0}},
        {"rope_scaling": LISTS | {"rope_type": "longrope", "attention_factor": 1.0}},
        {"sliding_window": 512, "rope_parameters": {"full_attention": YARN | {"attention_factor": 1.0}}},
    ],
)
@pytest.mark.parametrize(("write", "option", "_"), OVERRIDES)
def test_a_line_says_the_attention_factor_as_its_engine_reads_it(write, option, _, changes):
    config = read_config(LLAMA | changes)
    words = shlex.split(write(config, 4096).text.replace("\\\n", ""))
    whole = overridden(LLAMA | changes, json.loads(words[words.index(option) + 1]))
    whole.pop("rope_scaling", None)
    expect_same(config, 4096, json.dumps(whole))
    (read,) = (reading for reading in readings(read_config(whole), 4096) if WRITERS[reading.engine] is write)
    assert (read.wrong, read.is_known) == ((), "model_type" in whole)


def test_a_line_has_more_entries_only_where_its_engine_reads_another_factor():
    plain, fixed = (read_config(LLAMA | {"rope_scaling": YARN | more}) for more in ({}, {"attention_factor": 1.0}))
    latent = read_config(LLAMA | {"qk_rope_head_dim": 64, "rope_scaling": YARN | {"attention_factor": 1.0}})
    assert (vllm(plain, 4096).notes, sglang(plain, 4096).notes) == (("vllm",), ("sglang",))
    assert (vllm(fixed, 4096).notes, vllm(latent, 4096).notes) == (("vllm",), ("vllm", "vllm attention"))
    assert sglang(fixed, 4096).notes == ("sglang", "sglang attention")
    assert "attn_factor" not in vllm(plain, 4096).text


def test_there_is_a_writer_for_every_engine_whose_reading_is_shown():
    assert list(WRITERS) == [engine.name for engine in ENGINES]

"""Options for engines give the same frequencies as the config that they are written for."""

import json
import math
import shlex

import numpy as np

from core.config.engines import WRITERS, llama_cpp, megatron_lm, nemo_rl, sglang, transformers_file, vllm
from core.config.readings import ENGINES
from core.config.rewrite import lengthened_config
from core.inputs.finding import patched
from core.model_config import read_config
from tests.core.config.samples import CONFIGS, LLAMA, MORE, expect_same, targets


def overridden(config, override):
    """A config as vLLM changes it: objects are updated entry by entry where both hold one, else replaced."""
    for name, value in override.items():
        inner = isinstance(value, dict) and name in {"text_config"}
        config[name] = overridden(config[name], value) if inner else value
    return config


def test_the_vllm_override_gives_the_same_frequencies():
    for config in CONFIGS.values():
        for target in targets(config):
            words = shlex.split(vllm(config, target).text.replace("\\\n", ""))
            assert words[:3] == ["vllm", "serve", "MODEL"]
            assert words[words.index("--max-model-len") + 1] == str(target)
            whole = json.loads(json.dumps(config.source))
            if "--hf-overrides" in words:
                whole = overridden(whole, json.loads(words[words.index("--hf-overrides") + 1]))
                for part in (whole, whole.get("text_config", {})):  # version 5 moves these when it loads them
                    for name in ("rope_theta", "rope_scaling", "rotary_emb_base", "rope_local_base_freq"):
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
                found = by_options(snippet.text, kind.rotary_dim)
                np.testing.assert_allclose(found, kind.frequencies(target).inverse, rtol=1e-6)
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


def test_the_sglang_override_gives_the_same_frequencies():
    for config in CONFIGS.values():
        for target in targets(config):
            words = shlex.split(sglang(config, target).text.replace("\\\n", ""))
            assert words[words.index("--context-length") + 1] == str(target)
            assert words[0].startswith("SGLANG_ALLOW") == (target > (config.context or target))
            whole = json.loads(json.dumps(config.source))
            if "--json-model-override-args" in words:
                override = json.loads(words[words.index("--json-model-override-args") + 1])
                whole = overridden(whole, override)
                for part in (whole, whole.get("text_config", {})):
                    for name in ("rope_theta", "rope_scaling", "rotary_emb_base", "rope_local_base_freq"):
                        part.pop(name, None)
            expect_same(config, target, json.dumps(whole))


def test_the_patch_for_transformers_gives_the_same_frequencies():
    for config in CONFIGS.values():
        for target in targets(config):
            patch = json.loads(transformers_file(config, target).text)
            expect_same(config, target, json.dumps(patched(config.source, patch)))


def test_megatron_arguments_give_the_same_frequencies():
    compared = 0
    for config in [*CONFIGS.values(), *MORE]:
        for target in targets(config):
            snippet = megatron_lm(config, target)
            if snippet is not None:
                wanted, found = lengthened_config(config, target).frequencies(target), read_config(snippet.text)
                np.testing.assert_allclose(found.frequencies(target).inverse, wanted.inverse, rtol=1e-12)
                assert found.context == target
                compared += 1
    assert compared > 50


def test_what_megatron_has_no_argument_for_gets_no_line():
    for name in ("DeepSeek-V3", "Phi-4-mini", "Gemma 3 12b"):
        assert megatron_lm(CONFIGS[name], 4096) is None


def test_nemo_gets_all_nine_entries_of_the_rule():
    config = CONFIGS["Qwen3-8B with YaRN × 4"]
    rows = [line.split(": ", 1) for line in nemo_rl(config, 131_072).text.splitlines() if ": " in line]
    block = {name.strip(): json.loads(value) for name, value in rows[1:] if name.strip() != "rope_type"}
    assert len(block) == 8
    whole = dict(config.source) | {"rope_scaling": block | {"rope_type": "yarn"}}
    expect_same(config, 131_072, json.dumps(whole))
    assert nemo_rl(CONFIGS["Llama-3.1-8B"], 131_072) is None
    assert nemo_rl(CONFIGS["Llama-2-7B"], 4096).text == "policy:\n  max_total_sequence_length: 4096"


def test_there_is_a_writer_for_every_engine_whose_reading_is_shown():
    assert list(WRITERS) == [engine.name for engine in ENGINES]
    for config in CONFIGS.values():
        for write in WRITERS.values():
            snippet = write(config, 524_288)
            assert snippet is None or "524288" in snippet.text or snippet.text.startswith("{")

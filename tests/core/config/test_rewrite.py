"""What is written reads back to the same frequencies, and what is said to engines says the same."""

import ast
import importlib.util
import json
import math
import re
import shlex
import subprocess
import sys

import numpy as np
import pytest

from core.config.pair_wavelengths import comb, first_target, stretched_to
from core.config.presets import PRESETS
from core.config.rewrite import (
    STYLES,
    changes,
    comb_code,
    corrected,
    llama_cpp,
    numpy_code,
    stretched,
    vllm,
    written,
)
from core.model_config import FULL, SLIDING, read_config

CONFIGS = {name: read_config(preset.config) for name, preset in PRESETS.items()}
CONFIGS = {name: config for name, config in CONFIGS.items() if config.layer_types}
LLAMA = {"model_type": "llama", "hidden_size": 512, "num_attention_heads": 8, "max_position_embeddings": 4096}

MORE = [
    read_config(LLAMA | {"rope_scaling": {"rope_type": "dynamic", "factor": 2.0}}),
    read_config(LLAMA | {"rope_parameters": {"rope_type": "proportional", "partial_rotary_factor": 0.25}}),
    read_config(LLAMA | {"rotary_dim": 27}),
    read_config(LLAMA | {"rope_scaling": {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 4.0,
                                          "high_freq_factor": 4.0, "original_max_position_embeddings": 512}}),
]  # fmt: skip


def targets(config):
    return first_target(config), 4 * first_target(config)


def expect_same(config, target, text):
    """A config written for a target turns every type of layers as the core says."""
    read = read_config(text)
    for kind in stretched(config, target).layer_types:
        wanted, found = kind.frequencies(target), read.frequencies(target, kind.name)
        np.testing.assert_allclose(found.inverse, wanted.inverse, rtol=1e-12)
        assert found.attention_factor == pytest.approx(wanted.attention_factor, rel=1e-12)


@pytest.mark.parametrize("style", STYLES)
def test_corrected_presets_read_back_to_the_same_frequencies(style):
    for config in CONFIGS.values():
        for target in targets(config):
            whole = corrected(config, target, style)
            expect_same(config, target, json.dumps(whole))


def test_what_is_not_about_position_stays():
    config = read_config(LLAMA | {"vocab_size": 7, "deep": {"a": [1, None]}, "rope_theta": 1e4})
    whole = corrected(config, 8192)
    assert (whole["vocab_size"], whole["deep"], whole["hidden_size"]) == (7, {"a": [1, None]}, 512)
    assert "rope_theta" not in whole
    assert config.source["rope_theta"] == 1e4


def test_a_nested_text_config_is_changed_where_it_stands():
    config = CONFIGS["Gemma 3 12b"]
    whole = corrected(config, 262_144)
    assert whole["model_type"] == "gemma3"
    blocks = whole["text_config"]["rope_parameters"]
    assert blocks[FULL] == {"rope_type": "linear", "rope_theta": 1e6, "factor": 16.0}
    assert blocks[SLIDING] == {"rope_type": "default", "rope_theta": 1e4}
    assert whole["text_config"]["max_position_embeddings"] == 262_144
    old = corrected(config, 262_144, "rope_scaling")["text_config"]
    assert (old["rope_theta"], old["rope_local_base_freq"]) == (1e6, 1e4)
    assert old["rope_scaling"] == {"rope_type": "linear", "factor": 16.0}


def test_no_default_is_left_unsaid_and_old_names_are_new():
    config = read_config(LLAMA | {"rope_scaling": {"type": "yarn", "factor": 4}, "max_position_embeddings": 4096})
    part = changes(config, 16_384)
    assert part["rope_parameters"] == {
        "rope_type": "yarn", "rope_theta": 10_000.0, "factor": 4.0, "original_max_position_embeddings": 4096,
    }  # fmt: skip
    assert part["rope_scaling"] is None
    assert json.loads(written(part)) == {
        "rope_parameters": part["rope_parameters"],
        "max_position_embeddings": 16_384,
    }


def test_the_length_before_a_linear_factor_is_not_raised():  # programs multiply it
    config = read_config(LLAMA | {"rope_scaling": {"rope_type": "linear", "factor": 4.0}})
    assert "max_position_embeddings" not in changes(config, 32_768)
    assert changes(config, 32_768)["rope_parameters"]["factor"] == 8


def test_the_old_style_has_no_words_for_two_rules():
    blocks = {
        "full_attention": {"rope_type": "default", "rope_theta": 1e6},
        "sliding_attention": {"rope_type": "linear", "rope_theta": 1e4, "factor": 2.0},
    }
    config = read_config(LLAMA | {"rope_parameters": blocks})
    assert corrected(config, 8192, "rope_scaling") is None
    assert changes(config, 4096, "rope_scaling") is None
    expect_same(config, 8192, json.dumps(corrected(config, 8192)))


def test_mrope_sections_stay_in_the_block():
    part = changes(CONFIGS["Qwen2-VL"], 131_072)["rope_parameters"]
    assert part["mrope_section"] == [16, 24, 24]
    assert part["rope_type"] == "yarn"


def test_an_unknown_style_is_refused():
    with pytest.raises(ValueError, match=r"^style must be one of rope_parameters, rope_scaling, got 'yaml'$"):
        changes(CONFIGS["Llama-2-7B"], 8192, "yaml")


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
            kind, snippet = stretched(config, target).layer_types[0], llama_cpp(config, target)
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


def computed(code):
    names = {"print": lambda *_: None}
    exec(code, names)
    return names


def test_the_code_computes_what_the_core_does():
    for config in [*CONFIGS.values(), *MORE]:
        for target in targets(config):
            for kind in stretched(config, target).layer_types:
                names, wanted = computed(numpy_code(kind, target)), kind.frequencies(target)
                np.testing.assert_allclose(names["frequencies"], wanted.inverse, rtol=1e-11)
                assert names["attention_factor"] == pytest.approx(wanted.attention_factor, rel=1e-12)


def test_the_code_runs_alone_in_a_fresh_interpreter(tmp_path):
    kind = stretched(CONFIGS["Qwen2.5-7B"], 131_072).layer_types[0]
    code = numpy_code(kind, 131_072) + "\nprint(','.join(map(repr, frequencies.tolist())))"
    command = [sys.executable, "-I", "-c", code]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout.splitlines()
    np.testing.assert_allclose(
        [float(text) for text in told[-1].split(",")], kind.frequencies().inverse, rtol=1e-12
    )
    assert float(told[-2]) == pytest.approx(1.138629436)  # 0.1 ln 4 + 1


def combs_of(config):
    """What stands in the room: in training, as the config stands, and as written for four times the length."""
    target = 4 * first_target(config)
    for kind in config.layer_types:
        own = comb(kind, target, config.model_type)
        after = comb(kind, target, config.model_type, rewritten=stretched_to(kind, target, config.model_type))
        yield {"training": own.in_training, "now": own, "written": after}


def test_the_code_of_combs_makes_their_frequencies_and_lengths():
    for config in [*CONFIGS.values(), *MORE]:
        for combs in combs_of(config):
            made = computed("import numpy as np\n" + comb_code(combs, "NumPy"))["combs"]
            expect_combs(made, combs)


def expect_combs(made, combs):
    for (name, trained, used, seen, reached), (own_name, own) in zip(made, combs.items(), strict=True):
        assert (name, seen, reached) == (own_name, own.seen, own.reached)
        np.testing.assert_allclose(trained, own.trained, rtol=1e-11)
        np.testing.assert_allclose(used, own.used, rtol=1e-11)


@pytest.mark.skipif(not importlib.util.find_spec("torch"), reason="torch is not installed; its code is only parsed")
def test_the_pytorch_code_of_combs_makes_the_same():
    for config in [*CONFIGS.values(), *MORE]:
        for combs in combs_of(config):
            made = computed("import numpy as np, torch\n" + comb_code(combs, "PyTorch"))["combs"]
            expect_combs(
                [[each.numpy() if hasattr(each, "numpy") else each for each in row] for row in made], combs
            )


def test_the_pytorch_code_of_combs_reads_as_python_without_numpy_s_arrays():
    for config in [*CONFIGS.values(), *MORE]:
        for combs in combs_of(config):
            code = comb_code(combs, "PyTorch")
            ast.parse(code)
            assert set(re.findall(r"np\.(\w+)", code)) <= {"log", "pi", "floor", "ceil"}  # of single numbers


def test_what_is_in_a_script_once_is_not_said_again():
    (combs,) = combs_of(CONFIGS["Llama-2-7B"])
    assert comb_code(combs, "NumPy").count("base, dim = ") == 1
    other = next(combs_of(CONFIGS["Qwen2.5-7B"]))
    assert comb_code(combs | {"other": other["now"]}, "NumPy").count("base, dim = ") == 2

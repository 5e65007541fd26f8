"""A rewritten config reads back to the same frequencies."""

import json

import pytest

from core.config.model import FULL, SLIDING
from core.config.rewrite import STYLES, changes, corrected, to_json
from core.model_config import read_config
from tests.core.config.samples import CONFIGS, LLAMA, expect_same, targets


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
        "rope_type": "yarn",
        "rope_theta": 10_000.0,
        "factor": 4.0,
        "original_max_position_embeddings": 4096,
    }
    assert part["rope_scaling"] is None
    assert json.loads(to_json(part)) == {
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


V4 = {
    "model_type": "deepseek_v4",
    "compress_ratios": [0, 0, 4, 128] * 2,
    "qk_rope_head_dim": 64,
    "max_position_embeddings": 1048576,
    "rope_theta": 10000,
    "compress_rope_theta": 160000,
    "rope_scaling": {"type": "yarn", "factor": 16, "original_max_position_embeddings": 65536},
}


def test_layers_with_a_window_stay_as_they_were_trained():  # in DeepSeek-V4, those that do not compress
    blocks = corrected(read_config(V4), 2 * 1048576)["rope_parameters"]
    assert blocks["main"] == {"rope_type": "default", "rope_theta": 1e4, "partial_rotary_factor": 0.125}
    assert (blocks["compress"]["rope_type"], blocks["compress"]["factor"]) == ("yarn", 32.0)


@pytest.mark.parametrize(
    "config",
    [
        V4,
        V4 | {"rope_scaling": None},
        {"model_type": "mistral4"},
        {"model_type": "mistral4", "rope_scaling": {"type": "yarn", "factor": 4, "mscale": 1, "mscale_all_dim": 1}},
        {"model_type": "mistral4", "rope_parameters": {"rope_type": "default", "rope_theta": 1e4}},
    ],
)
def test_the_share_that_turns_is_written_where_a_class_would_take_another(config):
    read = read_config(config)
    for target in targets(read):
        whole = corrected(read, target)
        expect_same(read, target, json.dumps(whole))
        written_out = whole["rope_parameters"]
        blocks = [block for block in written_out.values() if isinstance(block, dict)] or [written_out]
        assert all("partial_rotary_factor" in block for block in blocks)

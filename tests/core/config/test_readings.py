"""What each engine computes from one file, and where it differs from the model's own code."""

import numpy as np
import pytest

from core.config.readings import ENGINES, readings
from core.model_config import read_config
from tests.core.config.samples import CONFIGS, LARGE, YARN

LLAMA = {"head_dim": 128} | {name: value for name, value in LARGE.items() if name != "rope_theta"}
LISTS = {"short_factor": [1.0] * 64, "long_factor": [2.0] * 64, "original_max_position_embeddings": 4096}


def of(config, length=None):
    return {reading.engine: reading for reading in readings(read_config(LLAMA | config), length)}


def sentences(config):
    return {each.engine: each.sentence for each in readings(read_config(config))}


def test_all_seven_read_a_plain_config_alike():
    result = of({"rope_theta": 5e5})
    assert list(result) == [engine.name for engine in ENGINES]
    assert len(result) == 7
    assert all(reading.wrong == () and reading.refused == "" for reading in result.values())
    assert all(reading.source.startswith("https://") for reading in result.values())


def test_version_4_takes_the_default_base_of_a_file_of_version_5():
    (wrong,) = of({"rope_parameters": {"rope_theta": 5e5}})["transformers 4"].wrong
    assert wrong.pairs == 63
    assert wrong.factor == pytest.approx(50 ** (126 / 128))


def test_version_4_does_not_scale_a_file_of_version_5():
    (wrong,) = of({"rope_parameters": YARN | {"rope_theta": 1e4}})["transformers 4"].wrong
    assert wrong.factor == pytest.approx(4)
    assert wrong.attention == pytest.approx(1 / (0.1 * np.log(4) + 1))


def test_a_fixed_table_scales_all_texts_of_dynamic_scaling_or_none():  # DynamicNTKScalingRotaryEmbedding of both
    block = {"rope_scaling": {"rope_type": "dynamic", "factor": 2.0}}
    short, long = of(block), of(block, 262_144)
    (wrong,) = short["SGLang"].wrong
    assert wrong.factor == pytest.approx(3)  # at twice the length: 2 · 2 − (2 − 1)
    for name in ("vLLM", "llama.cpp"):
        assert short[name].wrong == ()
        (wrong,) = long[name].wrong
        assert wrong.factor == pytest.approx(3)
    assert "Dynamic NTK" in short["Megatron-LM"].refused


def test_vllm_serves_the_trained_length_of_longrope_unless_it_is_asked_for_more():
    for length in (1000, 131_072):
        result = of({"rope_scaling": LISTS | {"rope_type": "longrope", "factor": 32.0}}, length)
        assert result["vLLM"].wrong == result["SGLang"].wrong == ()


def test_vllm_reads_the_attention_factor_as_transformers_do_and_no_attn_factor():  # YaRNScalingRotaryEmbedding
    for block in ({"attention_factor": 1.0}, {"mscale": 1.0, "mscale_all_dim": 1.0}, {"mscale": 2.0}):
        for more in ({}, {"attn_factor": 0.5}):
            assert of({"rope_scaling": YARN | block | more})["vLLM"].wrong == ()


def test_a_name_of_one_engine_has_the_attention_factor_of_its_models():  # patch_legacy_rope_type of vLLM
    config = read_config(LLAMA | {"rope_scaling": YARN | {"rope_type": "telechat3-yarn"}})
    assert config.frequencies().attention_factor == pytest.approx(0.07 * np.log(4) + 1)


def test_a_factor_of_0_is_reported_where_engines_have_another():
    result = of({"rope_scaling": YARN | {"attention_factor": 0.0}})
    assert result["transformers 5"].wrong == result["vLLM"].wrong == ()
    assert result["SGLang"].sentence == "The attention factor is not 0."


def test_vllm_and_sglang_have_modules_of_their_own_for_latent_attention():  # DeepseekScalingRotaryEmbedding
    both, alone = YARN | {"mscale": 1.0, "mscale_all_dim": 1.0}, YARN | {"mscale": 2.0}
    latent = {"model_type": "deepseek_v3", "qk_rope_head_dim": 64, "rope_theta": 1e4}
    quotient = (0.2 * np.log(4) + 1) / (0.1 * np.log(4) + 1)
    for name, more in (("vLLM", 1.0), ("SGLang", 0.5)):
        assert of(latent | {"rope_scaling": both})[name].sentence.startswith("Same")
        (wrong,) = of(latent | {"rope_scaling": alone | {"attn_factor": 0.5}})[name].wrong
        assert wrong.attention == pytest.approx(quotient * more)


def test_llama_cpp_reads_mscale_all_dim_where_its_converter_writes_it():  # DeepSeek's and Mistral's models
    both = YARN | {"mscale": 1.0, "mscale_all_dim": 1.0}
    (wrong,) = of({"rope_scaling": both})["llama.cpp"].wrong
    assert (wrong.pairs, wrong.attention) == (0, pytest.approx(0.1 * np.log(4) + 1))
    for more, entry in (({"qk_rope_head_dim": 64}, {}), ({}, {"llama_4_scaling_beta": 0.1})):
        assert of(more | {"rope_scaling": both | entry})["llama.cpp"].wrong == ()


def test_longrope_s_attention_factor_follows_from_both_lengths_in_vllm_and_sglang():
    block = LISTS | {"rope_type": "longrope", "factor": 32.0, "attention_factor": 1.0}
    result = of({"rope_scaling": block}, 131_072)
    for name in ("vLLM", "SGLang"):
        (wrong,) = result[name].wrong
        assert wrong.attention == pytest.approx(np.sqrt(1 + np.log(32) / np.log(4096)))


def test_sglang_does_not_read_the_attention_factor_and_llama_cpp_rounds_the_ramp():
    result = of({"rope_scaling": YARN | {"attention_factor": 1.0, "truncate": False}})
    (wrong,) = result["SGLang"].wrong
    assert (wrong.pairs, wrong.attention) == (0, pytest.approx(0.1 * np.log(4) + 1))
    (wrong,) = result["llama.cpp"].wrong
    assert wrong.pairs > 0
    assert 1 < wrong.factor < 1.2


def test_an_engine_that_cannot_express_a_rule_is_refused_with_the_reason():
    result = of({"rope_scaling": YARN})
    assert result["Megatron-LM"].refused.startswith("rope_scaling.rope_type must be one that Megatron-LM has")
    assert result["NeMo"].refused == ""


def test_every_known_model_is_read_by_every_engine_or_refused():
    for config in CONFIGS.values():
        for reading in readings(config):
            assert bool(reading.refused) != bool(reading.layers)


def test_a_reading_says_in_a_sentence_what_is_wrong():
    result = of({"rope_scaling": YARN | {"attention_factor": 1.0}})
    assert result["transformers 5"].sentence == "Same as the model’s own code."
    assert result["SGLang"].sentence == "The attention factor is 1.139 times as large."
    assert result["Megatron-LM"].sentence.startswith("It cannot be told this: rope_scaling.rope_type must be")
    older = of({"rope_parameters": {"rope_theta": 5e5}})["transformers 4"].sentence
    assert older == "63 pairs turn at other frequencies, up to 47.04 times apart."


def test_a_reading_of_several_types_of_layers_names_them():
    both = {"full_attention": {"rope_theta": 1e6} | YARN, "sliding_attention": {"rope_theta": 1e4}}
    rows = sentences({"model_type": "gemma3_text", "rope_parameters": both})
    assert rows["transformers 4"].startswith("Full_attention: ")


def test_of_a_family_with_entries_of_its_own_nothing_is_claimed_that_nobody_has_looked_at():
    rows = sentences({"model_type": "deepseek_v4"})
    assert rows["transformers 5"] == "Same as the model’s own code."
    assert {rows[name] for name in ("vLLM", "SGLang", "llama.cpp")} == {
        "Unknown: nobody has looked at how it reads these entries of this model type."
    }
    assert rows["transformers 4"].startswith("It cannot be told this: model_type must be one that 4.57 has")


def test_a_type_that_nobody_knows_is_unknown_to_engines_too():
    assert sentences({"model_type": "stranger", "head_dim": 64, "rope_theta": 1e4})["vLLM"].startswith("Unknown")


def test_an_entry_that_the_model_s_code_does_not_read_may_be_read_elsewhere():  # rotary_dim by SGLang 0.5.23
    rows = sentences({"model_type": "minimax_m3_vl_text", "rotary_dim": 64})
    assert rows["transformers 5"] == "Same as the model’s own code."
    assert {rows[name][:8] for name in ("vLLM", "SGLang", "llama.cpp")} == {"Unknown:"}


def test_a_row_names_the_releases_that_it_does_not_hold_for():  # transformers #48241
    config = {"model_type": "minimax_m2", "rotary_dim": 64, "head_dim": 128}
    assert "except in 5.12 to 5.16" in sentences(config)["transformers 5"]
    assert "except" not in sentences(config | {"partial_rotary_factor": 0.5})["transformers 5"]


def test_usual_types_are_the_same_everywhere():
    rows = sentences({"model_type": "qwen3", "head_dim": 128, "rope_theta": 1e6, "num_hidden_layers": 36})
    assert {rows[name] for name in ("transformers 4", "vLLM", "SGLang", "llama.cpp")} == {
        "Same as the model’s own code."
    }

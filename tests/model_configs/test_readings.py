"""What each engine computes from one file, and where it differs from the model's own code."""

import numpy as np
import pytest

from model_configs.model_config import read_config
from model_configs.readings import ENGINES, readings
from tests.model_configs.samples import CONFIGS, LARGE, YARN

LLAMA = {"head_dim": 128} | {name: value for name, value in LARGE.items() if name != "rope_theta"}
LISTS = {"short_factor": [1.0] * 64, "long_factor": [2.0] * 64, "original_max_position_embeddings": 4096}
LONGROPE = LISTS | {"rope_type": "longrope", "factor": 32.0}
DYNAMIC = {"rope_scaling": {"rope_type": "dynamic", "factor": 2.0}}
BOTH = {"mscale": 1.0, "mscale_all_dim": 1.0}
LATENT = {"model_type": "deepseek_v3", "qk_rope_head_dim": 64, "rope_theta": 1e4}
SHARPER, TWICE = 0.1 * np.log(4) + 1, 0.2 * np.log(4) + 1


def of(config, length=None):
    return {reading.engine: reading for reading in readings(read_config(LLAMA | config), length)}


def sentences(config):
    return {each.engine: each.sentence for each in readings(read_config(config))}


def test_all_seven_read_a_plain_config_alike():
    result = of({"rope_theta": 5e5})
    assert list(result) == [engine.name for engine in ENGINES]
    assert len(result) == 7
    assert all(reading.wrong == () and reading.refusal == "" for reading in result.values())
    assert all(reading.source.startswith("https://") for reading in result.values())


def yarn(**more):
    return {"rope_scaling": YARN | more}


@pytest.mark.parametrize(
    ("config", "length", "engines", "wrong"),  # against the model's own code
    [
        ({"rope_parameters": YARN | {"rope_theta": 1e4}}, None, ["transformers 4"],
         {"factor": 4, "attention": 1 / SHARPER}),
        # a fixed table scales all texts or none, at twice the length by 2 · 2 − (2 − 1): DynamicNTKScaling… of both
        (DYNAMIC, None, ["SGLang"], {"factor": 3}),
        (DYNAMIC, None, ["vLLM", "llama.cpp"], {}),
        (DYNAMIC, 262_144, ["vLLM", "llama.cpp"], {"factor": 3}),
        # vLLM serves the trained length of LongRoPE unless it is asked for more
        ({"rope_scaling": LONGROPE}, 1000, ["vLLM", "SGLang"], {}),
        ({"rope_scaling": LONGROPE}, 131_072, ["vLLM", "SGLang"], {}),
        # both take its attention factor from the lengths
        ({"rope_scaling": LONGROPE | {"attention_factor": 1.0}}, 131_072, ["vLLM", "SGLang"],
         {"attention": np.sqrt(1 + np.log(32) / np.log(4096))}),
        # vLLM reads the attention factor as transformers do, and no attn_factor: YaRNScalingRotaryEmbedding
        *[(yarn(**block, **more), None, ["vLLM"], {})
          for block in ({"attention_factor": 1.0}, BOTH, {"mscale": 2.0}) for more in ({}, {"attn_factor": 0.5})],
        # vLLM and SGLang have modules of their own for latent attention: DeepseekScalingRotaryEmbedding
        (LATENT | yarn(**BOTH), None, ["vLLM", "SGLang"], {}),
        (LATENT | yarn(mscale=2.0, attn_factor=0.5), None, ["vLLM"], {"attention": TWICE / SHARPER}),
        (LATENT | yarn(mscale=2.0, attn_factor=0.5), None, ["SGLang"], {"attention": 0.5 * TWICE / SHARPER}),
        # llama.cpp reads mscale_all_dim where its converter writes it: DeepSeek's and Mistral's models
        (yarn(**BOTH), None, ["llama.cpp"], {"pairs": 0, "attention": SHARPER}),
        ({"qk_rope_head_dim": 64} | yarn(**BOTH), None, ["llama.cpp"], {}),
        (yarn(**BOTH, llama_4_scaling_beta=0.1), None, ["llama.cpp"], {}),
    ],
)  # fmt: skip
def test_an_engine_differs_from_the_models_code_where_its_source_does(config, length, engines, wrong):
    for engine in engines:
        reading = of(config, length)[engine]
        assert (len(reading.wrong), reading.refusal) == (bool(wrong), "")
        for difference in reading.wrong:
            assert {name: getattr(difference, name) for name in wrong} == pytest.approx(wrong)


def test_a_name_of_one_engine_has_the_attention_factor_of_its_models():  # patch_legacy_rope_type of vLLM
    config = read_config(LLAMA | {"rope_scaling": YARN | {"rope_type": "telechat3-yarn"}})
    assert config.frequencies().attention_factor == pytest.approx(0.07 * np.log(4) + 1)


def test_a_factor_of_0_is_reported_where_engines_have_another():
    result = of({"rope_scaling": YARN | {"attention_factor": 0.0}})
    assert result["transformers 5"].wrong == result["vLLM"].wrong == ()
    assert result["SGLang"].sentence == "The attention factor is not 0."


def test_sglang_does_not_read_the_attention_factor_and_llama_cpp_rounds_the_ramp():
    result = of({"rope_scaling": YARN | {"attention_factor": 1.0, "truncate": False}})
    (wrong,) = result["SGLang"].wrong
    assert (wrong.pairs, wrong.attention) == (0, pytest.approx(0.1 * np.log(4) + 1))
    (wrong,) = result["llama.cpp"].wrong
    assert wrong.pairs > 0
    assert 1 < wrong.factor < 1.2


def test_every_known_model_is_read_by_every_engine_or_refused():
    for config in CONFIGS.values():
        for reading in readings(config):
            assert bool(reading.refusal) != bool(reading.layers)


def test_a_reading_says_in_a_sentence_what_is_wrong():
    result = of({"rope_scaling": YARN | {"attention_factor": 1.0}})
    assert result["transformers 5"].sentence == "Same as the model’s own code."
    assert result["SGLang"].sentence == "The attention factor is 1.139 times as large."
    assert result["Megatron-LM"].sentence.startswith("It cannot be told this: rope_scaling.rope_type must be")
    assert "Dynamic NTK" in of(DYNAMIC)["Megatron-LM"].refusal
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

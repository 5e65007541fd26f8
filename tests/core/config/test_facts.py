"""What was read, as texts, each with where it comes from."""

import pytest

from core.config.facts import counted, facts, in_one_line, labels
from core.config.layer import Origin
from core.config.pair_wavelengths import pair_wavelengths
from core.config.presets import PRESETS
from core.model_config import read_config
from tests.core.config.samples import CONFIGS


def of(config):
    config = read_config(config)
    pairs = pair_wavelengths(config.layer_types[0], 4096) if config.layer_types else None
    return {fact.name: fact for fact in facts(config, pairs)}


def test_scheme_base_and_length_say_whether_they_are_told():
    found = of({"model_type": "llama", "head_dim": 64, "rope_theta": 5e5, "max_position_embeddings": 8192})
    assert (found["base"].value, found["base"].origin) == ("500,000", Origin.FILE)
    assert (found["claimed"].value, found["claimed"].origin) == ("8,192 tokens", Origin.FILE)
    assert found["rule"].where == "assumed: no rule is named"
    assert found["trained on"].where == "worked out: max_position_embeddings, no rule"


def test_a_silent_config_of_a_known_type_has_the_values_of_its_type():
    found = of({"model_type": "gemma3", "text_config": {"model_type": "gemma3_text"}})
    assert (found["claimed"].value, found["claimed"].origin) == ("131,072 tokens", Origin.DEFAULT)
    assert {found[name].origin for name in ("position", "base", "trained on")} == {Origin.DEFAULT}


def test_a_silent_config_of_no_known_type_is_assumed():
    found = of({"model_type": "stranger", "head_dim": 64})
    assert {found[name].origin for name in ("position", "base", "trained on", "claimed")} == {Origin.ASSUMED}


def test_a_trained_length_that_is_told_makes_the_claim_follow_from_it():
    block = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 4096}
    found = of({"model_type": "stranger", "head_dim": 64, "rope_theta": 1e4, "rope_scaling": block})
    assert (found["trained on"].where, found["claimed"].where) == ("in the file", "worked out: 4,096 × 4")
    assert (found["claimed"].value, found["rule"].origin) == ("16,384 tokens", Origin.FILE)


def test_a_model_that_does_not_turn_has_its_length_alone():
    found = of(PRESETS["BLOOM-7b1"].config)
    assert found["position"].value == "ALiBi"
    assert found["context"].value == "2,048 tokens"
    assert "base" not in found


@pytest.mark.parametrize("name", CONFIGS)
def test_every_line_has_a_short_text(name):
    for fact in facts(CONFIGS[name], pair_wavelengths(CONFIGS[name].layer_types[0], 4096)):
        assert 0 < len(fact.value) < 250


def test_layers_are_counted_by_what_they_have():
    config = read_config(
        {"model_type": "gemma3_text", "num_hidden_layers": 12, "sliding_window": 1024, "sliding_window_pattern": 6}
    )
    assert len(labels(config)) == 12
    assert counted(labels(config)) == "10 × RoPE, base 10,000, window 1,024; 2 × RoPE, base 1,000,000"


def test_layers_without_position_or_attention_are_told_apart():
    smol = read_config({"model_type": "smollm3", "num_hidden_layers": 8})
    assert labels(smol)[3] == "no position"
    assert counted(["a", "b", "c", "d", "e"]) == "1 × a; 1 × b; 1 × c; 1 × d; and 1 more"


def test_a_label_holds_no_words_of_the_config():
    name = "<b>sliding</b>"
    config = {"head_dim": 64, "layer_types": [name, name], "rope_parameters": {name: {"rope_type": "default"}}}
    assert not any("<b>" in label for label in labels(read_config(config)))


def test_a_claim_of_the_block_is_worked_out_and_never_said_to_stand_in_the_file():  # as the card of Qwen2.5 says
    found = of(PRESETS["Qwen2.5-7B with YaRN × 4"].config)
    assert (found["claimed"].value, found["claimed"].where) == ("131,072 tokens", "worked out: 32,768 × 4")
    assert (found["trained on"].value, found["trained on"].where) == ("32,768 tokens", "in the file")


def test_a_length_that_is_taken_for_the_training_is_assumed():
    block = {"rope_type": "yarn", "factor": 4.0}
    found = of({"model_type": "qwen2", "rope_theta": 1e6, "max_position_embeddings": 131072, "rope_scaling": block})
    assert found["trained on"].where == "assumed: max_position_embeddings is taken for it"


def test_the_makers_of_qwen_claim_room_for_output():
    found = of(PRESETS["Qwen3-32B"].config)
    assert (found["trained on"].value, found["claimed"].value) == ("32,768 tokens", "40,960 tokens")
    assert found["trained on"].where.startswith("worked out: max_position_embeddings of qwen3")


def test_every_origin_is_one_of_three_words():
    assert {origin.word for origin in Origin} == {"in the file", "worked out", "assumed"}
    for config in CONFIGS.values():
        told = facts(config, pair_wavelengths(config.layer_types[0], 4096))
        assert all(fact.where.partition(":")[0] in {"in the file", "worked out", "assumed", ""} for fact in told)


def test_of_a_model_that_a_command_names_no_value_is_said_to_be_in_a_file():
    line = "vllm serve Qwen/Qwen3-32B --max-model-len 32768"
    assert of(line)["base"].where.startswith("assumed: config of Qwen/Qwen3-32B as it is known here")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("GPT-2", "learned table, 1,024 rows; queries and keys do not turn"),
        ("BLOOM-7b1", "position by ALiBi, 2,048 tokens; queries and keys do not turn"),
        ("Qwen2.5-7B with YaRN × 4", "RoPE, base 1,000,000, YaRN × 4, 32,768 → 131,072 tokens"),
        ("Gemma 3 1b", "RoPE, base 1,000,000, Unscaled, 32,768 tokens and 1 more type of layers"),
    ],
)
def test_a_config_in_one_line(name, said):
    assert in_one_line(read_config(PRESETS[name].config)) == said

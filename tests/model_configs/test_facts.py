"""What a config says, how its layers are arranged, and what is advised for a longer text."""

import json

import numpy as np
import pytest

from model_configs.advice import advice, assumed_facts
from model_configs.facts import facts, in_one_line, label_counts, labels
from model_configs.finding import apply_patch
from model_configs.layer import Origin
from model_configs.lengths import lengthen
from model_configs.link import pack, unpack
from model_configs.model_config import read_config
from model_configs.pair_wavelengths import pair_wavelengths
from model_configs.presets import PRESETS
from tests.house import ROOT
from tests.model_configs.samples import CONFIGS, LARGE

# ---- What was read, as texts, each with where it comes from.


def of(config):
    config = read_config(config)
    pairs = pair_wavelengths(config.layer_types[0], 4096) if config.layer_types else None
    return {fact.name: fact for fact in facts(config, pairs)}


def test_scheme_base_and_length_say_whether_they_are_reported():
    result = of({"model_type": "llama", "head_dim": 64, "rope_theta": 5e5, "max_position_embeddings": 8192})
    assert (result["base"].value, result["claimed"].value) == ("500,000", "8,192 tokens")
    assert {result[name].origin for name in ("position", "base", "claimed")} == {Origin.FILE}
    assert result["rule"].where == "assumed: no rule is named"
    assert result["trained on"].where == "worked out: max_position_embeddings, no rule"


def test_a_silent_config_of_a_known_type_has_the_values_of_its_type():
    result = of({"model_type": "gemma3", "text_config": {"model_type": "gemma3_text"}})
    assert (result["claimed"].value, result["claimed"].origin) == ("131,072 tokens", Origin.DEFAULT)
    assert {result[name].origin for name in ("position", "base", "trained on")} == {Origin.DEFAULT}


def test_a_silent_config_of_no_known_type_is_assumed():
    result = of({"model_type": "stranger", "head_dim": 64})
    assert {result[name].origin for name in ("position", "base", "trained on", "claimed")} == {Origin.ASSUMED}


def test_a_model_that_does_not_turn_has_its_length_alone():
    result = of(PRESETS["BLOOM-7b1"].config)
    assert result["position"].value == "ALiBi"
    assert result["context"].value == "2,048 tokens"
    assert "base" not in result


def test_layers_are_counted_by_what_they_have():
    windows = {"num_hidden_layers": 12, "sliding_window": 1024, "sliding_window_pattern": 6}
    config = read_config({"model_type": "gemma3_text"} | windows)
    assert len(labels(config)) == 12
    assert label_counts(labels(config)) == "10 × RoPE, base 10,000, window 1,024; 2 × RoPE, base 1,000,000"


def test_layers_without_position_or_attention_are_told_apart():
    smol = read_config({"model_type": "smollm3", "num_hidden_layers": 8})
    assert labels(smol)[3] == "no position"
    assert label_counts(["a", "b", "c", "d", "e"]) == "1 × a; 1 × b; 1 × c; 1 × d; and 1 more"


def test_a_label_holds_no_words_of_the_config():
    name = "<b>sliding</b>"
    config = {"head_dim": 64, "layer_types": [name, name], "rope_parameters": {name: {"rope_type": "default"}}}
    assert not any("<b>" in label for label in labels(read_config(config)))


def test_a_claim_of_the_block_is_worked_out_and_never_said_to_stand_in_the_file():  # as the card of Qwen2.5 says
    result = of(PRESETS["Qwen2.5-7B with YaRN × 4"].config)
    assert (result["claimed"].value, result["claimed"].where) == ("131,072 tokens", "worked out: 32,768 × 4")
    assert (result["trained on"].value, result["trained on"].where) == ("32,768 tokens", "in the file")
    assert result["rule"].origin is Origin.FILE


def test_a_length_that_is_taken_for_the_training_is_assumed():
    block = {"rope_type": "yarn", "factor": 4.0}
    result = of(QWEN | {"max_position_embeddings": 131072, "rope_scaling": block})
    assert result["trained on"].where == "assumed: max_position_embeddings is taken for it"


def test_the_makers_of_qwen_claim_room_for_output():
    result = of(PRESETS["Qwen3-32B"].config)
    assert (result["trained on"].value, result["claimed"].value) == ("32,768 tokens", "40,960 tokens")
    assert result["trained on"].where.startswith("worked out: max_position_embeddings of qwen3")


def test_every_origin_is_one_of_three_words():
    assert {origin.word for origin in Origin} == {"in the file", "worked out", "assumed"}
    for config in CONFIGS.values():
        rows = facts(config, pair_wavelengths(config.layer_types[0], 4096))
        assert all(fact.where.partition(":")[0] in {"in the file", "worked out", "assumed", ""} for fact in rows)


def test_of_a_model_that_a_command_names_no_value_is_said_to_be_in_a_file():
    line = "vllm serve Qwen/Qwen3-32B --max-model-len 32768"
    assert of(line)["base"].where.startswith("assumed: config of Qwen/Qwen3-32B as it is known here")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("GPT-2", "learned table, 1,024 rows; queries and keys do not turn"),
        ("BLOOM-7b1", "position by ALiBi, 2,048 tokens; queries and keys do not turn"),
        ("Qwen2.5-7B with YaRN × 4", "RoPE, base 1,000,000, YaRN × 4, 32,768 → 131,072 tokens"),
        ("Gemma 3 1b", "RoPE, base 1,000,000, Unscaled, 32,768 tokens and 1 more type of layers"),
    ],
)
def test_a_config_in_one_line(name, line):
    assert in_one_line(read_config(PRESETS[name].config)) == line


# ---- Position layer by layer, and queries that grow with their position.

TINY_MODELS = json.loads((ROOT / "tests/golden/beyond_text/rope_layers.json").read_text("utf-8"))["cases"]


@pytest.mark.parametrize("case", TINY_MODELS, ids=[case["model_type"] for case in TINY_MODELS])
def test_layers_are_of_the_kinds_measured_in_tiny_models(case):
    result = read_config(case["config"]).stack
    if listed := case["resolved"].get("layer_types"):
        assert [layer.kind for layer in result] == listed


HALF_TURNS = {"hidden_size": 512, "num_attention_heads": 8, "num_hidden_layers": 8, "sliding_window": 256}


@pytest.mark.parametrize(
    ("model_type", "window"),
    [("exaone4", 256), ("cohere2", 256), ("gpt_oss", None)],  # where all layers turn, some without a window
)
def test_a_type_of_layers_has_the_window_that_all_its_layers_have(model_type, window):
    config = read_config(HALF_TURNS | {"model_type": model_type, "rope_theta": 10_000.0})
    assert {layer.window for layer in config.stack} == {256, None}
    assert config.layer_type().window == window


def test_null_switches_a_window_off_also_from_a_link():
    config = {"model_type": "mistral", "hidden_size": 512, "num_attention_heads": 8, "rope_theta": 1e6}
    assert read_config(config).layer_type().window == 4096  # of the class
    assert unpack(pack(read_config(config | {"sliding_window": None}))).layer_type().window is None


def test_layers_that_attend_in_chunks_say_so():
    config = read_config({"model_type": "llama4_text"})
    (kind,) = config.layer_types
    assert (kind.window, kind.is_chunked) == (8192, True)
    assert labels(config)[0] == "RoPE, base 500,000, chunk 8,192"
    assert "a chunk of 8,192 tokens" in {fact.value for fact in facts(config, pair_wavelengths(kind, 8192))}


# ---- What a config needs for a target length.

QWEN = LARGE | {"model_type": "qwen2", "max_position_embeddings": 32768, "rope_theta": 1000000.0}
LISTS = {"short_factor": [1.0] * 64, "long_factor": [2.0] * 64, "original_max_position_embeddings": 4096}


def test_up_to_the_claimed_length_nothing_is_advised():
    assert list(advice(read_config(QWEN), 32_768)) == []
    assert list(advice(read_config({"model_type": "bloom"}), 10**6)) == []


def test_beyond_it_the_smallest_factor_and_its_cost_are_reported():
    (finding,) = advice(read_config(QWEN), 65_536)
    assert finding.severity == "warning"
    phrases = (
        "24 meet angles",
        "smallest factor that reaches it is 2 with YaRN",
        "then all pairs stay",
        "15 to 20% worse",
    )
    assert [phrase for phrase in phrases if phrase not in finding.message] == []
    cured = read_config(apply_patch(QWEN, finding.patch))
    assert (cured.layer_types[0].factor, cured.context) == (2, 65_536)
    assert list(advice(cured, 65_536)) == []
    assert finding in read_config(QWEN).findings(65_536)


def test_a_model_trained_on_with_its_rule_is_told_of_the_angles_of_that_training():
    config = read_config(PRESETS["Llama-3.1-8B"].config)
    (kind,), target = config.layer_types, 2 * config.context
    (finding,) = advice(config, target)
    assert f"no slow pair then turns farther than in {config.context:,} tokens" in finding.message
    before, after = (
        pair_wavelengths(kind, config.context),
        pair_wavelengths(kind, target, rewritten=lengthen(kind, target)),
    )
    farthest = before.omega * config.context, after.omega * target  # radians
    np.testing.assert_allclose(*(angles[~before.complete] for angles in farthest))


def test_the_part_of_the_language_model_is_patched():
    whole = {"model_type": "seeing", "text_config": QWEN}
    (finding,) = advice(read_config(whole), 65_536)
    assert read_config(apply_patch(whole, finding.patch)).layer_types[0].factor == 2


def test_lists_cannot_be_raised():
    block = {"rope_scaling": LISTS | {"rope_type": "longrope", "factor": 8.0}}
    (finding,) = advice(read_config(QWEN | block), 10**6)
    assert "no factor that could be raised" in finding.message
    assert finding.patch == {}


@pytest.mark.parametrize("missing", ["max_position_embeddings", "rope_theta"])
def test_nothing_is_advised_from_an_assumption(missing):
    unknown = {name: value for name, value in QWEN.items() if name != missing} | {"model_type": "nobody_knows"}
    (finding,) = advice(read_config(unknown), 65_536)
    assert finding.severity == "info"
    assert "from an assumption nothing is advised" in finding.message


def test_what_is_assumed_is_named_and_nothing_is_written_from_it():
    config = read_config({"head_dim": 64, "max_position_embeddings": 4096})
    assert assumed_facts(config) == ("encoding", "base")
    assert lengthen(config.layer_types[0], 32_768) is config.layer_types[0]
    assert assumed_facts(read_config({"head_dim": 64, "rope_theta": 1e4})) == ("length",)
    assert assumed_facts(read_config({"model_type": "gemma3_text"})) == ()


def test_nothing_is_advised_for_a_type_that_nobody_knows_though_its_entries_look_like_rope():
    config = read_config(QWEN | {"model_type": "nobody_knows"})
    assert (config.scheme, assumed_facts(config)) == ("RoPE", ("encoding",))
    assert [finding.severity for finding in advice(config, 65_536)] == ["info"]
    assert "a type that is not known here" in " ".join(finding.message for finding in config.findings())
    flagged = read_config(config.source | {"position_embedding_type": "rope"})
    assert assumed_facts(flagged) == ()

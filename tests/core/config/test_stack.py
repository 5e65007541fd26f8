"""Position layer by layer, and queries that grow with their position."""

import json
from pathlib import Path

import pytest

from core.config.facts import facts, labels
from core.config.link import pack, unpack
from core.config.pair_wavelengths import pair_wavelengths
from core.model_config import read_config

MEASURED = json.loads((Path(__file__).parent / "rope_layers.json").read_text("utf-8"))["cases"]


@pytest.mark.parametrize("case", MEASURED, ids=[case["model_type"] for case in MEASURED])
def test_layers_turn_as_measured_in_tiny_models(case):
    found = read_config(case["config"]).stack
    assert [layer.position for layer in found] == case["layers"]
    if listed := case["resolved"].get("layer_types"):
        assert [layer.kind for layer in found] == listed


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
    told = {"model_type": "mistral", "hidden_size": 512, "num_attention_heads": 8, "rope_theta": 1e6}
    assert read_config(told).layer_type().window == 4096  # of the class
    assert unpack(pack(read_config(told | {"sliding_window": None}))).layer_type().window is None


def test_layers_that_attend_in_chunks_say_so():
    config = read_config({"model_type": "llama4_text"})
    (kind,) = config.layer_types
    assert (kind.window, kind.chunked) == (8192, True)
    assert labels(config)[0] == "RoPE, base 500,000, chunk 8,192"
    assert "a chunk of 8,192 tokens" in {fact.value for fact in facts(config, pair_wavelengths(kind, 8192))}

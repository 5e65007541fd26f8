"""What a config needs for a target length."""

import pytest

from core.config.advice import advice, assumed
from core.config.lengths import lengthened
from core.inputs.finding import patched
from core.model_config import read_config

QWEN = {
    "model_type": "qwen2",
    "hidden_size": 3584,
    "num_attention_heads": 28,
    "max_position_embeddings": 32768,
    "rope_theta": 1000000.0,
}
LISTS = {"short_factor": [1.0] * 64, "long_factor": [2.0] * 64, "original_max_position_embeddings": 4096}


def test_up_to_the_claimed_length_nothing_is_advised():
    assert list(advice(read_config(QWEN), 32_768)) == []
    assert list(advice(read_config({"model_type": "bloom"}), 10**6)) == []


def test_beyond_it_the_smallest_factor_and_its_cost_are_told():
    (finding,) = advice(read_config(QWEN), 65_536)
    assert finding.severity == "warning"
    for said in (
        "24 meet angles",
        "smallest factor that reaches it is 2 with YaRN",
        "leaves 0",
        "15 to 20% worse",
    ):
        assert said in finding.message
    cured = read_config(patched(QWEN, finding.patch))
    assert (cured.layer_types[0].factor, cured.context) == (2, 65_536)
    assert list(advice(cured, 65_536)) == []
    assert finding in read_config(QWEN).findings(65_536)


def test_the_part_of_the_language_model_is_patched():
    whole = {"model_type": "seeing", "text_config": QWEN}
    (finding,) = advice(read_config(whole), 65_536)
    assert read_config(patched(whole, finding.patch)).layer_types[0].factor == 2


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
    assert assumed(config) == ("encoding", "base")
    assert lengthened(config.layer_types[0], 32_768) is config.layer_types[0]
    assert assumed(read_config({"head_dim": 64, "rope_theta": 1e4})) == ("length",)
    assert assumed(read_config({"model_type": "gemma3_text"})) == ()


def test_nothing_is_advised_for_a_type_that_nobody_knows_though_its_entries_look_like_rope():
    config = read_config(QWEN | {"model_type": "nobody_knows"})
    assert (config.scheme, assumed(config)) == ("RoPE", ("encoding",))
    assert [finding.severity for finding in advice(config, 65_536)] == ["info"]
    assert "a type that is not known here" in " ".join(finding.message for finding in config.findings())
    flagged = read_config(config.source | {"position_embedding_type": "rope"})
    assert assumed(flagged) == ()

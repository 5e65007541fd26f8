"""What transformers does with configs that findings speak of: their severity follows it; run by `make torch`."""

import importlib
import json

import pytest

from model_configs.entries import ConfigError
from model_configs.model_config import read_config
from tests.model_configs.samples import LLAMA3, YARN

transformers = pytest.importorskip("transformers")
LLAMA = {"model_type": "llama", "hidden_size": 512, "num_attention_heads": 4, "num_hidden_layers": 2} | {
    "rope_theta": 5e5,
    "max_position_embeddings": 131072,
}
GEMMA = {
    "full_attention": {"rope_type": "default", "rope_theta": 1e6},
    "sliding_attention": {"rope_type": "default"},
}


def frequencies(config):
    """Inverse frequencies of the model's own module by their names."""
    kind = transformers.models.auto.configuration_auto.CONFIG_MAPPING[config["model_type"]]
    instance = kind.from_dict(dict(config))
    module = importlib.import_module(kind.__module__.replace("configuration_", "modeling_"))
    (turning,) = [each for name, each in vars(module).items() if name.endswith("RotaryEmbedding")]
    return {name: each.numpy() for name, each in turning(instance).named_buffers() if "original" not in name}


def without(block, name):
    return {key: value for key, value in block.items() if key != name}


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"rope_scaling": YARN | {"factor": "4.0"}}, TypeError),  # number-as-text
        ({"rope_scaling": without(YARN, "factor")}, KeyError),  # factor-missing
        ({"rope_scaling": without(LLAMA3, "high_freq_factor")}, KeyError),  # llama3-assumed
        ({"rope_scaling": YARN | {"rope_type": "deepseek_yarn"}}, KeyError),  # name-of-one-engine
    ],
)
def test_what_is_an_error_here_stops_the_reference_program(changes, error):
    with pytest.raises(error):
        frequencies(LLAMA | changes)


@pytest.mark.parametrize(
    "block",
    [
        YARN | {"factor": 0.5},
        YARN | {"beta_fast": 1, "beta_slow": 32},
        LLAMA3 | {"low_freq_factor": 4.0},
        {"factor": 2.0},
    ],
)
def test_what_it_computes_with_a_warning_at_most(block):
    assert frequencies(LLAMA | {"rope_scaling": block})["inv_freq"].shape == (64,)


def test_a_scaled_block_without_a_base_turns_with_ten_thousand():
    (inverse,) = frequencies(
        without(LLAMA, "rope_theta") | {"rope_parameters": {"rope_type": "linear", "factor": 2.0}}
    ).values()
    assert inverse[-1] == pytest.approx(1e4 ** (-126 / 128) / 2)


def test_a_missing_trained_length_is_filled_in():
    block = without(YARN, "original_max_position_embeddings")
    assert frequencies(LLAMA | {"rope_scaling": block})["inv_freq"].shape == (64,)


def test_entries_beside_blocks_are_passed_over_and_a_flat_rule_is_lost():
    beside = GEMMA | {"rope_type": "default"}
    flat = {"rope_type": "linear", "factor": 8.0, "rope_theta": 1e6}
    one, other = (frequencies({"model_type": "gemma3_text", "rope_parameters": block}) for block in (beside, flat))
    assert one["full_attention_inv_freq"] == pytest.approx(other["full_attention_inv_freq"])


def test_features_by_number_turn_again():
    assert frequencies({"model_type": "minimax_m2", "rotary_dim": 64, "head_dim": 128})["inv_freq"].shape == (32,)


ODD = ("head_dim_left_over", "odd_rotary_dim")
KNOWN_FINDINGS = {  # types whose class, made without arguments, is not as it is published → its findings
    "glm4_moe": ODD,
    "glm4v_moe": ODD,
    "glm4v_moe_text": ODD,
    "qwen3_omni_moe": ODD,
    "qwen3_omni_moe_text": ODD,
    "qwen3_omni_moe_thinker": ODD,
    "phi4_multimodal": ("raised_without_rule",),  # published with LongRoPE
}


def test_configs_that_classes_write_have_neither_errors_nor_warnings():
    mapping = transformers.models.auto.configuration_auto.CONFIG_MAPPING
    rules_by_type, refused, count = {}, set(), 0
    for kind in transformers.models.auto.configuration_auto.CONFIG_MAPPING_NAMES:
        try:
            config = mapping[kind]()
            both = [json.loads(json.dumps(form, default=str)) for form in (config.to_dict(), config.to_diff_dict())]
        except Exception:  # of the class: it needs arguments, or parts of other types
            continue
        for form in both:
            count += 1
            try:
                findings = read_config({"model_type": kind, **form}).findings()
            except ConfigError:
                refused.add(kind)  # of pictures or sound, whose heads are lists
                continue
            rules = tuple(sorted({each.rule for each in findings if each.severity != "info"}))
            rules_by_type |= {kind: rules} if rules else {}
    assert rules_by_type == KNOWN_FINDINGS
    assert count >= 1500
    assert len(refused) < 20

"""Trained and claimed lengths, and how layers are written for longer texts."""

import pytest

from core.config.lengths import ASSUMED, first_target, lengthened, lengths
from core.config.presets import PRESETS
from core.model_config import read_config
from core.scaling import RULES

LLAMA = {"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "rope_theta": 10_000.0}


def kind(context=4096, **more):
    return read_config(LLAMA | {"max_position_embeddings": context} | more).layer_types[0]


def scaling(rope_type, factor=4.0, **more):
    return {"rope_scaling": {"rope_type": rope_type, "factor": factor} | more}


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        (kind(), (4096, 4096)),
        (kind(**scaling("linear")), (4096, 16_384)),  # the length before the factor
        (kind(131_072, model_type="gemma3_text", **scaling("linear", 8.0)), (131_072, 131_072)),  # and after it
        (kind(16_384, **scaling("yarn", original_max_position_embeddings=4096)), (4096, 16_384)),
        (kind(4096, **scaling("yarn", original_max_position_embeddings=4096)), (4096, 16_384)),
        (kind(**scaling("dynamic", 2.0)), (4096, 8192)),
        (
            kind(
                131_072,
                **scaling(
                    "llama3", 8.0, original_max_position_embeddings=8192, low_freq_factor=1.0, high_freq_factor=4.0
                ),
            ),
            (8192, 131_072),
        ),
    ],
)
def test_both_meanings_of_the_claimed_length(config, expected):
    found = lengths(config)
    assert (found.trained, found.claimed) == expected
    assert found.is_stated


def test_a_config_without_a_length_is_said_to_be_one():
    layers = read_config(LLAMA | {"model_type": "nobody_knows"}).layer_types[0]
    assert lengthened(layers, 10**6) is layers  # no advice follows from an assumption
    found = lengths(layers)
    assert (found.trained, found.claimed, found.is_stated) == (ASSUMED, ASSUMED, False)


def test_nothing_is_rewritten_within_the_claimed_length():
    for preset in PRESETS.values():
        config = read_config(preset.config)
        for layer in config.layer_types:
            claimed = lengths(layer).claimed
            assert lengthened(layer, claimed) is layer


@pytest.mark.parametrize(
    ("config", "rule", "factor"),
    [
        (kind(), "YaRN", 8),
        (kind(16_384, **scaling("yarn", original_max_position_embeddings=4096)), "YaRN", 8),
        (kind(**scaling("linear")), "Linear", 8),
        (kind(16_384, **scaling("llama3", 8.0, original_max_position_embeddings=4096)), "Llama 3", 16),
        (kind(**scaling("dynamic", 2.0)), "Dynamic NTK", 2),
        (kind(32_768, sliding_window=4096), "Unscaled", None),
    ],
)
def test_a_longer_target_keeps_the_rule_and_raises_its_factor(config, rule, factor):
    rewritten = lengthened(config, 32_768)
    assert rewritten.rule is RULES[rule]
    assert rewritten.factor == factor


def test_the_first_target_is_the_longest_claim():
    assert first_target(read_config(PRESETS["Qwen2.5-7B with YaRN × 4"].config)) == 131_072
    assert first_target(read_config(PRESETS["GPT-2"].config)) == 2


def test_a_length_that_no_model_has_is_compared_with_none():
    config = read_config(
        {"model_type": "llama", "head_dim": 64, "max_position_embeddings": 4096, "max_seq_len": 10**400}
    )
    assert not [each for each in config.findings() if each.key == "max_seq_len"]

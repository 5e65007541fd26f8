"""Configs shared by several tests, and a check of rewritten ones."""

import numpy as np
import pytest

from model_configs.lengths import first_target
from model_configs.model_config import read_config
from model_configs.presets import PRESETS
from model_configs.rewrite import lengthened_config

CONFIGS = {name: read_config(preset.config) for name, preset in PRESETS.items()}
CONFIGS = {name: config for name, config in CONFIGS.items() if config.layer_types}
LLAMA = {"model_type": "llama", "hidden_size": 512, "num_attention_heads": 8, "max_position_embeddings": 4096}
WIDTHS = {"hidden_size": 4096, "num_attention_heads": 32}
LARGE = LLAMA | WIDTHS | {"max_position_embeddings": 131072, "rope_theta": 500000.0}
YARN = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}
LLAMA3 = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0} | {
    "original_max_position_embeddings": 8192
}

MINE = {  # a config of no known model
    "model_type": "llama",
    "hidden_size": 2560,
    "num_attention_heads": 20,
    "max_position_embeddings": 16_384,
    "rope_theta": 250_000.0,
    "torch_dtype": "bfloat16",
    "vocab_size": 7,
}

MORE = [
    read_config(LLAMA | {"rope_scaling": {"rope_type": "dynamic", "factor": 2.0}}),
    read_config(LLAMA | {"rope_parameters": {"rope_type": "proportional", "partial_rotary_factor": 0.25}}),
    read_config(LLAMA | {"model_type": "gptj", "rotary_dim": 27}),
    read_config(
        LLAMA | {"rope_scaling": LLAMA3 | {"low_freq_factor": 4.0, "original_max_position_embeddings": 512}}
    ),
]


def targets(config):
    return first_target(config), 4 * first_target(config)


def expect_same(config, target, text):
    """A config rewritten for a target gives every type of layers the same frequencies as core."""
    read = read_config(text)
    for kind in lengthened_config(config, target).layer_types:
        expected, actual = kind.frequencies(target), read.frequencies(target, kind.name)
        np.testing.assert_allclose(actual.inverse, expected.inverse, rtol=1e-12)
        assert actual.attention_factor == pytest.approx(expected.attention_factor, rel=1e-12)

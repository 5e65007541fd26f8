"""The numbers that a model must hold after loading."""

import io
import json
import math

import numpy as np
import pytest

from core.config.expected import as_json, as_npz, expected
from core.config.presets import PRESETS
from core.inputs.entries import ConfigError
from core.model_config import read_config
from tests.core.config.samples import CONFIGS


def scale(config):
    return next(iter(expected(read_config(config)).values()))["softmax_scale"]


def test_both_files_hold_what_core_computes():
    for config in CONFIGS.values():
        arrays, listed = np.load(io.BytesIO(as_npz(config, 50_000))), json.loads(as_json(config, 50_000))
        for kind in config.layer_types:
            wanted = kind.frequencies(50_000)
            np.testing.assert_array_equal(arrays[f"{kind.name}/inverse_frequencies"], wanted.inverse)
            np.testing.assert_array_equal(listed[kind.name]["inverse_frequencies"], wanted.inverse)
            assert arrays[f"{kind.name}/attention_factor"] == listed[kind.name]["attention_factor"]
            assert listed[kind.name]["attention_factor"] == wanted.attention_factor


@pytest.mark.parametrize(
    ("config", "wanted"),
    [
        (PRESETS["Llama-3.1-8B"].config, 128**-0.5),
        (PRESETS["DeepSeek-V3"].config, 192**-0.5 * (0.1 * math.log(40) + 1) ** 2),  # as its modeling code
        (PRESETS["DeepSeek-V2-Lite"].config, 192**-0.5 * (0.0707 * math.log(40) + 1) ** 2),
        ({"model_type": "deepseek_v3", "head_dim": 32, "qk_rope_head_dim": 16, "qk_nope_head_dim": 16}, 32**-0.5),
        ({"model_type": "gemma2", "head_dim": 128, "query_pre_attn_scalar": 144}, 1 / 12),
        ({"model_type": "gemma3_text"}, 1 / 16),
        ({"model_type": "granite", "head_dim": 64, "attention_multiplier": 0.015625}, 1 / 64),
        ({"model_type": "gemma4_text"}, 1.0),
        ({"rotary_dim": 64}, None),
    ],
)
def test_the_scale_of_the_softmax(config, wanted):
    assert scale(config) == pytest.approx(wanted)


def test_what_does_not_turn_has_no_such_numbers():
    with pytest.raises(ConfigError, match="ALiBi"):
        expected(read_config({"model_type": "bloom"}))

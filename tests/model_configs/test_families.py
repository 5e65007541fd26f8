"""Every model type reads its config as its own code does."""

import json
from pathlib import Path

import numpy as np
import pytest

from model_configs.entries import ConfigError
from model_configs.families import _BY_TYPE, FAMILIES
from model_configs.families.classes import classes
from model_configs.families.family import Family
from model_configs.lengths import first_target
from model_configs.link import pack, unpack
from model_configs.model_config import read_config
from model_configs.readings import readings
from model_configs.rewrite import corrected
from tests.model_configs.samples import expect_same

ROTARY_MODULES = json.loads((Path(__file__).parent / "rotary_modules.json").read_text("utf-8"))["cases"]
TYPES = sorted({config["model_type"] for config, _ in ROTARY_MODULES})


@pytest.mark.parametrize("model_type", TYPES)
def test_frequencies_are_those_of_the_rotary_module(model_type):
    for config, layers in ROTARY_MODULES:
        if config["model_type"] != model_type:
            continue
        read = read_config(config)
        for layer, (pairs, total, last, attention) in layers.items():
            result = read.frequencies(None, layer or None)
            assert len(result.inverse) == pairs, config
            np.testing.assert_allclose([result.inverse.sum(), result.inverse[-1]], [total, last], rtol=1e-5)
            assert attention is None or result.attention_factor == pytest.approx(attention, abs=1e-6)


@pytest.mark.parametrize("model_type", TYPES)
def test_it_is_written_for_another_length_and_into_an_address_as_it_is_read(model_type):
    for config, layers in ROTARY_MODULES:
        if config["model_type"] != model_type or len(config) > 1:
            continue
        read = read_config(config)
        again = unpack(pack(read))
        assert [layer.position for layer in again.stack] == [layer.position for layer in read.stack]
        for target in (first_target(read), 4 * first_target(read)):
            expect_same(read, target, json.dumps(corrected(read, target)))
        for layer in layers:
            same = again.frequencies(None, layer or None).inverse
            np.testing.assert_array_equal(same, read.frequencies(None, layer or None).inverse)


def test_no_type_belongs_to_two_families_and_each_is_known():
    types = [name for family in FAMILIES for name in family.types]
    assert len(types) == len(set(types))
    for family in FAMILIES:
        elsewhere = set(family.types) - set(classes())
        hint = f"{elsewhere}: not in transformers; a family of their own with published_with_model=True says so"
        assert elsewhere == (set(family.types) if family.published_with_model else set()), hint


# Types that transformers has no class for, with every entry of their own → config, base and features that turn.
PUBLISHED_WITH_MODEL = {
    "baichuan": ({"hidden_size": 4096, "num_attention_heads": 32, "model_max_length": 4096}, 1e4, 128),
    "chatglm": ({"kv_channels": 128, "rope_ratio": 500, "original_rope": True, "seq_length": 131072}, 5e6, 64),
    "exaone": ({"head_dim": 128, "rope_theta": 1e6, "max_position_embeddings": 32768}, 1e6, 128),
    "exaone4_5_text": (
        {"head_dim": 128, "rope_theta": 1e6, "max_position_embeddings": 32768, "num_hidden_layers": 8},
        *(1e6, 128),
    ),
    "hunyuan": (
        {"attention_head_dim": 128, "rope_theta": 1e4, "max_position_embeddings": 32768}
        | {"rope_scaling": {"type": "dynamic", "alpha": 1000.0, "factor": 1.0}},
        *(1e4 * 1000 ** (128 / 126), 128),
    ),
    "internlm2": (
        {"hidden_size": 4096, "num_attention_heads": 32, "rope_theta": 1e6, "max_position_embeddings": 32768},
        *(1e6, 128),
    ),
    "kimi_k2": ({"qk_rope_head_dim": 64, "rope_theta": 5e4, "max_position_embeddings": 131072}, 5e4, 64),
    "mimo_v2": (
        {"head_dim": 192, "rope_theta": 5e6, "swa_rope_theta": 1e4, "partial_rotary_factor": 0.334}
        | {"sliding_window": 128, "num_hidden_layers": 6, "hybrid_layer_pattern": [0, 1, 1, 1, 1, 0]}
        | {"max_position_embeddings": 262144},
        *(5e6, 64),
    ),
    "qwen": (
        {"kv_channels": 128, "rotary_emb_base": 10000, "seq_length": 8192}
        | {"use_dynamic_ntk": True, "use_logn_attn": True},
        *(1e4, 128),
    ),
}


@pytest.mark.parametrize(
    "model_type", sorted(name for family in FAMILIES if family.published_with_model for name in family.types)
)
def test_a_type_without_a_class_in_transformers_is_read_and_lengthened(model_type):
    assert model_type in PUBLISHED_WITH_MODEL, f"add a config of {model_type} to PUBLISHED_WITH_MODEL, above"
    entries, base, dim = PUBLISHED_WITH_MODEL[model_type]
    read = read_config({"model_type": model_type} | entries)
    kind = read.layer_types[0]
    assert (kind.base, kind.rotary_dim) == (pytest.approx(base), dim)
    for path in (*read.family.entries, *read.family.by_code):
        held = entries
        for name in path.split("."):
            assert name in held, f"the config of {model_type} in PUBLISHED_WITH_MODEL lacks `{path}` of its family"
            held = held[name]
    for target in (first_target(read), 4 * first_target(read)):
        expect_same(read, target, json.dumps(corrected(read, target)))


TOYSEEK = {"model_type": "toyseek", "head_dim": 128, "rope": {"theta": 50000.0, "share": 0.25, "ntk_alpha": 8.0}}


def test_of_an_object_of_a_family_s_own_every_entry_is_read_or_reported(monkeypatch):
    known = {"types": ("toyseek",), "address": "https://example.org", "published_with_model": True}
    for entries, reported in (
        (("rope.theta", "rope.share"), {"rope.ntk_alpha"}),
        (("rope",), {"rope.ntk_alpha", "rope.theta"}),
    ):
        monkeypatch.setitem(_BY_TYPE, "toyseek", Family(entries=entries, **known))
        read = read_config(TOYSEEK)
        result = [finding for finding in read.findings() if finding.rule == "unread_beside"]
        assert {(finding.severity, finding.key) for finding in result} == {("info", key) for key in reported}
        engines = {each.engine: each.is_known for each in readings(read)}
        assert [engine for engine in engines if engines[engine]] == ["transformers 5", "transformers 4"]


def test_an_entry_in_dbrx_s_object_that_nothing_reads_is_reported():
    attention = {"rope_theta": 500000, "clip_qkv": 8, "ntk_alpha": 8.0}
    read = read_config({"model_type": "dbrx", "d_model": 6144, "n_heads": 48, "attn_config": attention})
    assert "attn_config.ntk_alpha" in {finding.key for finding in read.findings()}
    assert "attn_config.rope_theta" not in {finding.key for finding in read.findings()}


# As published, without entries that say nothing of position: https://huggingface.co/REPOSITORY/blob/main/config.json
GEMMA4 = (
    {"model_type": "gemma4_text", "hidden_size": 2816, "num_attention_heads": 16, "head_dim": 256}
    | {"global_head_dim": 512, "num_hidden_layers": 30, "sliding_window": 1024}
    | {"max_position_embeddings": 262144}
    | {
        "rope_parameters": {
            "full_attention": {"rope_type": "proportional", "partial_rotary_factor": 0.25, "rope_theta": 1000000.0},
            "sliding_attention": {"rope_type": "default", "rope_theta": 10000.0},
        }
    }
)
GEMMA = {"model_type": "gemma", "head_dim": 96}
MIMO = (
    {"model_type": "mimo_v2_flash", "hidden_size": 4096, "num_attention_heads": 64, "head_dim": 192}
    | {"rope_theta": 5000000, "swa_rope_theta": 10000, "partial_rotary_factor": 0.334, "sliding_window": 128}
    | {"num_hidden_layers": 6, "hybrid_layer_pattern": [0, 1, 1, 1, 1, 0]}
)
STEP = (
    {"model_type": "step3p5", "hidden_size": 4096, "num_attention_heads": 64, "head_dim": 128}
    | {"num_hidden_layers": 4, "sliding_window": 512}
    | {"layer_types": ["full_attention", "sliding_attention", "sliding_attention", "sliding_attention"]}
    | {"rope_theta": [5000000.0, 10000.0, 10000.0, 10000.0], "partial_rotary_factors": [0.5, 1.0, 1.0, 1.0]}
)


def test_full_attention_of_gemma_4_has_wider_heads_of_which_a_quarter_turns():
    read = read_config(GEMMA4)
    full, sliding = read.frequencies().inverse, read.frequencies(None, "sliding_attention").inverse
    assert (len(full), np.count_nonzero(full), len(sliding)) == (256, 64, 128)
    np.testing.assert_allclose(full[:64], 1e6 ** (-np.arange(64) / 256), rtol=1e-12)
    assert [layer.window for layer in read.stack[4:6]] == [1024, None]


def test_mimo_has_a_base_for_its_windows():
    read = read_config(MIMO)
    bases = {kind.name: (kind.base, kind.rotary_dim, kind.window) for kind in read.layer_types}
    assert bases == {"full_attention": (5e6, 64, None), "sliding_attention": (1e4, 64, 128)}
    layers = [layer.layer_type for layer in read.stack]
    assert layers == ["full_attention", *["sliding_attention"] * 4, "full_attention"]


def test_step_lists_bases_and_shares_by_layer():
    read = read_config(STEP)
    bases = {kind.name: (kind.base, kind.rotary_dim) for kind in read.layer_types}
    assert bases == {"full_attention": (5e6, 64), "sliding_attention": (1e4, 128)}


def test_alpha_of_hunyuan_is_a_constant_factor_on_the_base():
    block = {"type": "dynamic", "alpha": 1000.0, "factor": 1.0, "mscale": 1.0}
    sizes = {"model_type": "hunyuan_v1_dense", "head_dim": 128, "rope_theta": 1e4}
    read = read_config(sizes | {"rope_scaling": block})
    for length in (None, 1000, 1_000_000):
        result = read.frequencies(length).inverse
        base = 1e4 * 1000 ** (128 / 126)
        np.testing.assert_allclose(result, base ** (-np.arange(0, 128, 2) / 128), rtol=1e-12)


def test_both_mscales_of_phi_moe_multiply_cosine_and_sine():
    lists = {"short_factor": [1.0] * 64, "long_factor": [2.0] * 64, "type": "longrope"}
    block = lists | {"short_mscale": 1.2, "long_mscale": 1.3, "original_max_position_embeddings": 4096}
    read = read_config(
        {"model_type": "phimoe", "head_dim": 128, "max_position_embeddings": 131072, "rope_scaling": block}
    )
    assert [read.frequencies(length).attention_factor for length in (None, 4096, 4097)] == [1.2, 1.2, 1.3]


@pytest.mark.parametrize(
    ("config", "base", "dim"),
    [
        ({"model_type": "chatglm", "kv_channels": 128, "rope_ratio": 500}, 5e6, 64),
        ({"model_type": "chatglm", "kv_channels": 128}, 1e4, 64),
        ({"model_type": "dbrx", "d_model": 6144, "n_heads": 48, "attn_config": {"rope_theta": 500000}}, 5e5, 128),
        ({"model_type": "zamba2", "hidden_size": 3584, "num_attention_heads": 32, "use_mem_rope": True}, 1e4, 224),
        ({"model_type": "minimax_m2", "head_dim": 128, "rotary_dim": 64, "rope_theta": 5000000}, 5e6, 64),
        ({"model_type": "llava", "text_config": {"model_type": "llama", "vocab_size": 32064}}, 1e4, 128),
        ({"model_type": "t5gemma", "decoder": {"model_type": "t5_gemma_module", "head_dim": 64}}, 1e4, 64),
        ({"model_type": "colpali", "vlm_config": {"text_config": GEMMA}}, 1e4, 96),
        ({"model_type": "moonshine", "hidden_size": 416, "decoder_num_attention_heads": 8}, 1e4, 46),
    ],
)
def test_entries_of_one_family_are_read(config, base, dim):
    (kind,) = read_config(config).layer_types
    assert (kind.base, kind.exponent_dim) == (base, dim)


def test_pictures_are_refused_with_the_reason():
    with pytest.raises(ConfigError, match="height and width of pictures"):
        read_config({"model_type": "qwen2_vl_vision"}).frequencies()


def test_an_infinite_number_that_is_not_used_is_read_and_one_that_is_used_is_refused():
    assert read_config('{"model_type": "bamba", "time_step_limit": [0.0, Infinity], "a": NaN}').scheme == "RoPE"
    with pytest.raises(ConfigError, match="rope_theta must be a finite number"):
        read_config('{"head_dim": 64, "rope_theta": Infinity}')


def test_a_base_of_0_means_a_layer_without_position():
    listed = {"layer_rope_theta": [0, 5e5, 5e5, 5e5, 0, 5e5], "num_hidden_layers": 6, "sliding_window": 128}
    read = read_config({"model_type": "granite_swa", "hidden_size": 512, "num_attention_heads": 8} | listed)
    assert [layer.position for layer in read.stack] == ["none", "RoPE", "RoPE", "RoPE", "none", "RoPE"]
    assert [kind.base for kind in read.layer_types] == [5e5]


WIDE = {"head_dim": 10**9}


@pytest.mark.parametrize("changes", [{"global_head_dim": 10**9}, {"per_layer_config": {"full_attention": WIDE}}])
def test_a_head_has_at_most_65_536_features(changes):
    with pytest.raises(ConfigError, match="at most 65,536"):
        read_config(GEMMA4 | {"head_dim": None} | changes).frequencies()


def test_a_rule_may_act_on_some_layers_only():
    block = {"rope_type": "linear", "factor": 4.0}
    listed = {"num_hidden_layers": 3, "rope_scaling_layers": [0, 2], "rope_scaling": block}
    read = read_config({"model_type": "molmo2_text"} | listed)
    assert [layer.layer_type for layer in read.stack] == ["full_attention", "unscaled", "full_attention"]
    quotient = read.frequencies(None, "unscaled").inverse / read.frequencies().inverse
    np.testing.assert_allclose(quotient, 4)


def test_an_entry_that_a_family_does_not_read_may_be_anything():
    assert read_config({"model_type": "gemma4_text", "rope_scaling": {"a": 1}, "rope_parameters": {}}).findings()


@pytest.mark.parametrize(
    "config",
    [
        # GLM-5.3-Flash
        {"model_type": "glm5_next_text", "head_dim": 0, "qk_rope_head_dim": 0, "num_hidden_layers": 2},
        {"model_type": "glm5_next_text", "head_dim": 0, "num_hidden_layers": 2},
        {"model_type": "deepseek_v32", "head_dim": 0, "qk_rope_head_dim": 0, "mla_use_nope": True},
    ],
)
def test_latent_attention_that_turns_no_feature_has_no_position(config):
    read = read_config(config)
    assert (read.scheme, read.layer_types, read.findings()) == ("NoPE", (), [])


def test_a_hybrid_without_its_pattern_has_the_layers_of_its_class():  # transformers 5.23
    config = read_config({"model_type": "nemotron_h", "num_hidden_layers": 8})
    assert [layer.kind for layer in config.stack] == ["linear_attention", "mlp", "full_attention", "mlp"]
    assert config.stack[2].position == "none"

"""Configs as published, with typing errors, and generated at random."""

import json
import math
import re
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model_configs.entries import LARGEST
from model_configs.model_config import ConfigError, read_config
from model_configs.refusals import refusals
from model_configs.rules import rules_by_key
from tests.model_configs.samples import LARGE, LLAMA3

LLAMA = LARGE | {"max_position_embeddings": 16384}
LISTS = {"short_factor": [1] * 64, "long_factor": [1] * 64}
YARN = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 4096}


def geometric(base, dim):
    return np.array([base ** (-2 * i / dim) for i in range(dim // 2)])


PHI = {"model_type": "phi"}  # its code reads the share, llama's does not

FORMS = {  # changes of LLAMA, and what they are read as
    "type": ({"rope_scaling": {"type": "linear", "factor": 4.0}}, {"rule": "Linear", "factor": 4}),
    "rope_type before type": (
        {"rope_scaling": {"type": "dynamic", "rope_type": "linear", "factor": 4}},
        {"rule": "Linear"},
    ),
    "su": (
        {"rope_scaling": YARN | {"rope_type": None, "type": "su"} | LISTS},
        {"rule": "LongRoPE", "factor": 4, "original": 4096},
    ),
    "mrope": ({"rope_scaling": {"type": "mrope", "mrope_section": [16, 24, 24]}}, {"rule": "Unscaled"}),
    "default": ({"rope_scaling": {"rope_type": "default"}}, {"rule": "Unscaled", "factor": None}),
    "no block": ({"rope_scaling": None}, {"rule": "Unscaled", "base": 5e5, "rotary_dim": 128, "original": 16384}),
    "empty block": ({"rope_scaling": {}, "rope_parameters": YARN}, {"rule": "YaRN"}),
    "rope_parameters": (
        {"rope_theta": None, "rope_parameters": {**YARN, "rope_theta": 1e6}},
        {"rule": "YaRN", "base": 1e6, "factor": 4, "original": 4096},
    ),
    "base inside wins": ({"rope_parameters": {"rope_theta": 1e6}}, {"base": 1e6}),
    "rotary_emb_base": ({"rope_theta": None, "rotary_emb_base": 20000}, {"base": 2e4}),
    "global_rope_theta": ({"rope_theta": None, "global_rope_theta": 16e4}, {"base": 16e4}),
    "no base": ({"rope_theta": None}, {"base": 1e4}),
    "head_dim": ({"head_dim": 256}, {"rotary_dim": 256}),
    "head_dim as 256.0": ({"head_dim": 256.0}, {"rotary_dim": 256}),
    "head_dim without the others": (
        {"head_dim": 96, "hidden_size": None, "num_attention_heads": None},
        {"rotary_dim": 96},
    ),
    "head_dim of the type": ({"model_type": "qwen3", "num_attention_heads": 40}, {"rotary_dim": 128}),
    "qk_rope_head_dim": (
        {"model_type": "deepseek_v2", "qk_rope_head_dim": 64, "qk_nope_head_dim": 128},
        {"rotary_dim": 64},
    ),
    "rotary_dim": ({"model_type": "gptj", "rotary_dim": 48}, {"rotary_dim": 48}),
    "partial_rotary_factor": (PHI | {"partial_rotary_factor": 0.4, "hidden_size": 2560}, {"rotary_dim": 32}),
    "partial inside": (PHI | {"rope_parameters": {"partial_rotary_factor": 0.25}}, {"rotary_dim": 32}),
    "rotary_pct": ({"model_type": "stablelm_epoch", "rotary_pct": 0.25}, {"rotary_dim": 32}),
    "shares that llama does not read": (
        {"partial_rotary_factor": 0.5, "rotary_pct": 0.5, "rotary_dim": 32, "qk_rope_head_dim": 16},
        {"rotary_dim": 128},
    ),
    "a share that rules read": (
        {"partial_rotary_factor": 0.5, "rope_scaling": {"rope_type": "linear", "factor": 2.0}},
        {"rotary_dim": 64},
    ),
    "share rounded up to pairs": (PHI | {"partial_rotary_factor": 0.29}, {"rotary_dim": 38, "exponent_dim": 37}),
    "share above 1": ({"partial_rotary_factor": 25}, {"rotary_dim": 128}),
    "share of 0": ({"partial_rotary_factor": 0}, {"rotary_dim": 128}),
    "original inside": ({"rope_scaling": YARN}, {"original": 4096, "factor": 4, "context": 16384}),
    "original outside": (
        {"rope_scaling": {"type": "yarn", "factor": 2.0}, "original_max_position_embeddings": 2048},
        {"original": 2048, "factor": 2},
    ),
    "original outside wins": ({"rope_scaling": YARN, "original_max_position_embeddings": 2048}, {"original": 2048}),
    "original of the type": (
        {"model_type": "phi3", "rope_scaling": {"type": "yarn", "factor": 2.0}},
        {"original": 4096},
    ),
    "original missing": ({"rope_scaling": {"type": "yarn", "factor": 2.0}}, {"original": 16384}),
    "factor missing": ({"rope_scaling": {**YARN, "factor": None}}, {"factor": 4}),
    "other names": (
        {"hidden_size": None, "num_attention_heads": None, "max_position_embeddings": None}
        | {"n_embd": 512, "n_head": 8, "n_positions": 2048},
        {"rotary_dim": 64, "context": 2048},
    ),
    "window": ({"sliding_window": 4096}, {"window": 4096}),
    "window switched off": ({"sliding_window": 4096, "use_sliding_window": False}, {"window": None}),
}


@pytest.mark.parametrize(("changes", "expected"), FORMS.values(), ids=FORMS)
def test_every_form_is_read(changes, expected):
    (kind,) = read_config(LLAMA | changes).layer_types
    for name, value in expected.items():
        result = getattr(kind, name)
        assert (result.name if name == "rule" else result) == value
    assert read_config({"model_type": "llava", "text_config": LLAMA | changes}).layer_types == (kind,)


@pytest.mark.parametrize("name", ["text_config", "llm_config", "language_config", "thinker_config"])
def test_the_language_model_of_a_multimodal_config_is_read(name):
    inner = LLAMA if name != "thinker_config" else {"text_config": LLAMA}
    config = read_config(
        {"model_type": "seeing", "hidden_size": 32, "vision_config": {"hidden_size": 64}, name: inner}
    )
    assert (config.model_type, config.hidden_size, config.head_dim) == ("llama", 4096, 128)
    np.testing.assert_array_equal(config.frequencies().inverse, read_config(LLAMA).frequencies().inverse)
    assert config.source["model_type"] == "seeing"


def test_types_of_layers_have_their_own_blocks():
    listed = {"layer_types": ["sliding_attention", "full_attention"], "sliding_window": 1024}
    linear = {"rope_type": "linear", "factor": 8.0, "rope_theta": 1e6}
    blocks = {"full_attention": linear, "sliding_attention": {"rope_theta": 1e4}}
    config = read_config(LLAMA | listed | {"rope_parameters": blocks})
    windows = [(kind.name, kind.window) for kind in config.layer_types]
    assert windows == [("full_attention", None), ("sliding_attention", 1024)]
    assert config.layers == ("sliding_attention", "full_attention")
    np.testing.assert_allclose(config.frequencies().inverse, geometric(1e6, 128) / 8, rtol=1e-12)
    result = config.frequencies(layer_type="sliding_attention")
    np.testing.assert_allclose(result.inverse, geometric(1e4, 128), rtol=1e-12)


@pytest.mark.parametrize("local", [{"rope_local_base_freq": 20000}, {"local_rope_theta": 20000}])
def test_layers_with_a_window_may_have_their_own_base(local):
    config = read_config(LLAMA | local | {"sliding_window": 512, "rope_scaling": {"type": "linear", "factor": 2}})
    full, sliding = config.layer_types
    assert (full.base, full.rule.name, full.window) == (5e5, "Linear", None)
    assert (sliding.base, sliding.rule.name, sliding.window) == (2e4, "Unscaled", 512)


def test_a_base_of_the_window_s_layers_that_the_type_has_leaves_the_full_ones_without_window():
    full, sliding = read_config(LLAMA | {"model_type": "gemma3_text", "sliding_window": 512}).layer_types
    assert (full.window, sliding.window, sliding.base) == (None, 512, 1e4)


def test_one_type_of_layers_answers_for_all_that_are_listed():
    config = read_config(LLAMA | {"layer_types": ["full_attention", "linear_attention"]})
    plain = config.frequencies().inverse
    for name in ("full_attention", "sliding_attention", "linear_attention"):
        np.testing.assert_array_equal(config.frequencies(layer_type=name).inverse, plain)


@pytest.mark.parametrize(
    ("config", "scheme"),
    [
        (LLAMA, "RoPE"),
        ({"model_type": "bloom", "hidden_size": 64, "n_head": 8}, "ALiBi"),
        ({"model_type": "mpt", "d_model": 64, "n_heads": 8, "attn_config": {"alibi": True}}, "ALiBi"),
        ({"model_type": "mpt", "d_model": 64, "n_heads": 8, "attn_config": {"alibi": False, "rope": True}}, "RoPE"),
        ({"model_type": "mpt", "d_model": 64, "n_heads": 8, "attn_config": {"alibi": False}}, "Learned"),
        ({"model_type": "falcon", "alibi": True, "hidden_size": 64, "num_attention_heads": 8}, "ALiBi"),
        ({"model_type": "falcon", "alibi": False, "hidden_size": 64, "num_attention_heads": 8}, "RoPE"),
        ({"model_type": "baichuan", "position_embedding_type": "alibi"}, "ALiBi"),
        ({"model_type": "baichuan", "hidden_size": 5120, "num_attention_heads": 40}, "ALiBi"),
        ({"model_type": "baichuan", "hidden_size": 4096, "num_attention_heads": 32}, "RoPE"),
        ({"model_type": "t5", "d_model": 512, "num_heads": 8, "relative_attention_num_buckets": 32}, "T5"),
        ({"model_type": "gpt2", "n_embd": 768, "n_head": 12, "n_positions": 1024}, "Learned"),
        ({"model_type": "bert", "position_embedding_type": "absolute"}, "Learned"),
        ({"model_type": "esm", "position_embedding_type": "absolute", "rope_theta": 10000}, "Learned"),
        ({"model_type": "esm", "position_embedding_type": "rotary", "head_dim": 16}, "RoPE"),
        ({"model_type": "kimi_linear", "rope_theta": 10000.0, "mla_use_nope": True}, "NoPE"),
        ({"model_type": "granitemoehybrid", "position_embedding_type": "nope", "rope_theta": 10000}, "NoPE"),
        ({"model_type": "granitemoehybrid", "position_embedding_type": "rope"}, "RoPE"),
        ({"model_type": "nemotron_h", "rope_theta": 10000, "time_step_limit": [0.0, float("inf")]}, "NoPE"),
        ({"model_type": "zamba2", "use_mem_rope": False, "rope_theta": 10000}, "NoPE"),
        ({"model_type": "deberta-v2"}, "Relative"),  # as classes.json says
        ({"model_type": "musicgen"}, "Sinusoidal"),
    ],
)
def test_the_scheme_is_reported(config, scheme):
    read = read_config(config)
    assert read.scheme == scheme
    assert bool(read.layer_types) == (scheme == "RoPE")
    if scheme != "RoPE":
        whole = f"config must be one with rotary frequencies; this one tells position by {scheme}, got "
        with pytest.raises(ConfigError, match=f"^{re.escape(whole)}"):
            read.frequencies()


COUNT = "a whole number from 1 to 65,536"
MISSING = "but it is missing"
REFUSED = [  # changes of LLAMA, key, rule, value as shown
    ({"num_attention_heads": -32}, "num_attention_heads", COUNT, "-32"),
    ({"head_dim": 0}, "head_dim", COUNT, "0"),
    ({"head_dim": 1}, "head_dim", "such that a head has a pair to turn", "1"),
    (PHI | {"partial_rotary_factor": 0.01}, "head_dim", "such that a head has a pair to turn", "1"),
    ({"hidden_size": None}, "hidden_size", "given, or head_dim, to tell the features of a head", "null"),
    ({"num_attention_heads": None}, "num_attention_heads", "given, or head_dim, to tell the features of a head",
     "null"),
    ({"max_position_embeddings": -1}, "max_position_embeddings", None, "-1"),
    ({"rope_theta": 1}, "rope_theta", "a finite number greater than 1", "1"),
    ({"rope_theta": 1e300}, "rope_theta", f"at most {LARGEST**4:.0e}", "1e+300"),
    (PHI | {"partial_rotary_factor": "half"}, "partial_rotary_factor", "a finite number", '"half"'),
    ({"model_type": ["llama"]}, "model_type", "text", "a list of 1 entries"),
    ({"sliding_window": -1}, "sliding_window", None, "-1"),
    ({"text_config": "llama"}, "text_config", "an object", '"llama"'),
    ({"rope_scaling": "linear"}, "rope_scaling", "an object", '"linear"'),
    ({"rope_scaling": {"type": "yarnn"}}, "rope_scaling.type",
     "one of default, mrope, linear, dynamic, yarn, deepseek_yarn, telechat3-yarn, longrope, su, llama3, "
     "proportional", '"yarnn"'),
    ({"rope_scaling": {"type": "linear"}}, "rope_scaling.factor", None, MISSING),
    ({"rope_scaling": {"type": "linear", "factor": "8.0"}}, "rope_scaling.factor", None, '"8.0"'),
    ({"rope_scaling": {"type": "linear", "factor": 1e-320}}, "rope_scaling.factor", None, "1e-320"),
    ({"rope_scaling": {**YARN, "original_max_position_embeddings": "4096"}},
     "rope_scaling.original_max_position_embeddings", None, '"4096"'),
    ({"rope_scaling": {**YARN, "beta_fast": 0}}, "rope_scaling.beta_fast", None, "0"),
    ({"rope_scaling": {**YARN, "truncate": 1}}, "rope_scaling.truncate", "true or false", "1"),
    ({"rope_scaling": {"type": "su", "factor": 2}}, "rope_scaling.short_factor",
     "a list of numbers, one a pair", MISSING),
    ({"rope_scaling": {"type": "su", "short_factor": [1, "2"], "long_factor": [1]}}, "rope_scaling.short_factor",
     None, '"2"'),
    ({"max_position_embeddings": None, "rope_scaling": {"type": "yarn", "factor": 2}},
     "rope_scaling.original_max_position_embeddings", "given, or max_position_embeddings", MISSING),
    ({"rope_parameters": {"full_attention": {"rope_type": "x"}}}, "rope_parameters.full_attention.rope_type",
     None, '"x"'),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "key", "rule", "value"), REFUSED, ids=[f"{c[1]}={c[3]}" for c in REFUSED])
def test_an_invalid_entry_is_refused_with_key_rule_and_value(changes, key, rule, value):
    with pytest.raises(ConfigError) as caught:
        read_config(LLAMA | changes)
    error = caught.value
    assert error.key == key
    ending = value if value == MISSING else f"got {value}"
    assert str(error) == f"{key} must be {rule or error.rule}, {ending}"
    assert len(error.rule) > 3


LONGROPE = {"type": "su", "short_factor": [1.0] * 48, "long_factor": [1.0] * 64}
LENGTH = "sequence_length must be a number of tokens greater than 0, at most 1,099,511,627,776, got"
NO_FREQUENCIES = [
    (
        {"rope_scaling": LONGROPE},
        None,
        None,
        "rope_scaling.short_factor must be 64 numbers, one a pair, got a list of 48 entries",
    ),
    ({}, None, "x" * 10, 'layer_type must be one of full_attention, got "xxxxxxxxxx"'),
    ({}, -1, None, f"{LENGTH} -1"),
    ({}, float("nan"), None, f"{LENGTH} NaN"),
    ({}, "8192", None, f'{LENGTH} "8192"'),
]


@pytest.mark.parametrize(("changes", "length", "layer", "message"), NO_FREQUENCIES)
def test_frequencies_that_there_are_not_are_refused(changes, length, layer, message):
    config = read_config(LLAMA | changes)
    with pytest.raises(ConfigError, match=f"^{re.escape(message)}$"):
        config.frequencies(length, layer)
    assert all(len(finding.message) > 40 for finding in config.findings())  # and it does not raise


def attempt(call, *arguments):
    """What a call returns, or the ConfigError that it raises."""
    try:
        return call(*arguments)
    except ConfigError as error:
        return error


def answers(config, length):
    """Compute everything of a config: results are finite, and messages are short."""
    read = attempt(read_config, config)
    if isinstance(read, ConfigError):
        assert len(str(read)) < 600
        return
    assert all(len(finding.key) < 300 and len(finding.message) < 1000 for finding in read.findings())
    for kind in read.layer_types:
        result = attempt(read.frequencies, length, kind.name)
        if isinstance(result, ConfigError):
            assert len(str(result)) < 600
        else:
            assert np.isfinite(result.inverse).all()
            assert math.isfinite(result.attention_factor)


@pytest.mark.parametrize(
    "changes",
    [
        {"rope_scaling": {**YARN, "beta_fast": 1e-310}},
        {"rope_scaling": {**YARN, "beta_slow": 1e308}},
        {"rope_scaling": {**YARN, "mscale": 1e308, "mscale_all_dim": 1e-308}},
        {"rope_scaling": {**YARN, "mscale": 1, "mscale_all_dim": -10 / math.log(4)}},
        {"rope_scaling": LLAMA3 | {"low_freq_factor": 1e-320, "high_freq_factor": 1e-319}},
        {"rope_scaling": {"type": "su", "short_factor": [1e-320] * 64, "long_factor": [1] * 64}},
        {"max_position_embeddings": 1, "rope_scaling": {"type": "yarn", "factor": 2.0}},
        {"max_position_embeddings": 1, "rope_scaling": {"type": "dynamic", "factor": 2.0}},
        {"rope_theta": 1 + 2e-16, "rotary_dim": 65536, "rope_scaling": YARN},
        {"position_embedding_type": ["rope"]},
    ],
)
def test_numbers_at_the_end_of_the_scale_give_finite_frequencies_or_a_sentence(changes):
    answers(LLAMA | changes, 1e12)


def test_long_names_and_many_types_of_layers_cost_nothing():
    long = LLAMA | {"rope_parameters": {"x" * 1_000_000: {"rope_type": "y" * 800_000}}}
    many = LLAMA | {"rope_parameters": {f"{i}": {"rope_theta": i + 1e4} for i in range(50_000)}}
    start = time.process_time()
    with pytest.raises(ConfigError) as caught:
        read_config(json.dumps(long))
    assert len(str(caught.value)) < 500
    with pytest.raises(ConfigError):
        read_config(json.dumps(many))
    assert time.process_time() - start < 2


NAMES = rules_by_key()
lengths = st.none() | st.integers(1, 2**22)


@st.composite
def valid_configs(draw):
    """A config of any rule, in any of the forms of its entries."""
    pairs, key = draw(st.integers(2, 128)), draw(st.sampled_from(sorted(NAMES)))
    original = draw(st.integers(2, 2**17))
    block = {
        draw(st.sampled_from(["type", "rope_type"])): key,
        "factor": draw(st.floats(1, 128)),
        "original_max_position_embeddings": original,
        "rope_theta": draw(st.floats(1.5, 1e9)),
    }
    match NAMES[key].name:
        case "YaRN":
            block |= {
                "beta_fast": draw(st.floats(0.1, 100)),
                "beta_slow": draw(st.floats(0.1, 100)),
                "truncate": draw(st.booleans()),
            }
        case "LongRoPE":
            block |= {name: [draw(st.floats(0.5, 90))] * pairs for name in ("short_factor", "long_factor")}
        case "Llama 3":
            block |= {"low_freq_factor": draw(st.floats(0.1, 8)), "high_freq_factor": draw(st.floats(0.1, 64))}
        case "Proportional":
            block["partial_rotary_factor"] = draw(st.floats(0.01, 1))
    heads = draw(st.integers(1, 64))
    config = {"num_attention_heads": heads, "hidden_size": 2 * pairs * heads, "max_position_embeddings": original}
    config["max_position_embeddings"] *= draw(st.integers(1, 64))
    return config | {draw(st.sampled_from(["rope_scaling", "rope_parameters"])): block}


@given(valid_configs(), lengths)
def test_frequencies_of_any_valid_config_are_finite_and_no_faster_than_trained(config, length):
    kind = read_config(config).layer_type()
    result, trained = kind.frequencies(length), kind.trained_frequencies()
    assert result.inverse.shape == (kind.rotary_dim // 2,) == trained.shape
    assert np.isfinite(result.inverse).all()
    assert result.attention_factor > 0
    assert math.isfinite(result.attention_factor)
    np.testing.assert_allclose(trained, geometric(kind.base, kind.rotary_dim), rtol=1e-11)
    if kind.rule.name == "Proportional":
        assert (result.inverse >= 0).all()
    else:
        assert (result.inverse > 0).all()
    if kind.rule.slower:
        assert (result.inverse <= trained * (1 + 1e-12)).all()


@given(valid_configs(), lengths)
def test_a_text_and_what_it_stands_for_are_read_alike(config, length):
    one, other = read_config(config), read_config(json.dumps(config, indent=2))
    np.testing.assert_array_equal(one.frequencies(length).inverse, other.frequencies(length).inverse)
    assert one == other
    assert one.findings() == other.findings()


@pytest.mark.parametrize(
    ("source", "keys"),
    [
        ({"head_dim": 64}, []),
        (
            '{"head_dim": 64, "rope_theta": "lots", "max_position_embeddings": -4096}',
            ["rope_theta", "max_position_embeddings"],
        ),
        (
            {"text_config": {"head_dim": 0.5, "rope_scaling": {"type": "magic"}}},
            ["text_config.rope_scaling.type", "text_config.head_dim"],
        ),
        (
            {"head_dim": 64, "rope_scaling": {"type": "magic"}, "rope_theta": 1},
            ["rope_scaling.type", "rope_theta"],
        ),
        ('{"head_dim": ', ["config"]),
        ("{}", ["config"]),
        ({"rope_theta": 1e4}, ["hidden_size"]),
    ],
)
def test_every_entry_that_is_refused_is_named(source, keys):  # but none that is missing only since it was left out
    assert [error.key for error in refusals(source)] == keys

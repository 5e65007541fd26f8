"""Pasted text is read, or refused with the place of the error."""

import json
import shlex
import struct
from contextlib import suppress

import numpy as np
import pytest

from model_configs.advice import advice, assumed_facts
from model_configs.entries import ConfigError
from model_configs.finding import apply_patch
from model_configs.forms import gguf as gguf_form
from model_configs.lengths import lengthen
from model_configs.model_config import read_config
from tests.model_configs.forms.gguf_header import HEADER, gguf, text
from tests.model_configs.samples import LARGE as LLAMA
from tests.model_configs.samples import LLAMA3, YARN


def expect_same(text, config, dim=128):
    """A form is read as the config that it stands for; its remarks are returned."""
    read, expected = read_config(text), read_config(config)
    for length in (None, 200_000):
        result, other = read.frequencies(length), expected.frequencies(length)
        np.testing.assert_allclose(result.inverse, other.inverse, rtol=1e-12)
        assert result.attention_factor == pytest.approx(other.attention_factor, rel=1e-12)
        assert len(result.inverse) == dim // 2
    return read.remarks


SLIPS = {
    "a comment": '{\n "head_dim": 64, // of one head\n "rope_theta": 5e5}',
    "a block comment": '{"head_dim": 64, /* "rope_theta": 1,\n */ "rope_theta": 5e5}',
    "a hash": '{"head_dim": 64,\n# base\n"rope_theta": 5e5}',
    "a trailing comma": '{"head_dim": 64, "rope_theta": 5e5,}',
    "a comma before a comment": '{"head_dim": 64, "rope_theta": 5e5, // the last\n}',
    "a comma in a list": '{"head_dim": 64, "rope_theta": 5e5, "x": [1, 2, ]\n}',
}


@pytest.mark.parametrize("text", SLIPS.values(), ids=SLIPS)
def test_comments_and_trailing_commas_are_read_and_reported(text):
    remarks = expect_same(text, {"head_dim": 64, "rope_theta": 5e5}, 64)
    assert remarks
    assert all(remark.key.startswith("line ") and "Delete it" in remark.message for remark in remarks)


def test_a_remark_names_line_and_column():
    (remark,) = read_config('{\n  "head_dim": 64, // of one head\n  "rope_theta": 5e5}').remarks
    assert "line 2, column 19" in remark.message


def test_comment_marks_inside_a_string_are_kept():
    read = read_config('{"head_dim": 64, "_name_or_path": "https://x.org/a,}", "b": "# \\" // c"}')
    assert read.source["_name_or_path"] == "https://x.org/a,}"
    assert read.remarks == ()


def test_numbers_as_texts_are_read_and_reported():
    block = YARN | {"factor": "4.0", "original_max_position_embeddings": "32768"}
    text = json.dumps(LLAMA | {"rope_theta": "500000", "rope_scaling": block})
    remarks = expect_same(text, LLAMA | {"rope_scaling": YARN})
    assert [remark.key for remark in remarks] == [
        "rope_theta",
        "rope_scaling.factor",
        "rope_scaling.original_max_position_embeddings",
    ]
    cured = json.loads(text)
    for remark in remarks:
        cured = apply_patch(cured, remark.patch)
    assert read_config(json.dumps(cured)).remarks == ()


def test_a_mapping_is_taken_as_it_is():
    with pytest.raises(ConfigError, match='rope_theta must be a finite number greater than 1, got "10000"'):
        read_config(LLAMA | {"rope_theta": "10000"})


@pytest.mark.parametrize("block", [YARN | {"rope_theta": 5e5}, {"rope_scaling": YARN, "rope_theta": 5e5}])
def test_a_block_alone_assumes_a_head_and_says_so(block):
    (remark,) = expect_same(json.dumps(block), SCALED)
    assert "a head of 128 features" in remark.message


SCALED = {"head_dim": 128, "rope_theta": 5e5, "rope_scaling": YARN}
WITH_LLAMA3 = LLAMA | {"rope_scaling": LLAMA3}
LINES = {
    "vllm serve M --hf-overrides '{\"rope_parameters\": {\"rope_type\": \"yarn\", \"factor\": 4.0, "
    '"original_max_position_embeddings": 32768, "rope_theta": 5e5}}\' --max-model-len 131072': SCALED,
    "SGLANG_ALLOW_OVERWRITE_LONGER_CONTEXT_LEN=1 python -m sglang.launch_server --model-path M \\\n"
    ' --json-model-override-args \'{"rope_scaling": {"rope_type": "yarn", "factor": 4.0, '
    '"original_max_position_embeddings": 32768}, "rope_theta": 5e5}\' --context-length 131072': SCALED,
    "llama-server -m M.gguf -c 131072 --rope-scaling yarn --rope-scale 4 --yarn-orig-ctx 32768 "
    "--rope-freq-base 500000": SCALED,
    "llama-server -m M.gguf --rope-freq-scale 0.25 --rope-freq-base 500000": {
        "head_dim": 128, "rope_theta": 5e5, "rope_scaling": {"rope_type": "linear", "factor": 4.0}},
    "--hidden-size 4096 --num-attention-heads 32 --position-embedding-type rope --rotary-base 500000 "
    "--use-rope-scaling --rope-scaling-factor 8.0 --max-position-embeddings 131072": WITH_LLAMA3,
    "--hidden-size=4096 --num-attention-heads=32 --rotary-base=500000 --rotary-percent=1.0 "
    "--rotary-seq-len-interpolation-factor=2": LLAMA | {"rope_scaling": {"rope_type": "linear", "factor": 2.0}},
}  # fmt: skip


@pytest.mark.parametrize(("line", "config"), LINES.items(), ids=[line.split()[0] for line in LINES])
def test_command_lines_are_read(line, config):
    expect_same(line, config)


@pytest.mark.parametrize(
    ("line", "block"),
    [
        (f"vllm serve M --rope-scaling '{json.dumps(YARN)}' --rope-theta 5e5", YARN | {"rope_theta": 5e5}),
        ("vllm serve M --rope-theta=5e5", {"rope_type": "default", "rope_theta": 5e5}),
    ],
)
def test_options_that_vllm_took_out_are_read_and_told_with_those_of_today(line, block):
    config = read_config(line)
    expect_same(line, {"head_dim": 128, "rope_parameters": block})
    (removed, *_) = config.findings()
    assert (removed.severity, removed.key) == ("error", shlex.split(line)[3].partition("=")[0])
    words = shlex.split(removed.message)
    assert json.loads(words[words.index("--hf-overrides") + 1]) == {"rope_parameters": block}


DOTTED = "--hf-overrides.rope_parameters.{}"


def test_overrides_with_dots_are_read_beside_those_as_a_whole():
    rope = {"rope_type": "yarn", "factor": "4.0", "original_max_position_embeddings": "32768", "rope_theta": "5e5"}
    line = " ".join(["vllm serve M", *(f"{DOTTED.format(name)} {value}" for name, value in rope.items())])
    expect_same(line, SCALED)
    expect_same(line.replace("--hf-overrides", "--hf_overrides").replace(" 5e5", "=5e5"), SCALED)
    whole = json.dumps({"rope_parameters": YARN | {"factor": 2.0}})
    more = f"{DOTTED.format('factor')} 4 {DOTTED.format('rope_theta')} 5e5"
    expect_same(f"vllm serve M --hf-overrides '{whole}' {more}", SCALED)
    old = line.replace("--hf-overrides.rope_parameters.", "--rope-scaling.")
    expect_same(old, SCALED)
    assert "--rope-scaling" in [finding.key for finding in read_config(old).findings()]


@pytest.mark.parametrize(
    ("length", "tokens"), [("131072", 131_072), ("128K", 131_072), ("25.6k", 25_600), ("1M", 2**20), ("auto", None)]
)
def test_lengths_are_read_as_vllm_writes_them(length, tokens):  # human_readable_int of its argparse_utils
    line = f"vllm serve M --max-model-len {length} {DOTTED.format('rope_theta')} 5e5"
    assert read_config(line).context == tokens
    with pytest.raises(ConfigError, match=r"--max-model-len must be followed by a number"):
        read_config(line.replace(length, "manyK"))


LLAMA_CPP = "llama-server -m M.gguf --rope-scaling yarn --yarn-orig-ctx 32768 --rope-freq-base 5e5 "


def test_entries_that_llama_cpp_replaces_are_read():
    kv = "--override-kv qwen2.context_length=int:131072,qwen2.rope.scaling.type=str:yarn --override-kv "
    more = "qwen2.rope.freq_base=float:5e5,qwen2.rope.scaling.original_context_length=int:32768"
    expect_same(f"llama-server -m M.gguf {kv}{more} --rope-scale 4", SCALED)
    sizes = "--override-kv=qwen2.embedding_length=int:512,qwen2.attention.head_count=int:8"
    expect_same(
        f"llama-server {sizes},qwen2.rope.freq_base=float:5e5 --yarn-ext-factor -1",
        {"head_dim": 64, "rope_theta": 5e5},
        64,
    )


def test_llama_cpp_s_own_factors_are_read_and_reported():
    config = read_config(f"{LLAMA_CPP} --rope-scale 4 --yarn-attn-factor 0.5 --yarn-ext-factor 0.5")
    assert config.frequencies().attention_factor == pytest.approx(0.5 * YARN_FACTOR)
    keys = [finding.key for finding in config.findings()]
    assert {"--yarn-attn-factor", "--yarn-ext-factor"} <= set(keys)
    unstretched = read_config(f"{LLAMA_CPP} -c 131072")
    assert unstretched.layer_types[0].factor == 1
    assert "--rope-scale" in [finding.key for finding in unstretched.findings()]


@pytest.mark.parametrize(
    ("line", "option"),
    [
        (f"{LLAMA_CPP} --rope-scale 4 --rope-shift 3", "--rope-shift"),
        (
            "--hidden-size 64 --num-attention-heads 4 --position-embedding-type rope --no-rope-freq 4",
            "--no-rope-freq",
        ),
    ],
)
def test_options_that_sound_like_position_and_are_not_read_are_reported(line, option):
    assert [each.key for each in read_config(line).findings() if each.rule == "option_not_read"] == [option]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "vllm serve M --hf-overrides.rope_parameters 4 --hf-overrides.rope_parameters.factor 3",
            "the only one about",
        ),
        (
            "vllm serve M --hf-overrides.rope_parameters.factor",
            r"rope_parameters\.factor must be followed by a value",
        ),
        ("vllm serve M --hf-overrides" + ".a" * 20 + " 1", "--hf-overrides must be followed by at most 16 names"),
        ("llama-server --override-kv qwen2.context_length=int:many", "--override-kv must be KEY=TYPE:VALUE"),
        ("vllm serve M --hf-overrides '{", "command line must be one that a shell can split"),
        ("vllm serve M --hf-overrides '{\"a\" 1}'", "line 1, column 6"),
        ("--hidden-size 64 --position-embedding-type mrope", "--position-embedding-type must be rope, none or"),
        ("--hidden-size 64 --multi-latent-attention", "--multi-latent-attention must be told as a config.json"),
        (
            "vllm serve Qwen/Qwen3-8B --max-model-len 1",
            "--max-model-len must be followed by a whole number from 2 to",
        ),
        ("llama-server -m M.gguf -c 9007199254740992", "-c must be followed by a whole number from 2 to"),
        ("--rotary-base many --hidden-size 64", '--rotary-base must be followed by a number, got "many"'),
    ],
)
def test_a_damaged_line_is_refused_with_its_place(line, message):
    with pytest.raises(ConfigError, match=message):
        read_config(line)


@pytest.mark.parametrize(
    ("line", "scheme"),
    [
        ("--position-embedding-type none --hidden-size 64", "NoPE"),
        ("--position-embedding-type learned_absolute --rotary-base 5000 --hidden-size 64", "Learned"),
        ("--hidden-size 64 --num-attention-heads 4 --max-position-embeddings 512", "Learned"),  # its default
    ],
)
def test_a_line_may_ask_for_another_encoding(line, scheme):
    config = read_config(line)
    assert (config.scheme, config.hidden_size, config.findings()) == (scheme, 64, [])


def test_rotary_options_that_megatron_does_not_look_at_are_reported():
    line = "--hidden-size 4096 --num-attention-heads 32 --rotary-base 500000"
    first, *_ = read_config(line).findings()
    assert (first.severity, first.key) == ("warning", "--position-embedding-type")
    for option in ("--position-embedding-type rope", "--use-rotary-position-embeddings"):
        rules = {finding.rule for finding in read_config(f"{line} {option}").findings()}
        assert "rotary_not_switched_on" not in rules


def test_a_factor_that_megatron_does_not_read_is_reported():
    line = "--hidden-size 3072 --num-attention-heads 24 --use-rotary-position-embeddings --rotary-base 500000 "
    config = read_config(line + "--use-rope-scaling --rotary-scaling-factor 32.0")
    assert config.layer_types[0].factor == 8
    (finding,) = [each for each in config.findings() if each.rule == "factor_for_latent_attention"]
    assert (finding.key, "--rope-scaling-factor 32" in finding.message) == ("--rotary-scaling-factor", True)
    with pytest.raises(ConfigError, match="--rotary-scaling-factor must be followed by a number"):
        read_config(line + "--use-rope-scaling --rotary-scaling-factor many")


def test_params_of_llama_and_mistral_are_read():
    llama = {"dim": 4096, "n_layers": 32, "n_heads": 32, "rope_theta": 500000.0, "use_scaled_rope": True}
    (remark,) = expect_same(json.dumps(llama), WITH_LLAMA3)
    assert "Llama 3.2" in remark.message
    params = llama | {"rope_scaling_factor": 16, "rope_high_freq_factor": 1}
    later = LLAMA | {"rope_scaling": LLAMA3 | {"factor": 16.0, "high_freq_factor": 1.0}}
    assert expect_same(json.dumps(params), later) == ()
    yarn = {"factor": 16, "original_max_position_embeddings": 16384, "beta": 32, "alpha": 1, "apply_scale": False}
    mistral = {"dim": 5120, "n_layers": 40, "n_heads": 32, "head_dim": 128, "rope_theta": 1e9, "yarn": yarn}
    betas = {"beta_fast": 32, "beta_slow": 1, "attention_factor": 1.0}
    block = YARN | {"factor": 16.0, "original_max_position_embeddings": 16384} | betas
    expect_same(json.dumps(mistral), {"head_dim": 128, "rope_theta": 1e9, "rope_scaling": block})
    assert [each.window for each in read_config(json.dumps(mistral)).layer_types] == [None]
    (windowed,) = read_config(json.dumps(mistral | {"sliding_window": 4096})).layer_types
    assert windowed.window == 4096


SMALL = {"dim": 512, "n_layers": 2, "n_heads": 4}
BLOCK = {"factor": 4.5, "original_max_position_embeddings": 512}
# https://huggingface.co/meta-llama/Llama-4-Scout-17B-16E-Original/blob/main/params.json
SCOUT = (
    {"dim": 5120, "n_layers": 48, "n_heads": 40, "n_kv_heads": 8, "rope_theta": 500000.0}
    | {"use_scaled_rope": True, "rope_scaling_factor": 16.0, "rope_high_freq_factor": 1.0}
    | {"nope_layer_interval": 4, "attention_chunk_size": 8192}
)


def test_params_of_llama_4_tell_layers_without_position_and_chunks():
    config = read_config(SCOUT)
    assert [layer.position for layer in config.stack] == ["RoPE", "RoPE", "RoPE", "none"] * 12
    assert [layer.window for layer in config.stack[:4]] == [8192, 8192, 8192, None]
    assert (config.head_dim, config.temperature) == (128, None)
    everywhere = {name: value for name, value in SCOUT.items() if name != "nope_layer_interval"}
    assert {layer.position for layer in read_config(everywhere).stack} == {"RoPE"}


@pytest.mark.parametrize(
    ("params", "key"),
    [
        (SCOUT | {"rope_new": 3}, "rope_new"),
        (SMALL | {"position_shift": 7}, "position_shift"),
        (SMALL | {"yarn": BLOCK | {"mystery": 1}}, "rope_scaling.mystery"),
    ],
)
def test_entries_of_params_that_nothing_reads_are_reported(params, key):
    assert key in [finding.key for finding in read_config(params).findings()]


@pytest.mark.parametrize("params", [SCOUT, {"dim": 4096, "n_layers": 32, "n_heads": 32, "use_scaled_rope": True}])
def test_a_length_that_params_do_not_tell_is_assumed_and_nothing_follows_from_it(params):
    config = read_config(params)
    assert assumed_facts(config) == ("length",)
    assert all(lengthen(kind, 10**7) is kind for kind in config.layer_types)
    assert [finding.severity for finding in advice(config, 10**7)] == ["info"]
    longer = read_config(params | {"max_seq_len": 8192})
    assert assumed_facts(longer) == ()


@pytest.mark.parametrize("bad", [10**400, float("nan"), -4, "4", True])
def test_bad_numbers_in_params_are_refused_or_not_used(bad):
    read_or_refuse(SMALL | {"yarn": BLOCK | {"original_max_position_embeddings": bad}})
    read_or_refuse(SMALL | {"nope_layer_interval": bad, "head_dim": bad})


def test_a_base_that_params_of_mistral_do_not_tell_is_that_of_the_maker_s_program():
    params = {"dim": 4096, "n_layers": 32, "n_heads": 32, "head_dim": 128}
    for more, base in (({}, 1e6), ({"sliding_window": 4096}, 1e4)):
        config = read_config(params | more)
        assert config.layer_types[0].base == base
        assert [remark.key for remark in config.remarks] == ["rope_theta"]


def test_the_header_of_a_gguf_file_is_read():
    config = {"hidden_size": 3584, "num_attention_heads": 28, "rope_theta": 1e6, "rope_scaling": YARN} | {
        "max_position_embeddings": 131072
    }
    expect_same(HEADER + bytes(1000), config)


def test_a_header_is_read_from_its_entries_as_text_too():
    entries = json.loads(gguf_form.entries(HEADER))
    assert entries["qwen2.context_length"] == 131_072
    assert not any(name.startswith("tokenizer") for name in entries)
    whole = read_config(HEADER)
    as_text = read_config(json.dumps(entries))
    assert as_text.layer_types == whole.layer_types
    assert as_text.remarks == whole.remarks


def test_a_header_of_a_family_with_stored_divisors_says_so_as_text_too():
    entries = {"general.architecture": "llama", "llama.attention.key_length": 64, "llama.context_length": 8192}
    assert [remark.key for remark in read_config(json.dumps(entries)).remarks] == [
        "rope_freqs",
        "general.architecture",
    ]


def of_header(kind, **entries):
    """A config from entries as programs print them; "__" stands for a dot."""
    header = {f"{kind}.{name.replace('__', '.')}": value for name, value in entries.items()}
    return read_config(json.dumps({"general.architecture": kind} | header))


WIDTHS = {"embedding_length": 4096, "attention__head_count": 32, "context_length": 131072, "rope__freq_base": 1e6}
HEADER_SCALED = {
    "rope__scaling__type": "yarn",
    "rope__scaling__factor": 4.0,
    "rope__scaling__original_context_length": 32768,
}
YARN_FACTOR = 0.1 * np.log(4) + 1  # what YaRN does to attention, https://github.com/ggml-org/llama.cpp/pull/17945


@pytest.mark.parametrize(
    ("kind", "entries", "attention"),
    [
        ("qwen2", {}, YARN_FACTOR),
        ("qwen2", {"rope__scaling__attn_factor": 0.5}, 0.5 * YARN_FACTOR),  # it multiplies
        ("deepseek2", {"rope__scaling__yarn_log_multiplier": 0.0707}, 1.0),
        ("deepseek2", {"rope__scaling__yarn_log_multiplier": 0.1, "rope__scaling__attn_factor": 2.0}, 2.0),
        ("minicpm3", {"rope__scaling__yarn_log_multiplier": 0.05}, YARN_FACTOR / (0.05 * np.log(4) + 1)),
        ("mistral3", {"rope__scaling__yarn_log_multiplier": 1.0}, 1.0),
    ],
)
def test_attention_of_a_header_is_scaled_as_llama_cpp_does(kind, entries, attention):
    result = of_header(kind, **WIDTHS, **HEADER_SCALED, **entries).frequencies()
    assert result.attention_factor == pytest.approx(attention, rel=1e-12)


def test_the_architecture_of_a_header_tells_family_and_encoding():
    positions = [layer.position for layer in of_header("smollm3", **WIDTHS, block_count=4).stack]
    assert positions == ["RoPE", "RoPE", "RoPE", "none"]
    assert of_header("bloom", **WIDTHS).scheme == "ALiBi"
    assert of_header("gpt2", **WIDTHS).scheme == "Learned"
    assert assumed_facts(of_header("qwen2", **WIDTHS)) == ()
    stranger = of_header("nobody-knows", **WIDTHS)
    assert (stranger.model_type, assumed_facts(stranger)) == ("nobody-knows in GGUF", ("encoding",))
    silent = {name: value for name, value in WIDTHS.items() if name != "context_length"}
    assert assumed_facts(of_header("qwen2", **silent)) == ("length",)  # no default of the type


@pytest.mark.parametrize("pattern", [6, [True, True, True, True, True, False] * 2])
def test_windows_of_a_header_have_their_base(pattern):
    config = of_header(
        "gemma3",
        **WIDTHS,
        block_count=12,
        rope__freq_base_swa=1e4,
        attention__sliding_window=1024,
        attention__sliding_window_pattern=pattern,
    )
    assert [layer.window for layer in config.stack] == [1024, 1024, 1024, 1024, 1024, None] * 2
    bases = {kind.name: kind.base for kind in config.layer_types}
    assert bases == {"full_attention": 1e6, "sliding_attention": 1e4}


@pytest.mark.parametrize(("kind", "features"), [("gptneox", 32), ("phi2", 48), ("deepseek2", 64), ("glm4", 100)])
def test_features_that_turn_are_those_of_the_header(kind, features):
    config = of_header(kind, **WIDTHS, rope__dimension_count=features)
    np.testing.assert_allclose(config.frequencies().inverse, 1e6 ** (-np.arange(0, features, 2) / features))
    assert [result for result in config.findings() if result.rule == "unread_beside"] == []


def test_sections_of_a_header_are_read():
    header = {"general.architecture": "qwen2vl", "qwen2vl.context_length": 32768, "qwen2vl.embedding_length": 3584}
    header |= {"qwen2vl.attention.head_count": 28, "qwen2vl.rope.dimension_sections": [16, 24, 24, 0]}
    (kind,) = read_config(gguf(header)).layer_types
    assert kind.entries.values["mrope_section"] == [16, 24, 24]


@pytest.mark.parametrize(
    ("entries", "key"),
    [
        (HEADER_SCALED | {"rope__scaling__yarn_ext_factor": 0.5}, "qwen2.rope.scaling.yarn_ext_factor"),
        ({"rope__new_number": 3}, "qwen2.rope.new_number"),
        ({"attention__temperature_length": 4096}, "qwen2.attention.temperature_length"),
    ],
)
def test_entries_of_a_header_that_nothing_reads_are_reported(entries, key):
    assert key in [finding.key for finding in of_header("qwen2", **WIDTHS, **entries).findings()]
    usual = {"rope__scaling__yarn_ext_factor": 1.0, "rope__scaling__finetuned": False}
    result = of_header("qwen2", **WIDTHS, **HEADER_SCALED, **usual).findings()
    assert not [finding for finding in result if finding.rule.startswith("unread")]


def test_a_header_with_a_factor_alone_is_linear_and_lists_are_refused_by_name():
    for name in ("rope__scaling__factor", "rope__scale_linear"):
        assert of_header("llama", **WIDTHS, **{name: 4.0}).layer_types[0].in_configs.keys[0] == "linear"
    with pytest.raises(
        ConfigError, match=r"phi3\.rope\.scaling\.type must be one whose numbers stand in the header"
    ):
        of_header("phi3", **WIDTHS, rope__scaling__type="longrope", rope__scaling__attn_factor=1.19)
    with pytest.raises(ConfigError, match=r"glm4\.rope\.dimension_count must be a whole number"):
        of_header("glm4", **WIDTHS, rope__dimension_count=10**400)
    with pytest.raises(ConfigError, match=r"qwen2\.rope\.scaling\.factor must be"):
        of_header("qwen2", **WIDTHS, rope__scaling__factor=-2.0)


def test_a_header_is_refused_before_it_is_read_where_it_holds_too_much():
    architecture = {"general.architecture": "llama"}
    numbers = {f"llama.list{number}": [1] * 4096 for number in range(10)}
    with pytest.raises(
        ConfigError, match="GGUF header must be of at most 100,000 bytes that speak of the model, got"
    ):
        read_config(gguf(numbers | architecture))
    others = {f"other.list{number}": [1] * 4096 for number in range(10)}
    assert json.loads(gguf_form.entries(gguf(others | architecture))) == architecture
    texts = struct.pack("<IQQ", 3, 0, 1) + text("t") + struct.pack("<IIQ", 9, 8, 2**40)
    with pytest.raises(ConfigError, match="GGUF header must be of at most 1,500,000 texts"):
        read_config(b"GGUF" + texts)


def test_a_header_without_architecture_is_refused():
    with pytest.raises(ConfigError, match=r"general\.architecture must be a text"):
        read_config(gguf({"general.name": "x"}))


def test_bytes_of_a_json_file_are_read():
    expect_same(json.dumps(LLAMA).encode(), LLAMA)


@pytest.mark.parametrize("length", range(4, len(HEADER), 7))
def test_a_header_that_is_cut_off_is_refused(length):
    with pytest.raises(ConfigError, match="GGUF header must be whole"):
        read_config(HEADER[:length])


def read_or_refuse(source):
    """Nothing but a ConfigError of bounded length escapes."""
    with suppress(ConfigError):
        result = read_config(source).findings()
        assert all(len(finding.message) < 1000 for finding in result)


def test_a_deep_config_is_refused_by_name_and_halves_of_characters_are_made_whole():
    deep = current = {}
    for _ in range(300):
        current["a"] = {}
        current = current["a"]
    for source in (deep, json.dumps({"head_dim": 64, "x": deep})):
        with pytest.raises(ConfigError, match="nested less deeply, at most 64 levels"):
            read_config(source)
    read = read_config('{"model_type": "\\ud800", "head_dim": 64, "\\udc00": 1, "x": "\U0001f600"}')
    assert read.source == {"model_type": "�", "head_dim": 64, "�": 1, "x": "\U0001f600"}
    json.dumps(read.source, ensure_ascii=False).encode()


def test_a_line_that_is_all_comment_has_no_words():
    with pytest.raises(ConfigError, match="config must be JSON"):
        read_config("#vllm serve m --max-model-len 2")


SLOTS = "llama-server -m Qwen3-32B-Q4_K_M.gguf"


@pytest.mark.parametrize(
    ("options", "target", "says"),
    [
        ("-c 163840 -np 4", None, None),  # 40,960 a slot, as the model has
        ("-c 163840 -np 4", 40_960, None),
        ("-c 32768 -np 4", 32_768, "-c 131072 for 32,768 tokens a slot"),
        ("-c 32768 -np 4 -kvu", 32_768, None),
        ("-c 32768 --parallel -1", 32_768, None),  # four slots that share, by default
        ("-c 8192", 32_768, "The server takes 8,192 tokens"),
        ("-c 524288 -np 4 --rope-scaling yarn --rope-scale 4 --yarn-orig-ctx 32768", 131_072, None),
    ],
)
def test_a_slot_s_length_is_held_against_what_is_asked_for(options, target, says):
    found = [each for each in read_config(f"{SLOTS} {options}").findings(target) if each.severity != "info"]
    assert [each.rule for each in found] == (["length_per_slot"] if says else [])
    assert says is None or says in found[0].message


def test_a_number_of_slots_that_is_none_is_refused():
    for count in ("0", "many", "1e9"):
        with pytest.raises(ConfigError, match=r"^-np must be followed by a"):
            read_config(f"{SLOTS} -c 8192 -np {count}")


def windowed(kind, **entries):
    """A header of four layers, of which the first has no window."""
    shape = {"context_length": 131072, "embedding_length": 2048, "block_count": 4, "attention.head_count": 16}
    shape |= {"attention.sliding_window": 512, "attention.sliding_window_pattern": [False, True, True, True]}
    named = {name.replace("__", "."): value for name, value in entries.items()}
    return {"general.architecture": kind} | {f"{kind}.{name}": value for name, value in (shape | named).items()}


TYPES = {"num_hidden_layers": 4, "layer_types": ["full_attention", *["sliding_attention"] * 3]}
WINDOWED = [  # headers by the keys of their converters in llama.cpp, and the config that says the same
    (
        windowed(
            "gemma4", attention__key_length=512, attention__key_length_swa=256, rope__freq_base=1e6,
            rope__freq_base_swa=1e4, rope__dimension_count=512, rope__dimension_count_swa=256,
        ),
        {"model_type": "gemma4_text", "head_dim": 256, "global_head_dim": 512, **TYPES},
    ),
    (
        windowed(
            "laguna", context_length=262144, attention__key_length=128, rope__freq_base=5e5,
            rope__freq_base_swa=1e4,
            rope__dimension_count=64, rope__dimension_count_swa=128, rope__scaling__type="yarn",
            rope__scaling__factor=64.0, rope__scaling__original_context_length=4096,
            rope__scaling__yarn_ext_factor=1.0, rope__scaling__yarn_beta_fast=32.0,
        ),
        {
            "model_type": "laguna", "head_dim": 128, "max_position_embeddings": 262144, **TYPES,
            "rope_parameters": {
                "full_attention": {
                    "rope_type": "yarn", "rope_theta": 5e5, "factor": 64.0, "beta_fast": 32.0,
                    "original_max_position_embeddings": 4096, "partial_rotary_factor": 0.5,
                },
                "sliding_attention": {"rope_type": "default", "rope_theta": 1e4},
            },
        },
    ),
    (
        windowed(
            "step35", attention__key_length=128, rope__freq_base=5e6, rope__freq_base_swa=1e4,
            rope__dimension_count=64, rope__dimension_count_swa=128,
        ),
        {
            "model_type": "step3p5", "head_dim": 128, "rope_theta": [5e6, 1e4, 1e4, 1e4],
            "partial_rotary_factors": [0.5, 1.0, 1.0, 1.0], **TYPES,
        },
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("header", "config"), WINDOWED, ids=[header["general.architecture"] for header, _ in WINDOWED]
)
def test_layers_with_a_window_have_the_frequencies_of_the_config(header, config):
    read, expected = read_config(json.dumps(header)), read_config(config)
    assert [kind.name for kind in read.layer_types] == ["full_attention", "sliding_attention"]
    for kind in expected.layer_types:
        result, other = read.frequencies(None, kind.name), expected.frequencies(None, kind.name)
        np.testing.assert_allclose(result.inverse, other.inverse, rtol=1e-12)
        assert result.attention_factor == pytest.approx(other.attention_factor, rel=1e-12)
    assert [each.rule for each in read.findings() if each.severity != "info" or "unread" in each.rule] == []


def with_tensors(header, *names, more=b""):
    """The bytes of a file whose header is followed by its tensors' names."""
    data = gguf(header)
    infos = b"".join(text(name) + struct.pack("<IQIQ", 1, 64, 0, 0) for name in names)
    return data[:8] + struct.pack("<Q", len(names)) + data[16:] + infos + more


LLAMA_31 = {
    "general.architecture": "llama", "llama.context_length": 131072, "llama.embedding_length": 4096,
    "llama.attention.head_count": 32, "llama.rope.freq_base": 500000.0,
}  # fmt: skip


PHI_3 = {
    "general.architecture": "phi3", "phi3.context_length": 131072, "phi3.embedding_length": 3072,
    "phi3.attention.head_count": 32, "phi3.rope.dimension_count": 96, "phi3.rope.freq_base": 10000.0,
    "phi3.rope.scaling.original_context_length": 4096, "phi3.rope.scaling.attn_factor": 1.190238,
}  # fmt: skip


@pytest.mark.parametrize(
    ("header", "names", "is_missing"),
    [
        (PHI_3, ["token_embd.weight", "rope_factors_long.weight", "rope_factors_short.weight"], False),
        (PHI_3, ["token_embd.weight"], True),  # llama.cpp #7225
        (PHI_3 | {"phi3.context_length": 4096}, ["token_embd.weight"], False),
        (LLAMA_31, ["token_embd.weight", "rope_freqs.weight"], False),
        (LLAMA_31, ["token_embd.weight", "output.weight"], True),
        (LLAMA_31 | {"llama.context_length": 8192}, ["token_embd.weight"], False),  # Llama 3 has no divisors
        (LLAMA_31 | {"split.count": 2}, ["token_embd.weight"], False),  # another part may have them
        (WINDOWED[0][0], ["token_embd.weight"], True),
        (WINDOWED[1][0], ["token_embd.weight"], False),
        (LLAMA_31, [], False),  # a header alone
    ],
)
def test_a_file_without_the_tensor_of_divisors_is_told_by_its_tensors(header, names, is_missing):
    numbers = {name: value for name, value in header.items() if not isinstance(value, list)}
    found = [each.rule for each in read_config(with_tensors(numbers, *names)).findings()]
    assert ("divisors_missing" in found) == is_missing


def test_tensors_that_are_cut_off_are_not_missing():
    whole = with_tensors(LLAMA_31, "token_embd.weight", "rope_freqs.weight")
    for end in range(len(gguf(LLAMA_31)), len(whole)):
        assert "divisors_missing" not in [each.rule for each in read_config(whole[:end]).findings()]

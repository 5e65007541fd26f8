"""Configs are rewritten, cured line by line, quoted, and packed into links."""

import base64
import json
import zlib

import pytest

from model_configs.cure import difference, excerpt
from model_configs.entries import ConfigError
from model_configs.finding import apply_patch
from model_configs.link import LONGEST, MOST, POSITION, pack, unpack
from model_configs.model import FULL, SLIDING
from model_configs.model_config import read_config
from model_configs.presets import PRESETS
from model_configs.rewrite import STYLES, changes, corrected, to_json
from tests.model_configs.samples import CONFIGS, LLAMA, expect_same, targets

# ---- A rewritten config reads back to the same frequencies.


@pytest.mark.parametrize("style", STYLES)
def test_corrected_presets_read_back_to_the_same_frequencies(style):
    for config in CONFIGS.values():
        for target in targets(config):
            whole = corrected(config, target, style)
            expect_same(config, target, json.dumps(whole))


def test_entries_that_do_not_concern_position_are_kept():
    config = read_config(LLAMA | {"vocab_size": 7, "deep": {"a": [1, None]}, "rope_theta": 1e4})
    whole = corrected(config, 8192)
    assert (whole["vocab_size"], whole["deep"], whole["hidden_size"]) == (7, {"a": [1, None]}, 512)
    assert "rope_theta" not in whole
    assert config.source["rope_theta"] == 1e4


def test_a_nested_text_config_is_changed_where_it_stands():
    config = CONFIGS["Gemma 3 12b"]
    whole = corrected(config, 262_144)
    assert whole["model_type"] == "gemma3"
    blocks = whole["text_config"]["rope_parameters"]
    assert blocks[FULL] == {"rope_type": "linear", "rope_theta": 1e6, "factor": 16.0}
    assert blocks[SLIDING] == {"rope_type": "default", "rope_theta": 1e4}
    assert whole["text_config"]["max_position_embeddings"] == 262_144
    old = corrected(config, 262_144, "rope_scaling")["text_config"]
    assert (old["rope_theta"], old["rope_local_base_freq"]) == (1e6, 1e4)
    assert old["rope_scaling"] == {"rope_type": "linear", "factor": 16.0}


def test_no_default_is_left_unsaid_and_old_names_are_new():
    config = read_config(LLAMA | {"rope_scaling": {"type": "yarn", "factor": 4}, "max_position_embeddings": 4096})
    part = changes(config, 16_384)
    assert part["rope_parameters"] == {
        "rope_type": "yarn",
        "rope_theta": 10_000.0,
        "factor": 4.0,
        "original_max_position_embeddings": 4096,
    }
    assert part["rope_scaling"] is None
    assert json.loads(to_json(part)) == {
        "rope_parameters": part["rope_parameters"],
        "max_position_embeddings": 16_384,
    }


def test_the_length_before_a_linear_factor_is_not_raised():  # programs multiply it
    config = read_config(LLAMA | {"rope_scaling": {"rope_type": "linear", "factor": 4.0}})
    assert "max_position_embeddings" not in changes(config, 32_768)
    assert changes(config, 32_768)["rope_parameters"]["factor"] == 8


def test_the_old_style_has_no_words_for_two_rules():
    blocks = {
        "full_attention": {"rope_type": "default", "rope_theta": 1e6},
        "sliding_attention": {"rope_type": "linear", "rope_theta": 1e4, "factor": 2.0},
    }
    config = read_config(LLAMA | {"rope_parameters": blocks})
    assert corrected(config, 8192, "rope_scaling") is None
    assert changes(config, 4096, "rope_scaling") is None
    expect_same(config, 8192, json.dumps(corrected(config, 8192)))


def test_mrope_sections_stay_in_the_block():
    part = changes(CONFIGS["Qwen2-VL"], 131_072)["rope_parameters"]
    assert part["mrope_section"] == [16, 24, 24]
    assert part["rope_type"] == "yarn"


def test_an_unknown_style_is_refused():
    with pytest.raises(ValueError, match=r"^style must be one of rope_parameters, rope_scaling, got 'yaml'$"):
        changes(CONFIGS["Llama-2-7B"], 8192, "yaml")


V4 = {
    "model_type": "deepseek_v4",
    "compress_ratios": [0, 0, 4, 128] * 2,
    "qk_rope_head_dim": 64,
    "max_position_embeddings": 1048576,
    "rope_theta": 10000,
    "compress_rope_theta": 160000,
    "rope_scaling": {"type": "yarn", "factor": 16, "original_max_position_embeddings": 65536},
}


def test_layers_with_a_window_stay_as_they_were_trained():  # in DeepSeek-V4, those that do not compress
    blocks = corrected(read_config(V4), 2 * 1048576)["rope_parameters"]
    assert blocks["main"] == {"rope_type": "default", "rope_theta": 1e4, "partial_rotary_factor": 0.125}
    assert (blocks["compress"]["rope_type"], blocks["compress"]["factor"]) == ("yarn", 32.0)


@pytest.mark.parametrize(
    "config",
    [
        V4,
        V4 | {"rope_scaling": None},
        {"model_type": "mistral4"},
        {"model_type": "mistral4", "rope_scaling": {"type": "yarn", "factor": 4, "mscale": 1, "mscale_all_dim": 1}},
        {"model_type": "mistral4", "rope_parameters": {"rope_type": "default", "rope_theta": 1e4}},
    ],
)
def test_the_share_that_turns_is_written_where_a_class_would_take_another(config):
    read = read_config(config)
    for target in targets(read):
        whole = corrected(read, target)
        expect_same(read, target, json.dumps(whole))
        written_out = whole["rope_parameters"]
        blocks = [block for block in written_out.values() if isinstance(block, dict)] or [written_out]
        assert all("partial_rotary_factor" in block for block in blocks)


# ---- A cure as a diff, with long values cut.


def test_a_diff_leaves_out_unchanged_entries():
    lines = difference({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"c": 4}}).splitlines()
    assert lines == ['  "b": {', '-   "c": 2', '+   "c": 4', "  }"]
    assert difference({"a": 1}, {"a": 1}) == ""


def test_a_diff_shows_removed_and_added_entries():
    assert difference({"type": "yarn"}, {"type": None}) == '- "type": "yarn"'
    assert difference({}, {"type": None}) == ""
    gone = difference({"rope_scaling": {"factor": 2.0}}, {"rope_scaling": None}).splitlines()
    assert gone == ['- "rope_scaling": {', '-   "factor": 2.0', "- }"]
    new = difference({}, {"rope_scaling": {"factor": 2.0}}).splitlines()
    assert new == ['+ "rope_scaling": {', '+   "factor": 2.0', "+ }"]


def test_a_whole_number_that_becomes_a_decimal_one_is_a_change():
    assert difference({"factor": 4}, {"factor": 4.0}).splitlines() == ['- "factor": 4', '+ "factor": 4.0']


@pytest.mark.parametrize(
    "value", ["x" * 10**6, [1.0] * 10**6, {"a": 1}, [[[1] * 10**6]], {str(n): n for n in range(10**5)}]
)
def test_a_long_value_is_cut(value):
    assert len(difference({"a": value}, {"a": 3})) < 400


def test_every_patch_of_a_known_model_has_lines_and_can_be_applied():
    count = 0
    for preset in PRESETS.values():
        for finding in read_config(preset.config).findings(10**6):
            if finding.patch:
                count += 1
                assert difference(preset.config, finding.patch)
                read_config(apply_patch(preset.config, finding.patch))
    assert count > 20


# ---- Where a text cannot be used.


def refused(text):
    with pytest.raises(ConfigError) as caught:
        read_config(text)
    return caught.value


def test_the_line_that_is_no_json_is_marked():
    text = '{"a": 1,\n "b" 2,\n "c": 3,\n "d": 4,\n "e": 5}'
    assert excerpt(text, refused(text)).splitlines() == [
        '  1 │ {"a": 1,',
        '→ 2 │  "b" 2,',
        '  3 │  "c": 3,',
        '  4 │  "d": 4,',
    ]


def test_the_line_of_an_entry_that_cannot_be_used_is_marked():
    text = '{"head_dim": 64,\n "rope_scaling": {\n  "rope_type": "magic"}}'
    assert excerpt(text, refused(text)).splitlines()[-1] == '→ 3 │   "rope_type": "magic"}}'


def test_a_missing_entry_has_no_excerpt():
    text = '{"model_type": "llama", "hidden_size": 4096, "rope_theta": 1e4, "num_attention_heads": null}'
    error = ConfigError("num_key_value_heads", "given", None)
    assert excerpt(text, error) == excerpt("", refused("")) == ""


@pytest.mark.parametrize("text", ["[" * 10**5, '{"head_dim": ' + "9" * 1000 + "}", "\n" * 10**5 + "x"])
def test_an_excerpt_is_short(text):
    assert len(excerpt(text, refused(text))) < 700


@pytest.mark.parametrize(
    ("text", "cure"),
    [
        ("{\"a\": 'b'}", "double quotation marks"),
        ("{'a': 1}", "double quotation marks"),
        ('{"a": True}', "writes true"),
        ('{"a": None}', "writes null"),
    ],
)
def test_what_python_prints_is_refused_with_its_cure(text, cure):
    assert cure in str(refused(text))


# ---- A config in an address: packing and unpacking, and untrusted input.


def packed(data):
    return base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")


def test_every_preset_opens_again_as_it_was():
    for preset in PRESETS.values():
        config = read_config(preset.config)
        again = unpack(pack(config))
        assert again == config
        assert [str(finding) for finding in again.findings()] == [str(finding) for finding in config.findings()]


def test_only_what_speaks_of_position_is_packed():
    secret = {"_name_or_path": "/home/someone/secret", "auth": "hunter2", "vocab_size": 3}
    config = read_config(PRESETS["Llama-2-7B"].config | secret)
    assert set(unpack(pack(config)).source) <= POSITION
    assert pack(config) == pack(read_config(PRESETS["Llama-2-7B"].config))


def test_it_needs_no_escaping_in_an_address():
    assert all(
        letter.isalnum() or letter in "-_"
        for preset in PRESETS.values()
        for letter in pack(read_config(preset.config))
    )


def test_a_config_that_is_too_long_is_not_packed():
    names = [f"layer {number} of {number**7 % 9973}" for number in range(4000)]
    assert pack(read_config(PRESETS["Llama-2-7B"].config | {"layer_types": names})) is None


WHOLE = packed(json.dumps(dict(PRESETS["Llama-2-7B"].config)).encode())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "%",
        "é",
        "AAAA",
        "eNp1",
        WHOLE[:-9],
        WHOLE[3:],
        "A" * (LONGEST + 1),
        packed(b"\xff\xfe"),
        packed(b"[1]"),
        packed(b"{" * 500),
        packed(b" " * (MOST + 1)),
        packed(b'{"hidden_size": -1}'),
        packed(b'{"a": NaN}'),
    ],
)
def test_a_damaged_link_is_refused(text):
    with pytest.raises(ConfigError):
        unpack(text)


def test_a_bomb_is_not_unpacked():  # 500 MB of zeros, deflated twice, fit into an address
    bomb = zlib.compressobj(9)
    data = b"".join([bomb.compress(bytes(10**6)) for _ in range(3)]) + bomb.flush()
    text = base64.urlsafe_b64encode(data).decode().rstrip("=")
    assert len(text) <= LONGEST
    with pytest.raises(ConfigError, match="when unpacked"):
        unpack(text)


def test_a_number_that_json_cannot_write_stays_present():  # its presence alone may name the encoding
    config = read_config('{"hidden_size": 64, "num_attention_heads": 4, "relative_attention_num_buckets": NaN}')
    assert unpack(pack(config)).scheme == config.scheme == "T5"

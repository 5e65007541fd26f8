"""Where a text cannot be used."""

import pytest

from core.config.cure import excerpt
from core.inputs.entries import ConfigError
from core.model_config import read_config


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


def test_what_the_text_does_not_hold_has_no_place():
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
        ("{'a': 1}", "double quotes"),
        ('{"a": True}', "writes true"),
        ('{"a": None}', "writes null"),
    ],
)
def test_what_python_prints_is_refused_with_its_cure(text, cure):
    assert cure in refused(text).rule

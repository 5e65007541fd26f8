"""Untrusted JSON: errors name the place, and nothing takes long."""

import json
import re
import time
from types import MappingProxyType

import pytest

from model_configs.entries import LARGEST, ConfigError, Entries, as_text
from model_configs.json_text import CHARACTERS, MOST_COMMAS, MOST_CONTAINERS, parse
from model_configs.model_config import read_config

NOTHING = [  # (source, rule, value as shown)
    (None, "JSON text or a mapping", "null"),
    (b"{}", "JSON text or a mapping", "bytes"),
    (7, "JSON text or a mapping", "7"),
    ([{}], "JSON text or a mapping", "a list of 1 entries"),
    ("", "JSON, which begins with `{`: paste the whole file", '"nothing"'),
    ('{"a": NaN}', "made of finite numbers", '"NaN"'),
    ('{"a": [-Infinity]}', "made of finite numbers", '"-Infinity"'),
    ('{"a": 1e999}', "made of finite numbers", '"1e999"'),
    ({"a": float("inf")}, "made of finite numbers", '"Infinity"'),
    ({"a": {1, 2}}, "made of objects, lists, texts and numbers", "an object of 1 entries"),
]
WHOLE = "config is one object, { … }. Paste the model’s whole config.json"
NO_JSON = [  # source, line, sentence
    ("[1, 2]", None, f"This is a list, and a {WHOLE}"),
    ('"llama"', None, f'This is "llama", and a {WHOLE}'),
    ("null", None, f"This is null, and a {WHOLE}"),
    ('{"model_type": "llama", ', 1, "The text ends in the middle (line 1, column 25). Paste the whole file"),
    ('{"a": 1,\n"model_type": "lla', 2, "The text ends in the middle (line 2, column 15). Paste the whole file"),
    ('{\n  "rope_theta": }', 2, 'At line 2, column 17, before "}", a value is missing'),
    ('{"a": True}', 1, 'At line 1, column 7, before "True}", a value is missing; JSON writes true'),
    ("{'a': 64}", 1, "At line 1, column 2, before \"'a': 64}\", a name in double quotation marks is missing"),
    ('{"a" 1}', 1, 'At line 1, column 6, before "1}", a colon is missing'),
    ('{"a": 1 "b": 2}', 1, 'At line 1, column 9, before "\\"b\\": 2}", a comma or a closing bracket is missing'),
    ('{"a": 1} more', 1, 'At line 1, column 10, before "more", the object is closed already'),
    ('{"a": "x\ny"}', 1, "At line 1, column 9 a text is not closed on its line"),
    (r'{"a": "\x"}', 1, r'At line 1, column 8, before "\\x\"}", a backslash is one too many'),
]
HOSTILE = {
    "5 MB of nested objects": '{"a":' * 1_000_000,
    "5 MB of nested lists": "[" * 5_000_000,
    "nesting within the bounds": '{"rope_scaling":' * 120_000,
    "a nested mapping": None,
    "an integer of 5,000 digits": '{"head_dim": ' + "9" * 5_000 + "}",
    "an integer of a million digits": '{"head_dim": ' + "9" * 1_000_000 + "}",
    "one long text": '"' + "x" * 1_900_000,
}


@pytest.mark.parametrize(("source", "rule", "value"), NOTHING, ids=[rule for _, rule, _ in NOTHING])
def test_invalid_json_is_refused_with_its_line_and_column(source, rule, value):
    with pytest.raises(ConfigError, match=f"^{re.escape(f'config must be {rule}, got {value}')}$") as caught:
        parse(source)
    assert (caught.value.key, caught.value.rule) == ("config", rule)
    assert as_text(caught.value.value) == value


@pytest.mark.parametrize(("source", "line", "sentence"), NO_JSON, ids=[source for source, *_ in NO_JSON])
def test_what_is_no_config_is_told_in_a_sentence_with_its_place(source, line, sentence):
    with pytest.raises(ConfigError) as caught:
        parse(source)
    assert (str(caught.value), caught.value.line) == (sentence, line)


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
def test_a_config_that_is_too_large_is_refused_before_it_is_parsed(source):
    if source is None:
        source = {}
        for _ in range(100_000):
            source = {"a": source}
    start = time.process_time()
    with pytest.raises(ConfigError) as caught:
        parse(source)
    assert time.process_time() - start < 1
    assert len(str(caught.value)) < 300


def test_a_text_up_to_the_bound_is_read():
    frame = len(json.dumps({"a": ""}))
    assert len(parse(json.dumps({"a": "x" * (CHARACTERS - frame)}))["a"]) == CHARACTERS - frame
    with pytest.raises(
        ConfigError, match=r'^config must be at most 2,000,000 characters, got "2,000,001 characters"$'
    ):
        parse(json.dumps({"a": "x" * (CHARACTERS - frame + 1)}))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[]," * MOST_CONTAINERS, r'at most 20,000 objects and lists, got "20,002 objects and lists"'),
        ("1," * (MOST_COMMAS + 1), r'at most 100,000 commas, got "100,001 commas"'),
    ],
)
def test_what_would_take_long_to_parse_is_refused_before(content, message):
    text = '{"a": [' + content + "1]}"
    start = time.process_time()
    with pytest.raises(ConfigError, match=message):
        read_config(text)
    assert time.process_time() - start < 0.5


def test_a_mapping_is_copied_and_a_byte_order_mark_is_accepted():
    source = {"rope_scaling": {"factor": 2}}
    read = parse(source)
    read["rope_scaling"]["factor"] = 4
    assert source == {"rope_scaling": {"factor": 2}}
    assert parse(MappingProxyType({"head_dim": 64})) == parse('\ufeff{"head_dim": 64}') == {"head_dim": 64}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (0.5, "0.5"),
        (-3, "-3"),
        ("8.0", '"8.0"'),
        ("x" * 61, '"' + "x" * 60 + '…"'),
        ({}, "an object of 0 entries"),
        (MappingProxyType({"a": 1}), "an object of 1 entries"),
        ([1, 2], "a list of 2 entries"),
        (10**29, "1" + "0" * 29),
        (-(10**400), "a number of some 398 digits"),
        ({1}, "set"),
    ],
)
def test_a_value_is_shown_in_few_characters(value, text):
    assert as_text(value) == text


NUMBERS = {"heads": 32, "theta": 1e6, "half": 0.5, "nan": float("nan"), "vast": 10**400}
OTHERS = {"none": None, "flag": False, "text": "8", "list": [1, 2.5], "inner": {"factor": -1}, "words": ["a", "b"]}
ENTRIES = Entries(NUMBERS | OTHERS, "text_config.")


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (lambda entries: entries.whole("missing", "none", "heads"), 32),
        (lambda entries: entries.whole("missing"), None),
        (lambda entries: entries.whole("theta"), 1_000_000),
        (lambda entries: entries.number("heads"), 32.0),
        (lambda entries: entries.flag("flag"), False),
        (lambda entries: entries.flag("none"), None),
        (lambda entries: entries.word("text"), "8"),
        (lambda entries: entries.words("words"), ("a", "b")),
        (lambda entries: entries.numbers("list", "positive", lambda number: number > 0), (1.0, 2.5)),
        (lambda entries: entries.numbers("none", "positive", lambda number: number > 0), None),
        (lambda entries: entries.inner("inner").key("factor"), "text_config.inner.factor"),
        (lambda entries: entries.inner("none"), None),
        (lambda entries: entries.key("missing", "heads"), "text_config.heads"),
        (lambda entries: entries.key("missing", "none"), "text_config.missing"),
        (lambda entries: (entries.has("none"), entries.has("none", "flag")), (False, True)),
    ],
)
def test_the_first_entry_that_is_there_is_read(read, value):
    assert read(ENTRIES) == value


COUNT = f"a whole number from 1 to {LARGEST:,}"


@pytest.mark.parametrize(
    ("read", "key", "rule", "value"),
    [
        (lambda entries: entries.whole("half"), "half", COUNT, "0.5"),
        (lambda entries: entries.whole("flag"), "flag", COUNT, "false"),
        (lambda entries: entries.whole("text"), "text", COUNT, '"8"'),
        (lambda entries: entries.whole("nan"), "nan", COUNT, "NaN"),
        (lambda entries: entries.whole("vast"), "vast", COUNT, "a number of some 398 digits"),
        (lambda entries: entries.whole("heads", most=31), "heads", "a whole number from 1 to 31", "32"),
        (lambda entries: entries.whole("heads", least=33, most=40), "heads", "a whole number from 33 to 40", "32"),
        (lambda entries: entries.number("list"), "list", "a finite number", "a list of 2 entries"),
        (lambda entries: entries.number("vast"), "vast", "a finite number", "a number of some 398 digits"),
        (lambda entries: entries.number("nan"), "nan", "a finite number", "NaN"),
        (lambda entries: entries.number("half", law="big", valid=lambda number: number > 1), "half", "big", "0.5"),
        (lambda entries: entries.numbers("list", "small", lambda number: number < 2), "list", "small", "2.5"),
        (lambda entries: entries.numbers("words", "small", lambda number: number < 2), "words", "small", '"a"'),
        (lambda entries: entries.numbers("text", "small", lambda number: number < 2), "text", "small", '"8"'),
        (lambda entries: entries.flag("text"), "text", "true or false", '"8"'),
        (lambda entries: entries.word("heads"), "heads", "text", "32"),
        (lambda entries: entries.words("list"), "list", "a list of texts", "a list of 2 entries"),
        (lambda entries: entries.inner("list"), "list", "an object", "a list of 2 entries"),
    ],
)
def test_an_entry_that_breaks_its_law_is_named_with_its_path(read, key, rule, value):
    whole = f"text_config.{key} must be {rule}, got {value}"
    with pytest.raises(ConfigError, match=f"^{re.escape(whole)}$") as caught:
        read(ENTRIES)
    assert (caught.value.key, caught.value.rule) == (f"text_config.{key}", rule)


@pytest.mark.parametrize("text", [r'{"model_type": "\ud800"}', r'{"\udfff": 1}'])
def test_half_a_surrogate_pair_is_refused(text):
    with pytest.raises(ConfigError) as caught:
        parse(text)
    law = "text of whole characters, not halves of surrogate pairs"
    assert str(caught.value) == f"config must be {law}, got an object of 1 entries"


def test_a_whole_surrogate_pair_is_a_character():
    assert parse(r'{"model_type": "\ud83d\ude00"}') == {"model_type": "😀"}

import unicodedata
from urllib.parse import quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.words.tokens import (
    MOST_CHARACTERS,
    MOST_IN_ADDRESS,
    first_repeated,
    fitting,
    read_sentence,
    same_positions,
    same_word,
    tokens,
)

FAMILY, SCOTLAND = "👨‍👩‍👧‍👦", "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
DEFAULT = "I am playing with the brown ball and my brother is playing with the red ball"
texts = st.text(st.characters(), max_size=40)  # surrogates too
INVISIBLE = "\u200c\u200d" + "".join(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0020, 0xE0080)]))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the cat  sat\ton\nthe mat", "the|cat|sat|on|the|mat"),
        ("Don’t stop, rock'n'roll!", "Don’t|stop|,|rock'n'roll|!"),
        ("'quoted' well-known - dash- -x", "'|quoted|'|well-known|-|dash|-|-|x"),
        ("3.14 is 22/7", "3|.|14|is|22|/|7"),
        ("<b>x</b> **bold** $x$", "<|b|>|x|<|/|b|>|*|*|bold|*|*|$|x|$"),
        ("שלום, עולם", "שלום|,|עולם"),
        ("مرحبا بِكُمْ؟", "مرحبا|بِكُمْ|؟"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("हिन्दी में लिखो।", "हिन्दी|में|लिखो|।"),
        ("吾輩は猫である。ボール", "吾|輩|は|猫|で|あ|る|。|ボ|ー|ル"),
        ("안녕, 세상", "안녕|,|세상"),
        (f"👍🏽👍❤️ {FAMILY}{SCOTLAND}🇩🇪🇫🇷 1️⃣", f"👍🏽|👍|❤️|{FAMILY}|{SCOTLAND}|🇩🇪|🇫🇷|1️⃣"),
        ("a\u202eb\u0000c \ud800 d\u200be", "abc|d|e"),  # a control character parts nothing, an unseen space does
        ("cafe\u0301", "caf\u00e9"),
    ],
)
def test_tokens_of_any_script(text, found):
    assert "|".join(tokens(text)) == found


@pytest.mark.parametrize("text", ["", "   \n\t", "\u200b\u200d\ufe0f", "\x00\x07", "\u202e\u2066", "\ud800"])
def test_what_cannot_be_seen_is_no_token(text):
    assert tokens(text) == ()


@given(texts)
def test_no_visible_character_is_lost_or_made_up(text):
    def visible(characters):
        kept = (c for c in characters if unicodedata.category(c) not in {"Cc", "Cf", "Cs"})
        return [c for c in kept if not c.isspace() and c not in INVISIBLE]

    found = tokens(text)
    assert visible("".join(found)) == visible(unicodedata.normalize("NFC", text.replace("\u200b", " ")))
    assert not any(character.isspace() for token in found for character in token)
    assert all(token for token in found)


@given(texts, texts)
def test_a_space_parts_tokens_and_does_nothing_else(first, second):
    assert tokens(f"{first} {second}") == tokens(first) + tokens(second)


@given(st.text(max_size=3 * MOST_CHARACTERS))
def test_what_is_kept_of_a_text_fits_into_an_address(text):
    kept = fitting(text)
    assert text.startswith(kept)
    assert len(quote_plus(kept)) <= MOST_IN_ADDRESS
    assert len(kept) <= MOST_CHARACTERS
    if kept != text[:MOST_CHARACTERS]:
        assert len(quote_plus(text[: len(kept) + 1])) > MOST_IN_ADDRESS


def test_a_long_sentence_is_cut_and_its_tokens_are_counted():
    reading = read_sentence("word " * 313)
    assert (reading.words, reading.tokens, reading.characters) == (("word",) * 128, 313, 1565)
    assert read_sentence(DEFAULT, most=3).words == ("I", "am", "playing")
    assert read_sentence("x" * 10_000).words == ("x" * 2000,)


def test_the_first_word_that_comes_again_is_found_before_any_sign():
    assert first_repeated(tokens(DEFAULT)) == (2, 11)  # playing
    assert first_repeated(tokens("Yes, no, THE cat, the mat")) == (4, 7)
    assert first_repeated(tokens("a, b, c")) == (1, 3)
    assert first_repeated(tokens("one two three")) is None
    assert first_repeated([]) is None


@pytest.mark.parametrize(("one", "other"), [("The", "the"), ("STRASSE", "straße"), ("é", "e\u0301"), ("Σ", "ς")])
def test_spelling_and_capitals_do_not_make_another_word(one, other):
    assert same_word(one) == same_word(other)


def test_each_word_knows_all_its_positions():
    assert same_positions(["The", "cat", "the"]) == [[0, 2], [1], [0, 2]]

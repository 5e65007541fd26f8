"""WordPiece against rules by hand; against the published tokenizer in tests/training/test_minilm_torch.py."""

import tracemalloc
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.words.minilm.wordpiece import LONGEST_WORD, MOST_TOKENS, UNKNOWN, pieces, tokens, words

LETTERS = {"a", "b", "ab", "##a", "##b", "##ab", "##bb"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Zürich NAÏVETÉ", ["zurich", "naivete"]),  # lower case, without accents
        ("2,048!", ["2", ",", "048", "!"]),
        ("a_b $5 don't", ["a", "_", "b", "$", "5", "don", "'", "t"]),  # all of ASCII's marks stand alone
        ("我们x猫", ["我", "们", "x", "猫"]),
        ("ΟΔΟΣ", ["οδοσ"]),  # a final sigma as any other
        ("a\tb\nc\u00a0d\u2028e", ["a", "b", "c", "d", "e"]),
        (
            "a\x00b\x07c\u200bd\ufffde",
            ["abcde"],
        ),  # control and formatting characters, and what could not be decoded
        ("\ud800a", ["a"]),  # half of a surrogate pair
        ("", []),
        (" \t ", []),
    ],
)
def test_words_are_split_and_folded(text, expected):
    first, _ = tokens(text, set(expected))
    assert list(first[1:-1]) == expected
    assert "\ud800" in text or words(text) == expected


@given(st.text(alphabet="ab", min_size=1, max_size=12))
def test_pieces_spell_the_word_and_none_could_be_longer(word):
    found = pieces(word, LETTERS)
    spelled = [piece.removeprefix("##") for piece in found]
    assert "".join(spelled) == word
    assert all(piece.startswith("##") for piece in found[1:])
    begins = [sum(map(len, spelled[:at])) for at in range(len(spelled) + 1)]
    for start, end in pairwise(begins):
        longer = ("##" * bool(start) + word[start:further] for further in range(end + 1, len(word) + 1))
        assert not LETTERS.intersection(longer)


def test_a_word_with_an_unknown_part_or_of_too_many_characters_is_unknown_as_a_whole():
    assert pieces("abc", LETTERS) == (UNKNOWN,)
    assert pieces("a" * LONGEST_WORD, LETTERS) == ("a", *["##a"] * (LONGEST_WORD - 1))
    assert pieces("a" * (LONGEST_WORD + 1), LETTERS) == (UNKNOWN,)


def test_names_of_special_tokens_are_these_tokens_only_as_they_are_written():
    assert tokens("a [MASK] b[SEP]", LETTERS)[0] == ("[CLS]", "a", "[MASK]", "b", "[SEP]", "[SEP]")
    assert tokens("[mask]", {"[", "mask", "]"})[0][1:-1] == ("[", "mask", "]")


@pytest.mark.parametrize(("count", "is_cut"), [(29, False), (30, False), (31, True), (5000, True)])
def test_a_long_sentence_is_cut_and_says_so(count, is_cut):
    found, cut = tokens("a " * count, LETTERS)
    assert (len(found), found[-1], cut) == (min(count + 2, MOST_TOKENS), "[SEP]", is_cut)


@given(st.text(max_size=300))
def test_whatever_is_typed_becomes_at_most_32_known_tokens(text):
    found, _ = tokens(text, LETTERS)
    assert set(found) <= {*LETTERS, "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}
    assert 2 <= len(found) <= MOST_TOKENS


@given(st.text(alphabet="aB \u0301\u00e9,猫\ud800\x00", max_size=60))
def test_tokens_do_not_depend_on_case_accents_composition_or_spaces(text):
    vocabulary = {*LETTERS, ",", "猫", "e", "##e"}
    decomposed = unicodedata.normalize("NFD", text.upper()).replace(" ", "  ")
    assert tokens(text, vocabulary)[0] == tokens(decomposed, vocabulary)[0]


def test_ten_million_characters_cost_no_more_than_two_thousand():
    text = "ab\u0301" * 3_300_000
    tracemalloc.start()
    assert tokens(text, LETTERS)[1]
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()

"""Sentences: tokens, embeddings, sums, swaps and points."""

import math
import unicodedata
from urllib.parse import quote_plus

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.schemes.sinusoidal import sinusoidal
from core.similarity import dot_product
from core.words.embedding import embed
from core.words.orders import ROUNDING
from core.words.pair_points import pair_points
from core.words.sentence import cosine, model_inputs, repetition, swap_words, telling_swap
from core.words.tokens import (
    MOST_CHARACTERS,
    MOST_IN_ADDRESS,
    first_repetition,
    fit_to_link,
    read_sentence,
    same_positions,
    same_word,
    tokens,
)

# ---- Sentence.

WORDS = tokens("I am playing with the brown ball and my brother is playing with the red ball")
sentences = st.lists(st.sampled_from(["the", "The", "cat", "mat", "猫", "👍🏽", ","]), min_size=2, max_size=12)


@pytest.mark.parametrize("shape", [{}, {"base": 2, "scale": 64}, {"base": 1e7, "scale": 3}])
@pytest.mark.parametrize("d_model", [1, 3, 64])
def test_the_sum_is_the_embedding_plus_the_table_s_row(d_model, shape):
    parts = model_inputs(WORDS, d_model, **shape)
    np.testing.assert_array_equal(parts.embedding, embed(WORDS, d_model))
    np.testing.assert_allclose(parts.encoding, sinusoidal(len(WORDS), d_model, **shape), atol=1e-14)
    np.testing.assert_array_equal(parts.sum, parts.embedding + parts.encoding)


def test_chosen_positions_and_dimensions_are_rows_and_columns_of_the_whole():
    whole = model_inputs(WORDS, 512)
    some = model_inputs([WORDS[2], WORDS[11]], 512, positions=[2, 11], dimensions=[0, 7, 300])
    np.testing.assert_array_equal(some.sum, whole.sum[np.ix_([2, 11], [0, 7, 300])])


@given(st.integers(2, 200), st.integers(0, 100), st.booleans())
def test_the_same_word_is_the_same_before_and_another_vector_after(half, seed, is_scaled):
    parts = model_inputs(["word", "Word"], 2 * half, positions=[2, 11], seed=seed, is_scaled=is_scaled)
    assert cosine(*parts.embedding) == pytest.approx(1, abs=1e-15)
    assert np.linalg.norm(parts.sum[0] - parts.sum[1]) == pytest.approx(  # 2 Σ (1 - cos 9ω), for any word
        math.sqrt(2 * (half - dot_product(9, 2 * half))), rel=1e-9
    )


def test_cosine_equals_the_cosine_of_the_angle():
    angle = 0.3
    assert cosine(np.array([2.0, 0.0]), 5 * np.array([math.cos(angle), math.sin(angle)])) == pytest.approx(
        math.cos(angle), abs=1e-15
    )
    assert cosine(np.array([-1.0]), np.array([4.0])) == -1
    assert math.isnan(cosine(np.zeros(3), np.ones(3)))


def test_the_swap_that_changes_what_is_said_is_between_the_same_neighbours():
    assert telling_swap(WORDS) == (5, 14)  # the brown ball, the red ball
    assert telling_swap(["a", "b", "c"]) == (0, 2)
    assert telling_swap(["a", "b", "A"]) == (0, 1)
    assert telling_swap(["a", "A"]) is None
    assert telling_swap(["a"]) is None
    assert telling_swap([]) is None


@given(sentences, st.data(), st.sampled_from([1, 3, 16]), st.booleans())
def test_without_position_a_swap_moves_no_output(words, data, d_model, is_scaled):
    first, second = (data.draw(st.integers(0, len(words) - 1)) for _ in range(2))
    result = swap_words(words, first, second, d_model, is_scaled=is_scaled)
    assert result.without_position.differences.max() < ROUNDING
    assert result.partners[first] == second
    assert result.partners[second] == first


@given(sentences, st.data())
def test_swapping_a_word_with_itself_moves_nothing_with_position_either(words, data):
    place = data.draw(st.integers(0, len(words) - 1))
    assert swap_words(words, place, place, 16).with_position.differences.max() == 0
    assert swap_words(["x", *words, "X"], 0, len(words) + 1, 16).with_position.differences[1:-1].max() < ROUNDING


def test_a_repetition_compares_the_two_rows_of_a_word():
    rows = model_inputs(["word", "Word"], 64, positions=[2, 11])
    result = repetition(rows)
    assert result.embedding_cosine == pytest.approx(1, abs=1e-15)
    assert result.encoding_cosine == pytest.approx(dot_product(9, 64) / 32, abs=1e-12)
    assert result.sum_cosine == pytest.approx(
        result.product / (result.first_length * result.second_length), rel=1e-12
    )
    law = result.first_length**2 + result.second_length**2 - 2 * result.product  # of cosines
    assert result.distance == pytest.approx(math.sqrt(law), rel=1e-9)


# ---- Embedding.

DEFAULT = "I am playing with the brown ball and my brother is playing with the red ball"


def test_a_word_has_the_same_row_in_every_sentence_and_another_row_for_another_seed():
    rows = embed(tokens(DEFAULT), 64)
    np.testing.assert_array_equal(rows[2], rows[11])
    np.testing.assert_array_equal(rows[2], embed(["playing"], 64)[0])
    assert np.abs(rows[2] - embed(["playing"], 64, seed=1)[0]).max() > 0.1
    distinct = embed(sorted(set(tokens(DEFAULT))), 64)
    assert len(np.unique(distinct, axis=0)) == len(distinct)


def test_entries_have_variance_one_over_d_model_and_one_once_multiplied():  # Vaswani et al. 2017, section 3.4
    rows = embed([f"word{i}" for i in range(100)], 400, is_scaled=False)
    assert rows.mean() == pytest.approx(0, abs=5 / np.sqrt(400 * rows.size))  # five standard errors
    assert 400 * rows.var() == pytest.approx(1, abs=5 * np.sqrt(2 / rows.size))
    np.testing.assert_allclose(embed(["word0"], 400)[0], 20 * rows[0], rtol=1e-14)


def test_hostile_words_have_a_row():
    assert np.isfinite(embed(["\ud800", "<b>", "a\u0301" * 1000], 4)).all()


# ---- Pair points.

PAIR = ["the", "cat", "the"]
ENCODING = {"base": 500.5, "scale": 2.5}


@pytest.mark.parametrize("d_model", [2, 3, 67, 512])
def test_points_are_the_embeddings_and_circles_the_sums(d_model):
    result = pair_points(PAIR, d_model, 12, seed=3, is_scaled=False, **ENCODING)
    rows, table = embed(PAIR, d_model, seed=3, is_scaled=False), sinusoidal(40, d_model, **ENCODING)
    for index, pair in enumerate(result.pairs):
        features = slice(2 * pair, 2 * pair + 2)
        np.testing.assert_array_equal(result.points[:, index], rows[:, features])
        np.testing.assert_allclose(result.circle(1, 40, index), rows[1, features] + table[:, features], atol=1e-12)
        at = result.reading(1, 7, index)
        np.testing.assert_allclose(
            (at.x, at.y, at.sum_x, at.sum_y), [*rows[1, features], *(rows[1] + table[7])[features]], atol=1e-12
        )
        assert at.wavelength * result.frequencies[index] == pytest.approx(2 * np.pi)
        assert (at.pair, result.nearest(pair)) == (pair, index)


# ---- Tokens.

FAMILY, SCOTLAND = "👨‍👩‍👧‍👦", "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
texts = st.text(st.characters(), max_size=40)  # surrogates too
INVISIBLE = "\u200c\u200d" + "".join(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0020, 0xE0080)]))


@pytest.mark.parametrize(
    ("text", "expected"),
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
        ("a\u202eb\u0000c \ud800 d\u200be", "abc|d|e"),  # a control sign splits no token, an unseen space does
        ("cafe\u0301", "caf\u00e9"),
    ],
)
def test_tokens_of_any_script(text, expected):
    assert "|".join(tokens(text)) == expected


@pytest.mark.parametrize("text", ["", "   \n\t", "\u200b\u200d\ufe0f", "\x00\x07", "\u202e\u2066", "\ud800"])
def test_invisible_characters_give_no_token(text):
    assert tokens(text) == ()


@given(texts)
def test_no_visible_character_is_lost_or_made_up(text):
    def visible(characters):
        printable = (c for c in characters if unicodedata.category(c) not in {"Cc", "Cf", "Cs"})
        return [c for c in printable if not c.isspace() and c not in INVISIBLE]

    result = tokens(text)
    assert visible("".join(result)) == visible(unicodedata.normalize("NFC", text.replace("\u200b", " ")))
    assert not any(character.isspace() for token in result for character in token)
    assert all(token for token in result)


@given(texts, texts)
def test_a_space_parts_tokens_and_does_nothing_else(first, second):
    assert tokens(f"{first} {second}") == tokens(first) + tokens(second)


@given(st.text(max_size=3 * MOST_CHARACTERS))
def test_a_text_is_cut_to_what_an_address_can_hold(text):
    beginning = fit_to_link(text)
    assert text.startswith(beginning)
    assert len(quote_plus(beginning)) <= MOST_IN_ADDRESS
    assert len(beginning) <= MOST_CHARACTERS
    if beginning != text[:MOST_CHARACTERS]:
        assert len(quote_plus(text[: len(beginning) + 1])) > MOST_IN_ADDRESS


def test_a_long_sentence_is_cut_and_its_tokens_are_counted():
    reading = read_sentence("word " * 313)
    assert (reading.words, reading.tokens, reading.characters) == (("word",) * 128, 313, 1565)
    assert read_sentence(DEFAULT, most=3).words == ("I", "am", "playing")
    assert read_sentence("x" * 10_000).words == ("x" * 2000,)


def test_the_first_word_that_comes_again_is_found_before_any_sign():
    assert first_repetition(tokens(DEFAULT)) == (2, 11)  # playing
    assert first_repetition(tokens("Yes, no, THE cat, the mat")) == (4, 7)
    assert first_repetition(tokens("a, b, c")) == (1, 3)
    assert first_repetition(tokens("one two three")) is None
    assert first_repetition([]) is None


@pytest.mark.parametrize(("one", "other"), [("The", "the"), ("STRASSE", "straße"), ("é", "e\u0301"), ("Σ", "ς")])
def test_spelling_and_capitals_do_not_make_another_word(one, other):
    assert same_word(one) == same_word(other)


def test_each_word_knows_all_its_positions():
    assert same_positions(["The", "cat", "the"]) == [[0, 2], [1], [0, 2]]

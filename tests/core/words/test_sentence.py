import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.schemes.sinusoidal import sinusoidal
from core.similarity import dot_product
from core.words.embedding import embed
from core.words.orders import ROUNDING
from core.words.sentence import cosine, model_inputs, repetition, swap_words, telling_swap
from core.words.tokens import tokens

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
    some = model_inputs([WORDS[2], WORDS[11]], 512, positions=[2, 11], dimensions=64)
    np.testing.assert_array_equal(some.sum, whole.sum[[2, 11], :64])


@given(st.integers(2, 200), st.integers(0, 100), st.booleans())
def test_the_same_word_is_the_same_before_and_another_vector_after(half, seed, scaled):
    parts = model_inputs(["word", "Word"], 2 * half, positions=[2, 11], seed=seed, scaled=scaled)
    assert cosine(*parts.embedding) == pytest.approx(1, abs=1e-15)
    assert np.linalg.norm(parts.sum[0] - parts.sum[1]) == pytest.approx(  # 2 Σ (1 - cos 9ω), whatever the word
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
def test_without_position_a_swap_moves_no_output(words, data, d_model, scaled):
    first, second = (data.draw(st.integers(0, len(words) - 1)) for _ in range(2))
    found = swap_words(words, first, second, d_model, scaled=scaled)
    assert found.without_position.differences.max() < ROUNDING
    assert found.partners[first] == second
    assert found.partners[second] == first


@given(sentences, st.data())
def test_swapping_a_word_with_itself_moves_nothing_with_position_either(words, data):
    place = data.draw(st.integers(0, len(words) - 1))
    assert swap_words(words, place, place, 16).with_position.differences.max() == 0
    assert swap_words(["x", *words, "X"], 0, len(words) + 1, 16).with_position.differences[1:-1].max() < ROUNDING


def test_with_position_every_output_of_the_default_sentence_moves():
    found = swap_words(WORDS, 5, 14, 512)
    assert found.with_position.differences.min() > 0.01
    outputs = found.with_position.first
    np.testing.assert_array_equal(
        outputs, swap_words(WORDS, 0, 1, 512).with_position.first
    )  # the sentence is read the same


def test_a_repetition_compares_the_two_rows_of_a_word():
    rows = model_inputs(["word", "Word"], 64, positions=[2, 11])
    found = repetition(rows)
    assert found.embedding_cosine == pytest.approx(1, abs=1e-15)
    assert found.encoding_cosine == pytest.approx(dot_product(9, 64) / 32, abs=1e-12)
    assert found.sum_cosine == pytest.approx(found.product / (found.first_length * found.second_length), rel=1e-12)
    law = found.first_length**2 + found.second_length**2 - 2 * found.product  # of cosines
    assert found.distance == pytest.approx(math.sqrt(law), rel=1e-9)


def test_the_cosine_of_a_row_of_zeros_is_undefined():
    assert math.isnan(repetition(model_inputs(["word", "word"], 1, positions=[0, 3])).encoding_cosine)

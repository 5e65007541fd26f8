import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.words.orders import FIRST_SENTENCE, ROUNDING, SECOND_SENTENCE, compare_orders, moved_word, partners

WORDS = st.lists(st.sampled_from(["a", "cat", "mat", "on", "sat", "the"]), min_size=1, max_size=12)


@given(WORDS.flatmap(lambda words: st.tuples(st.just(words), st.permutations(words))))
def test_partners_are_the_same_word_each_once(sentences):
    first, second = sentences
    where = partners(first, second)
    assert sorted(where) == list(range(len(first)))
    assert [second[i] for i in where] == first


@pytest.mark.parametrize(
    ("first", "second"), [(["a"], ["b"]), (["a"], ["a", "a"]), ([], []), (["a", "a", "b"], ["a", "b", "b"])]
)
def test_other_words_are_refused(first, second):
    with pytest.raises(ValueError, match="second must be the words of first in any order, got "):
        partners(first, second)


@settings(deadline=None)
@given(
    sentences=WORDS.flatmap(lambda words: st.tuples(st.just(words), st.permutations(words))),
    d_model=st.integers(1, 40),
    seed=st.integers(0, 99),
)
def test_without_position_the_order_of_any_sentence_is_invisible(sentences, d_model, seed):  # equivariance
    first, second = sentences
    outputs = compare_orders(d_model, first=first, second=second, seed=seed).without_position
    assert outputs.differences.max() < ROUNDING


@pytest.mark.parametrize("d_model", [1, 2, 3, 4, 512, 16_384])
@pytest.mark.parametrize("base", [2, 1e7])
@pytest.mark.parametrize("scale", [1, 64])
def test_with_position_every_word_notices(d_model, base, scale):
    comparison = compare_orders(d_model, base=base, scale=scale)
    assert comparison.without_position.differences.max() < ROUNDING
    assert comparison.with_position.differences.min() > 1e-5


def test_same_order_gives_the_same_outputs():
    comparison = compare_orders(64, second=FIRST_SENTENCE)
    assert not comparison.with_position.differences.any()


def test_cat_and_mat_change_places():
    moved = [
        word
        for word, i, k in zip(FIRST_SENTENCE, range(6), partners(FIRST_SENTENCE, SECOND_SENTENCE), strict=True)
        if i != k
    ]
    assert moved == ["cat", "mat"]


def test_outputs_agree_with_attention_word_by_word():  # softmax(q·k / √16) v written out without matrices
    d_model, head_dim, seed = 8, 16, 3
    rng = np.random.default_rng(seed)
    vectors = dict(zip(dict.fromkeys(FIRST_SENTENCE), rng.standard_normal((5, d_model)), strict=True))
    query, key, value = rng.standard_normal((3, d_model, head_dim)) / np.sqrt(d_model)
    pair = np.arange(d_model) // 2
    for words, name in ((FIRST_SENTENCE, "first"), (SECOND_SENTENCE, "second")):
        angles = [p / 10_000 ** (2 * pair / d_model) for p in range(6)]
        inputs = [
            vectors[w] + np.where(np.arange(d_model) % 2, np.cos(a), np.sin(a))
            for w, a in zip(words, angles, strict=True)
        ]
        cat = inputs[words.index("cat")]
        weights = np.array([np.exp((cat @ query) @ (x @ key) / 4) for x in inputs])
        expected = sum(w * (x @ value) for w, x in zip(weights / weights.sum(), inputs, strict=True))
        computed = getattr(compare_orders(d_model, seed=seed, head_dim=head_dim).with_position, name)
        np.testing.assert_allclose(computed[FIRST_SENTENCE.index("cat")], expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"d_model": 0}, "d_model must be a whole number of at least 1, got 0"),
        ({"d_model": 4, "base": 1}, "base must be a finite number greater than 1, got 1"),
        ({"d_model": 4, "head_dim": 0}, "head_dim must be a whole number of at least 1, got 0"),
        ({"d_model": 4, "seed": -1}, "seed must be a whole number of at least 0, got -1"),
    ],
)
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        compare_orders(**arguments)


def test_a_moved_word_is_told_by_the_output_that_changes_most():
    found = compare_orders(64)
    cat = moved_word(found, 1)
    change = np.abs(found.with_position.first - found.with_position.second)[1]
    assert (cat.before, cat.after, cat.output) == (1, 5, change.argmax() + 1)
    assert abs(cat.first - cat.second) == change.max()
    assert cat.without_position == found.without_position.first[1, cat.output - 1]

"""Orders of words and energy by dimension."""

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.schemes.sinusoidal import sinusoidal
from core.words.energy import leading_dimensions, variances, vector_lengths
from core.words.orders import FIRST_SENTENCE, ROUNDING, SECOND_SENTENCE, compare_orders, every_order, partners

# ---- Orders.

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


@pytest.mark.parametrize("d_model", [1, 2, 3, 512, 16_384])
@pytest.mark.parametrize(("base", "scale"), [(2, 1), (1e7, 64)])
def test_with_position_every_word_notices(d_model, base, scale):
    assert compare_orders(d_model, base=base, scale=scale).with_position.differences.min() > 1e-5


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


def sentence(order):
    return tuple(FIRST_SENTENCE[place] for place in order)


def test_every_order_is_each_sentence_of_the_words_once_and_the_first_is_theirs():
    sentences = [sentence(order) for order in every_order(64).orders]
    assert sentences[0] == FIRST_SENTENCE
    assert sorted(sentences) == sorted(set(permutations(FIRST_SENTENCE)))


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("d_model", [1, 64, 512])
def test_every_order_has_the_differences_of_the_two_orders(d_model, causal):
    every = every_order(d_model, causal=causal)
    for index in np.random.default_rng(0).choice(len(every.orders), 40, replace=False):
        result = compare_orders(d_model, second=sentence(every.orders[index]), causal=causal)
        np.testing.assert_allclose(every.with_position[index], result.with_position.differences, atol=ROUNDING)
        np.testing.assert_allclose(
            every.without_position[index], result.without_position.differences, atol=ROUNDING
        )


def test_no_order_is_seen_without_position_and_every_other_order_is_with_it():
    every = every_order(512)
    assert every.without_position.max() < ROUNDING
    assert not every.with_position[0].any()
    assert every.with_position[1:].min() > 0.01  # each number on the screen, in hundredths, is above 0


def test_cat_and_mat_make_the_difference_that_home_shows():  # as measured when the room was made
    every = every_order(512)
    (swapped,) = (i for i, order in enumerate(every.orders) if sentence(order) == SECOND_SENTENCE)
    assert round(every.with_position[swapped].max(), 2) == 1.55


# ---- Energy.


def test_leading_dimensions_hold_the_share_and_one_fewer_do_not():
    energy = variances(50, 512)
    leading = leading_dimensions(energy)
    assert energy[:leading].sum() >= 0.9 * energy.sum() > energy[: leading - 1].sum()
    assert 0.25 < leading / 512 < 0.35  # about the first 30% over 50 tokens


@pytest.mark.parametrize(("d_model", "scale"), [(1, 1), (2, 1), (7, 5), (64, 1)])
def test_lengths_are_distributed_as_those_of_whole_vectors(d_model, scale):
    samples = [vector_lengths(40, d_model, scale=scale, seed=seed) for seed in range(400)]  # 32 words each
    rng = np.random.default_rng(9)
    encoding = sinusoidal(np.linspace(0, 39, 32).round(), d_model, scale=scale)
    words = rng.standard_normal((400, 32, d_model)) / math.sqrt(d_model)
    for times, cosine in ((1, "cosine"), (math.sqrt(d_model), "scaled_cosine")):
        sums = times * words + encoding
        sizes = np.linalg.norm(words, axis=-1) * np.linalg.norm(sums, axis=-1)
        expected = ((words * sums).sum(axis=-1) / sizes).mean(axis=1)  # (400,)
        result = [getattr(each, cosine) for each in samples]
        assert np.mean(result) == pytest.approx(expected.mean(), abs=5 * expected.std() / 14)
        assert np.std(result) == pytest.approx(expected.std(), rel=0.2)
    sizes = np.linalg.norm(words, axis=-1).mean(axis=1)
    assert np.mean([each.word for each in samples]) == pytest.approx(sizes.mean(), abs=5 * sizes.std() / 14)
    assert np.std([each.word for each in samples]) == pytest.approx(sizes.std(), rel=0.2)
    assert samples[0].encoding == pytest.approx(np.linalg.norm(encoding, axis=1).mean(), rel=1e-12)


@given(st.integers(1, 10**6), st.integers(1, 300))
def test_lengths_are_finite_everywhere(length, d_model):
    result = vector_lengths(length, d_model)
    assert all(math.isfinite(value) for value in vars(result).values())
    assert abs(result.cosine) <= 1 + 1e-12
    assert abs(result.scaled_cosine) <= 1 + 1e-12

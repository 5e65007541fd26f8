import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.schemes.sinusoidal import sinusoidal
from core.words.transformer import Head, random_head, self_attention
from tests.core.oracle import EPS

sizes = st.tuples(st.integers(1, 8), st.integers(1, 8), st.integers(1, 5), st.integers(0, 2**32))


def example_of(size):
    """Inputs of n tokens and a head."""
    tokens, d_model, head_dim, seed = size
    rng = np.random.default_rng(seed)
    return rng.standard_normal((tokens, d_model)), random_head(d_model, head_dim, rng), rng


@given(sizes)
def test_permuting_the_tokens_permutes_the_outputs(size):  # equivariance, not invariance
    inputs, head, rng = example_of(size)
    order = rng.permutation(len(inputs))
    np.testing.assert_allclose(self_attention(inputs[order], head), self_attention(inputs, head)[order], atol=1e-13)


@given(sizes)
def test_the_same_word_twice_gets_the_same_output(size):
    inputs, head, _ = example_of(size)
    outputs = self_attention(np.concatenate([inputs, inputs]), head)
    np.testing.assert_allclose(outputs[: len(inputs)], outputs[len(inputs) :], atol=1e-13)


@given(sizes)
def test_attention_equals_its_definition_token_by_token(size):
    inputs, head, _ = example_of(size)
    root = math.sqrt(head.key.shape[1])
    for row, output in zip(inputs, self_attention(inputs, head), strict=True):
        weights = [math.exp((row @ head.query) @ (other @ head.key) / root) for other in inputs]
        weighted = [weight * (other @ head.value) for weight, other in zip(weights, inputs, strict=True)]
        np.testing.assert_allclose(output, sum(weighted) / math.fsum(weights), atol=1e-12)


def test_a_head_that_asks_nothing_averages_the_values():
    inputs = np.arange(12.0).reshape(4, 3)
    blind = Head(query=np.zeros((3, 2)), key=np.ones((3, 2)), value=np.eye(3))
    np.testing.assert_allclose(self_attention(inputs, blind), np.tile(inputs.mean(axis=0), (4, 1)), rtol=4 * EPS)


def test_positions_in_the_inputs_make_order_matter():
    rng = np.random.default_rng(0)
    words, head = rng.standard_normal((5, 16)), random_head(16, 8, rng)
    encoding, order = sinusoidal(5, 16), [4, 3, 2, 1, 0]
    reversed_ = self_attention(words[order] + encoding, head)
    assert np.abs(reversed_ - self_attention(words + encoding, head)[order]).max() > 0.1


def test_the_entries_of_a_random_head_have_variance_one_over_d_model():
    head = random_head(400, 300, np.random.default_rng(0))
    for weights in (head.query, head.key, head.value):
        assert weights.shape == (400, 300)
        assert weights.mean() == pytest.approx(0, abs=5 / math.sqrt(400 * weights.size))  # five standard errors
        assert 400 * weights.var() == pytest.approx(1, abs=5 * math.sqrt(2 / weights.size))


def test_query_key_and_value_of_a_random_head_are_independent():
    head = random_head(100, 100, np.random.default_rng(0))
    entries = np.stack([head.query.ravel(), head.key.ravel(), head.value.ravel()])
    np.testing.assert_allclose(np.corrcoef(entries), np.eye(3), atol=0.05)  # five standard errors


def test_the_same_seed_gives_the_same_head():
    first, second = (random_head(4, 3, np.random.default_rng(7)) for _ in range(2))
    np.testing.assert_array_equal(first.query, second.query)
    np.testing.assert_array_equal(first.value, second.value)

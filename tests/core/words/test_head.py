"""Attention of one head, with a mask, and in a small transformer."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.words.transformer import (
    Architecture,
    Head,
    attention,
    feed_forward,
    in_single_precision,
    layer_norm,
    random_head,
    random_layers,
    self_attention,
    states,
)

# ---- Head.

sizes = st.tuples(st.integers(1, 8), st.integers(1, 8), st.integers(1, 5), st.integers(0, 2**32))


def example_of(size):
    """Inputs of n tokens and a head."""
    tokens, d_model, head_dim, seed = size
    rng = np.random.default_rng(seed)
    return rng.standard_normal((tokens, d_model)), random_head(d_model, head_dim, rng), rng


@given(sizes)
def test_attention_equals_its_definition_token_by_token(size):
    inputs, head, _ = example_of(size)
    root = math.sqrt(head.key.shape[1])
    for row, output in zip(inputs, self_attention(inputs, head), strict=True):
        weights = [math.exp((row @ head.query) @ (other @ head.key) / root) for other in inputs]
        weighted = [weight * (other @ head.value) for weight, other in zip(weights, inputs, strict=True)]
        np.testing.assert_allclose(output, sum(weighted) / math.fsum(weights), atol=1e-12)


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


# ---- Causal attention.


@given(sizes)
def test_each_token_gets_what_it_would_get_if_the_text_ended_with_it(size):
    inputs, head, _ = example_of(size)
    outputs = self_attention(inputs, head, causal=True)
    for t in range(1, len(inputs) + 1):
        np.testing.assert_allclose(outputs[t - 1], self_attention(inputs[:t], head)[-1], atol=1e-12)


@pytest.mark.parametrize("causal", [False, True])
@given(size=sizes)
def test_sequences_side_by_side_do_not_touch(causal, size):
    inputs, head, rng = example_of(size)
    several = np.stack([inputs, rng.standard_normal(inputs.shape)])
    together = self_attention(several, head, causal=causal)
    for one, alone in zip(several, together, strict=True):
        np.testing.assert_allclose(self_attention(one, head, causal=causal), alone, atol=1e-12)


def test_a_head_that_asks_nothing_gives_one_over_t_to_the_last_bit():  # Kazemnejad et al. 2023, theorem 1
    tokens = 300
    inputs = np.zeros((tokens, 2))
    inputs[0, 0], inputs[1:, 1] = 1, 1
    head = Head(query=np.zeros((2, 1)), key=np.ones((2, 1)), value=np.array([[1.0], [0.0]]))
    np.testing.assert_array_equal(self_attention(inputs, head, causal=True)[:, 0], 1 / np.arange(1, tokens + 1))


# ---- Transformer.

seeds = st.integers(0, 2**32)


def layers_of(seed, tokens=12, d_model=16, heads=4, layers=3):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((tokens, d_model)), random_layers(Architecture(layers, d_model, heads), rng), rng


def last(inputs, layers, **options):
    *_, output = states(inputs, layers, **options)
    return output


@given(seeds, st.booleans())
def test_without_a_mask_it_is_permutation_equivariant(seed, residual):
    inputs, layers, rng = layers_of(seed)
    order = rng.permutation(len(inputs))
    output, of_permuted = (last(each, layers, residual=residual) for each in (inputs, inputs[order]))
    np.testing.assert_allclose(of_permuted, output[order], atol=1e-12)


@given(seeds)
def test_with_a_mask_the_end_of_a_text_changes_nothing_before_it(seed):
    inputs, layers, _ = layers_of(seed)
    np.testing.assert_allclose(
        last(inputs, layers, causal=True)[:5], last(inputs[:5], layers, causal=True), atol=1e-12
    )


def test_every_part_adds_to_its_input_or_replaces_it():
    inputs, layers, _ = layers_of(1, layers=1)
    first, second = states(inputs, layers)
    np.testing.assert_array_equal(first, inputs)
    after = inputs + attention(layer_norm(inputs), layers[0])
    np.testing.assert_allclose(second, after + feed_forward(layer_norm(after), layers[0]), atol=1e-12)
    replaced = feed_forward(layer_norm(attention(layer_norm(inputs), layers[0])), layers[0])
    np.testing.assert_allclose(last(inputs, layers, residual=False), replaced, atol=1e-12)


@given(seeds)
def test_normalised_rows_have_mean_0_and_variance_1(seed):
    rows = layer_norm(np.random.default_rng(seed).standard_normal((5, 40)) * 30 + 7)
    np.testing.assert_allclose(rows.mean(axis=-1), 0, atol=1e-12)
    np.testing.assert_allclose(rows.var(axis=-1), 1, rtol=1e-6)


def test_a_constant_row_becomes_zero():
    np.testing.assert_array_equal(layer_norm(np.full((1, 3), 5.0)), np.zeros((1, 3)))


@pytest.mark.parametrize("causal", [False, True])
def test_single_precision_costs_no_more_than_its_rounding(causal):
    rng = np.random.default_rng(0)
    layers, inputs = random_layers(Architecture(3, 16, 2), rng), rng.standard_normal((2, 10, 16))
    rough = list(states(inputs.astype(np.float32), in_single_precision(layers), causal=causal))
    assert {state.dtype for state in rough} == {np.dtype(np.float32)}
    for state, exact in zip(rough, states(inputs, layers, causal=causal), strict=True):
        np.testing.assert_allclose(state, exact, atol=1e-4)

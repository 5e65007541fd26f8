import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.words.transformer import (
    Architecture,
    attention,
    feed_forward,
    in_single_precision,
    normalised,
    random_layers,
    states,
)

seeds = st.integers(0, 2**32)


def example_of(seed, tokens=12, d_model=16, heads=4, layers=3):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((tokens, d_model)), random_layers(Architecture(layers, d_model, heads), rng), rng


def last(inputs, layers, **options):
    *_, output = states(inputs, layers, **options)
    return output


@given(seeds, st.booleans())
def test_without_a_mask_it_is_permutation_equivariant(seed, residual):
    inputs, layers, rng = example_of(seed)
    order = rng.permutation(len(inputs))
    output, of_permuted = (last(each, layers, residual=residual) for each in (inputs, inputs[order]))
    np.testing.assert_allclose(of_permuted, output[order], atol=1e-12)


@given(seeds)
def test_with_a_mask_the_end_of_a_text_changes_nothing_before_it(seed):
    inputs, layers, _ = example_of(seed)
    np.testing.assert_allclose(
        last(inputs, layers, causal=True)[:5], last(inputs[:5], layers, causal=True), atol=1e-12
    )


def test_with_a_mask_order_matters():
    inputs, layers, _ = example_of(0)
    order = np.arange(len(inputs))[::-1]
    outputs = last(inputs, layers, causal=True), last(inputs[order], layers, causal=True)
    assert np.abs(outputs[1] - outputs[0][order]).max() > 0.1


def test_every_part_adds_to_its_input_or_replaces_it():
    inputs, layers, _ = example_of(1, layers=1)
    first, second = states(inputs, layers)
    np.testing.assert_array_equal(first, inputs)
    after = inputs + attention(normalised(inputs), layers[0])
    np.testing.assert_allclose(second, after + feed_forward(normalised(after), layers[0]), atol=1e-12)
    replaced = feed_forward(normalised(attention(normalised(inputs), layers[0])), layers[0])
    np.testing.assert_allclose(last(inputs, layers, residual=False), replaced, atol=1e-12)


def test_there_is_a_state_before_and_after_every_layer():
    inputs, layers, _ = example_of(2, layers=5)
    assert [state.shape for state in states(inputs, layers)] == 6 * [inputs.shape]


@given(seeds)
def test_normalised_rows_have_mean_0_and_variance_1(seed):
    rows = normalised(np.random.default_rng(seed).standard_normal((5, 40)) * 30 + 7)
    np.testing.assert_allclose(rows.mean(axis=-1), 0, atol=1e-12)
    np.testing.assert_allclose(rows.var(axis=-1), 1, rtol=1e-6)


def test_a_constant_row_becomes_zero():
    np.testing.assert_array_equal(normalised(np.full((1, 3), 5.0)), np.zeros((1, 3)))


def test_the_same_seed_gives_the_same_layers():
    (one, *_), (other, *_) = example_of(3)[1], example_of(3)[1]
    np.testing.assert_array_equal(one.widen, other.widen)
    np.testing.assert_array_equal(one.heads[2].key, other.heads[2].key)


@pytest.mark.parametrize("causal", [False, True])
def test_single_precision_costs_no_more_than_its_rounding(causal):
    rng = np.random.default_rng(0)
    layers, inputs = random_layers(Architecture(3, 16, 2), rng), rng.standard_normal((2, 10, 16))
    rough = list(states(inputs.astype(np.float32), in_single_precision(layers), causal=causal))
    assert {state.dtype for state in rough} == {np.dtype(np.float32)}
    for state, exact in zip(rough, states(inputs, layers, causal=causal), strict=True):
        np.testing.assert_allclose(state, exact, atol=1e-4)

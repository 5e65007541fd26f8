import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.words.transformer import Head, random_head, self_attention

sizes = st.tuples(st.integers(1, 9), st.integers(1, 8), st.integers(1, 5), st.integers(0, 2**32))


def example_of(size):
    tokens, d_model, head_dim, seed = size
    rng = np.random.default_rng(seed)
    return rng.standard_normal((tokens, d_model)), random_head(d_model, head_dim, rng), rng


@given(sizes)
def test_each_token_gets_what_it_would_get_if_the_text_ended_with_it(size):
    inputs, head, _ = example_of(size)
    outputs = self_attention(inputs, head, causal=True)
    for t in range(1, len(inputs) + 1):
        np.testing.assert_allclose(outputs[t - 1], self_attention(inputs[:t], head)[-1], atol=1e-12)


@given(sizes)
def test_what_comes_later_changes_nothing_to_the_last_bit(size):
    inputs, head, rng = example_of(size)
    kept = rng.integers(1, len(inputs) + 1)
    other = inputs.copy()
    other[kept:] = rng.standard_normal(other[kept:].shape)
    before, after = (self_attention(each, head, causal=True)[:kept] for each in (inputs, other))
    np.testing.assert_array_equal(before, after)


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

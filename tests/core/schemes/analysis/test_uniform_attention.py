"""Causal attention whose scores are all equal."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.schemes.analysis.uniform_attention import (
    first_equal_shares,
    log_spaced_positions,
    share_curve,
    shares_of_first,
    uniform_weights,
)


def test_the_share_of_the_first_token_is_one_over_t_to_the_last_bit():
    tokens = np.arange(1, 1_048_577)
    np.testing.assert_array_equal(shares_of_first(tokens), 1 / tokens)
    assert shares_of_first([7, 3]).tolist() == [1 / 7, 1 / 3]


def test_uniform_weights_look_at_all_that_is_seen_alike():
    weights = uniform_weights(5)
    np.testing.assert_array_equal(weights, np.tri(5) / np.arange(1, 6)[:, None])
    np.testing.assert_array_equal(weights[:, 0], shares_of_first(np.arange(1, 6)))


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_the_first_equal_shares_are_the_first(dtype):
    twins, most = first_equal_shares(dtype, 4096), 4096
    shares = [dtype(1) / dtype(t) for t in range(1, most + 1)]
    same = [t for t in range(1, most) if shares[t - 1] == shares[t]]
    assert twins == (same[0] if same else None)


@given(st.integers(1, 10**6), st.integers(2, 200))
def test_log_spaced_positions_go_from_the_first_to_the_last(length, most):
    result = log_spaced_positions(length, most)
    assert result[0] == 1
    assert result[-1] == length
    assert len(result) <= most
    assert (np.diff(result) > 0).all()


@pytest.mark.parametrize("length", [1, 7, 1_048_576])
def test_a_curve_of_shares_ends_at_the_length(length):
    curve = share_curve(length, 128)
    assert curve.last == length
    assert curve.last_share == 1 / length
    assert curve.error == 0

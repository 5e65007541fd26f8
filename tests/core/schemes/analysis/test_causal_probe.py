"""What a causal mask reveals about position, and uniform attention."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.schemes.analysis.causal_probe import (
    Experiment,
    attention_lengths,
    permutation_gap,
    probe_positions,
)
from core.schemes.analysis.uniform_attention import (
    first_equal_shares,
    log_spaced_positions,
    share_curve,
    shares_of_first,
    uniform_weights,
)

# ---- Causal probe.

MASKED, PLAIN, UNMASKED = Experiment(True), Experiment(True, special=False), Experiment(False)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("special", [True, False])
def test_without_a_mask_the_transformer_is_permutation_equivariant(seed, special):
    assert permutation_gap(Experiment(False, special, seed)) < 1e-12
    assert permutation_gap(Experiment(True, special, seed)) > 0.5


@pytest.mark.parametrize("seed", range(3))
def test_the_mask_gives_position_away_and_nothing_else_does(seed):
    masked, plain, unmasked = (
        probe_positions(Experiment(s.causal, s.special, seed)) for s in (MASKED, PLAIN, UNMASKED)
    )
    assert masked.r_squared[-1] > 0.6
    assert masked.r_squared[-1] > plain.r_squared[-1] + 0.15
    assert plain.r_squared[-1] > 0.15  # it succeeds in part even so
    assert max(unmasked.r_squared) < 0.02
    assert max(each.r_squared[0] for each in (masked, plain, unmasked)) < 0.02  # a word tells no position
    assert masked.factors[-1] < 1.45
    assert unmasked.factors[-1] > 1.7


@pytest.mark.parametrize("seed", range(3))
def test_without_a_special_token_a_length_shrinks_that_no_straight_map_reads(seed):
    result = attention_lengths(Experiment(True, False, seed))
    assert result.first > 3 * result.last
    assert result.r_squared < 0.02
    assert attention_lengths(Experiment(True, True, seed)).r_squared > 0.4


# ---- Uniform attention.


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
def test_a_curve_of_shares_ends_at_the_length_and_reads_it_back(length):
    curve = share_curve(length, 128)
    assert curve.last == length
    assert curve.last_share == 1 / length
    assert curve.read_back == pytest.approx(length, rel=1e-15)
    assert curve.gap == pytest.approx(1 / length - 1 / (length + 1), rel=1e-6)
    assert curve.error == 0

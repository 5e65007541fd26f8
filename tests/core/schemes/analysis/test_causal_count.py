import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.numeric.softmax import softmax
from core.schemes.analysis.causal_count import (
    POSITIONS,
    TOKENS,
    Setting,
    count,
    first_twins,
    permutation_gap,
    shares_of_first,
    shrinking,
    spread_positions,
    uniform_weights,
)

MASKED, PLAIN, UNMASKED = Setting(True), Setting(True, special=False), Setting(False)


def test_the_share_of_the_first_token_is_one_over_t_to_the_last_bit():
    tokens = np.arange(1, 1_048_577)
    np.testing.assert_array_equal(shares_of_first(tokens), 1 / tokens)
    assert shares_of_first([7, 3]).tolist() == [1 / 7, 1 / 3]


@pytest.mark.parametrize("tokens", [1, 2, 50, 1000])
def test_the_share_is_that_of_a_softmax(tokens):
    assert shares_of_first([tokens]) == softmax(np.zeros(tokens)) @ (np.arange(tokens) == 0)


def test_uniform_weights_look_at_all_that_is_seen_alike():
    weights = uniform_weights(5)
    np.testing.assert_array_equal(weights, np.tri(5) / np.arange(1, 6)[:, None])
    np.testing.assert_array_equal(weights[:, 0], shares_of_first(np.arange(1, 6)))


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_the_first_twins_are_the_first(dtype):
    twins, most = first_twins(dtype, 4096), 4096
    shares = [dtype(1) / dtype(t) for t in range(1, most + 1)]
    same = [t for t in range(1, most) if shares[t - 1] == shares[t]]
    assert twins == (same[0] if same else None)


@given(st.integers(1, 10**6), st.integers(2, 200))
def test_spread_positions_go_from_the_first_to_the_last(length, most):
    found = spread_positions(length, most)
    assert found[0] == 1
    assert found[-1] == length
    assert len(found) <= most
    assert (np.diff(found) > 0).all()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("special", [True, False])
def test_without_a_mask_the_transformer_is_permutation_equivariant(seed, special):
    assert permutation_gap(Setting(False, special, seed)) < 1e-12
    assert permutation_gap(Setting(True, special, seed)) > 0.5


@pytest.mark.parametrize("seed", range(3))
def test_the_mask_gives_position_away_and_nothing_else_does(seed):
    masked, plain, unmasked = (count(Setting(s.causal, s.special, seed)) for s in (MASKED, PLAIN, UNMASKED))
    assert masked.explained[-1] > 0.6
    assert masked.explained[-1] > plain.explained[-1] + 0.15
    assert plain.explained[-1] > 0.15  # it succeeds in part even so
    assert max(unmasked.explained) < 0.02
    assert max(each.explained[0] for each in (masked, plain, unmasked)) < 0.02  # a word tells no position
    assert masked.factors[-1] < 1.45
    assert unmasked.factors[-1] > 1.7


@pytest.mark.parametrize("seed", range(3))
def test_without_a_special_token_a_length_shrinks_that_no_straight_map_reads(seed):
    found = shrinking(Setting(True, False, seed))
    assert found.first > 3 * found.last
    assert found.explained < 0.02
    assert shrinking(Setting(True, True, seed)).explained > 0.4


def test_readings_are_ordered_and_there_is_one_for_every_position():
    found = count(MASKED)
    assert len(found.low) == len(found.median) == len(found.high) == len(POSITIONS) == TOKENS - 1
    assert (np.array(found.low) <= found.median).all()
    assert (np.array(found.median) <= found.high).all()


def test_it_is_reproducible_by_seed():
    first, gap = count(Setting(True, True, 11)), permutation_gap(Setting(True, True, 11))
    count.cache_clear()
    permutation_gap.cache_clear()
    assert count(Setting(True, True, 11)) == first
    assert permutation_gap(Setting(True, True, 11)) == gap
    assert count(Setting(True, True, 12)) != first


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: shares_of_first([5, 0]), "tokens must be a whole number of at least 1, got 0"),
        (lambda: uniform_weights(0), "tokens must be a whole number of at least 1, got 0"),
        (lambda: spread_positions(5, 1), "most must be a whole number of at least 2, got 1"),
        (lambda: first_twins(int), "dtype must be a floating type, got int64"),
        (lambda: count(Setting(True, seed=-1)), "seed must be a whole number of at least 0, got -1"),
    ],
)
def test_bad_arguments_are_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()

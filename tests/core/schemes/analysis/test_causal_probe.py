import numpy as np
import pytest

from core.schemes.analysis.causal_probe import (
    PROBED_POSITIONS,
    TOKENS,
    Experiment,
    attention_lengths,
    permutation_gap,
    probe_positions,
)

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
    assert masked.explained[-1] > 0.6
    assert masked.explained[-1] > plain.explained[-1] + 0.15
    assert plain.explained[-1] > 0.15  # it succeeds in part even so
    assert max(unmasked.explained) < 0.02
    assert max(each.explained[0] for each in (masked, plain, unmasked)) < 0.02  # a word tells no position
    assert masked.factors[-1] < 1.45
    assert unmasked.factors[-1] > 1.7


@pytest.mark.parametrize("seed", range(3))
def test_without_a_special_token_a_length_shrinks_that_no_straight_map_reads(seed):
    found = attention_lengths(Experiment(True, False, seed))
    assert found.first > 3 * found.last
    assert found.explained < 0.02
    assert attention_lengths(Experiment(True, True, seed)).explained > 0.4


def test_readings_are_ordered_and_there_is_one_for_every_position():
    found = probe_positions(MASKED)
    assert len(found.low) == len(found.median) == len(found.high) == len(PROBED_POSITIONS) == TOKENS - 1
    assert (np.array(found.low) <= found.median).all()
    assert (np.array(found.median) <= found.high).all()


def test_it_is_reproducible_by_seed():
    first, gap = probe_positions(Experiment(True, True, 11)), permutation_gap(Experiment(True, True, 11))
    assert probe_positions.__wrapped__(Experiment(True, True, 11)) == first
    assert permutation_gap.__wrapped__(Experiment(True, True, 11)) == gap
    assert probe_positions(Experiment(True, True, 12)) != first

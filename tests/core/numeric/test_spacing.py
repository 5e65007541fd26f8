import numpy as np
from hypothesis import given
from hypothesis import strategies as some

from core.numeric.spacing import evenly_spread


@given(some.integers(0, 10**6), some.integers(2, 300))
def test_first_and_last_are_kept_and_gaps_are_even(count, most):
    indices = evenly_spread(count, most)
    assert len(indices) == min(count, most)
    if count:
        assert (indices[0], indices[-1]) == (0, count - 1)
    if count > 1:
        assert np.ptp(np.diff(indices)) <= 1


def test_a_single_pick_is_the_first():
    assert evenly_spread(9, 1).tolist() == [0]

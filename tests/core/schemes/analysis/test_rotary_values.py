"""Outputs of a head whose values are rotated as well."""

import numpy as np
import pytest

from core.schemes.analysis.rotary_values import attention_drift


@pytest.mark.parametrize("scale", [1, 8])
@pytest.mark.parametrize("dim", [2, 64])
def test_moving_all_positions_moves_the_output_only_where_values_are_turned(dim, scale):
    drift = attention_drift([0, 1, 100, 1_000_000], dim, scale=scale)
    assert drift.turned[0] == 0
    assert (drift.turned[1:] > 0.02).all()
    for still in (drift.kept, drift.restored):
        assert (still[:3] < 1e-13).all()
        assert still[3] < 1e-9  # what float64 leaves of the angle of position 1,000,000


def test_turned_values_turn_the_output_by_the_shift():
    # Σ a R_{j+s} v = R_s Σ a R_j v: with one token the output is its turned value, and moves 2 sin(s/2) per pair
    drift = attention_drift([0.5], 2, tokens=1)
    assert drift.turned[0] == pytest.approx(2 * np.sin(0.25))


def test_what_a_class_asks_for_is_computed_once():
    assert attention_drift(np.arange(3), 8) is attention_drift([0, 1, 2], 8)

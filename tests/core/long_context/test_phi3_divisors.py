"""Searched divisors at their own and at other numbers of pairs."""

import numpy as np
import pytest

from core.frequencies import inverse_frequencies
from core.long_context.phi3_divisors import PHI3_LONG, PHI3_SHORT, resampled
from core.long_context.rules import scaled_to
from core.scaling import RULES


def test_phi_3_s_lists_are_its_own_at_its_size():
    trained = inverse_frequencies(96)
    long = scaled_to(RULES["LongRoPE"], 96, base=10_000, original=4096, target=131_072)
    np.testing.assert_allclose(trained / long.inverse, PHI3_LONG, rtol=1e-14)
    assert long.attention_factor == pytest.approx(1.1902, abs=5e-5)
    short = scaled_to(RULES["LongRoPE"], 96, base=10_000, original=4096, target=4096)
    np.testing.assert_allclose(trained / short.inverse, PHI3_SHORT, rtol=1e-14)
    assert len(PHI3_SHORT) == len(PHI3_LONG) == 48
    assert (np.diff(PHI3_SHORT) >= 0).all()
    assert (np.diff(PHI3_LONG) >= 0).all()


@pytest.mark.parametrize("pairs", [1, 2, 48, 64, 256])
def test_a_list_keeps_its_ends(pairs):
    spread = resampled(PHI3_LONG, pairs)
    assert spread.shape == (pairs,)
    assert spread[0] == pytest.approx(PHI3_LONG[0])
    if pairs > 1:
        assert spread[-1] == pytest.approx(PHI3_LONG[-1])
    if pairs == len(PHI3_LONG):
        np.testing.assert_allclose(spread, PHI3_LONG, rtol=1e-14)

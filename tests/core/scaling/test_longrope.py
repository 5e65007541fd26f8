"""LongRoPE: lists of divisors, and the switch from one to the other."""

import numpy as np
import pytest

from core.frequencies import inverse_frequencies
from core.long_context.rules import scaled_to
from core.scaling import RULES
from core.scaling.longrope import PHI3_LONG, PHI3_SHORT, longrope, longrope_attention, resample

LISTS = {"short_factor": [1.0, 2.0, 4.0], "long_factor": [1.0, 8.0, 64.0]}
TRAINED = np.array([1.0, 0.1, 0.01])


@pytest.mark.parametrize(
    ("length", "expected"),
    [(None, [1, 0.05, 0.0025]), (4096, [1, 0.05, 0.0025]), (4097, [1, 0.0125, 0.00015625])],
)
def test_one_token_more_switches_every_pair(length, expected):
    scaled = longrope(TRAINED, original=4096, sequence_length=length, **LISTS)
    np.testing.assert_allclose(scaled, expected, rtol=1e-15)


@pytest.mark.parametrize(("factor", "original", "expected"), [(32, 4096, 1.1902), (1, 4096, 1), (0.5, 4096, 1)])
def test_attention_factor(factor, original, expected):  # 1.1902 is Phi-3-mini-128k's
    assert longrope_attention(factor, original) == pytest.approx(expected, abs=5e-5)
    assert longrope_attention(factor, original, attention_factor=1.19) == 1.19


@pytest.mark.parametrize("pairs", [1, 2, 48, 64, 256])
def test_a_list_keeps_its_ends(pairs):
    spread = resample(PHI3_LONG, pairs)
    assert spread.shape == (pairs,)
    assert spread[0] == pytest.approx(PHI3_LONG[0])
    if pairs > 1:
        assert spread[-1] == pytest.approx(PHI3_LONG[-1])
    if pairs == len(PHI3_LONG):
        np.testing.assert_allclose(spread, PHI3_LONG, rtol=1e-14)


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

"""YaRN as released, compared with an independent implementation of its formulas and with published values."""

import math

import numpy as np
import pytest

from core.frequencies import inverse_frequencies
from core.scaling.yarn import ramp_range, yarn, yarn_attention


@pytest.mark.parametrize("truncate", [True, False])
@pytest.mark.parametrize(("dim", "base", "original"), [(128, 10_000, 4096), (64, 150_000, 4096), (16, 500, 512)])
def test_the_released_formula_pair_by_pair(dim, base, original, truncate):
    ends = [dim * math.log(original / (turns * 2 * math.pi)) / (2 * math.log(base)) for turns in (32, 1)]
    low, high = (math.floor(ends[0]), math.ceil(ends[1])) if truncate else ends
    low, high = max(low, 0), min(high, dim - 1)
    expected = []
    for i in range(dim // 2):
        omega = base ** (-2 * i / dim)
        ramp = min(max((i - low) / (high - low), 0), 1)
        expected.append(omega / 16 * ramp + omega * (1 - ramp))
    trained = inverse_frequencies(dim, base)
    scaled = yarn(trained, base=base, factor=16, original=original, truncate=truncate)
    np.testing.assert_allclose(scaled, expected, rtol=1e-13)


def test_the_ramp_stays_within_the_head():
    assert ramp_range(64, 10_000, 16) == (0, 4)  # 32 turns would be before the first pair
    assert ramp_range(16, 2, 4096)[1] == 15


def test_equal_ends_are_a_step():
    trained = inverse_frequencies(64)
    scaled = yarn(trained, base=10_000, factor=2, original=8, beta_fast=1, beta_slow=1, truncate=False)
    ends = ramp_range(64, 10_000, 8, beta_fast=1, beta_slow=1, truncate=False)
    assert ends[0] == ends[1]
    pairs = np.arange(32)
    np.testing.assert_allclose(scaled, np.where(pairs > ends[0], trained / 2, trained), rtol=1e-15)


def test_attention_factors_of_configs():
    assert yarn_attention(40, mscale=1, mscale_all_dim=1) == 1  # DeepSeek-V3
    assert yarn_attention(40, mscale=0.707, mscale_all_dim=0.707) == 1  # DeepSeek-V2
    assert yarn_attention(40, mscale=1, mscale_all_dim=0) == yarn_attention(40)
    assert yarn_attention(40, mscale=2, mscale_all_dim=1) == pytest.approx(
        (0.2 * math.log(40) + 1) / (0.1 * math.log(40) + 1)
    )
    assert yarn_attention(40, attention_factor=1.5) == 1.5
    assert yarn_attention(0.5) == 1
    assert yarn_attention(4) == pytest.approx(0.1 * math.log(4) + 1, rel=1e-14)
    with pytest.raises(ValueError, match=r"^attention_factor must be finite, got nan$"):
        yarn_attention(2, attention_factor=float("nan"))

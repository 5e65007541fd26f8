"""YaRN as released, compared with an independent implementation of its formulas and with published values."""

import math

import numpy as np
import pytest

from core.frequencies import inverse_frequencies
from core.scaling.yarn import ramp_range, yarn, yarn_attention

MODELS = {  # rotary features, base, factor, trained length, truncated: pairs and their frequencies
    "Yarn-Llama-2-7b-64k": (
        (128, 10_000, 16, 4096, True),
        {0: 1, 20: 5.623413252e-2, 21: 4.694086000e-2, 33: 4.600435468e-3, 45: 1.517716047e-4,
         46: 8.334508951e-5, 63: 7.217387404e-6},
    ),
    "DeepSeek-V3": (
        (64, 10_000, 40, 4096, True),
        {0: 1, 10: 5.623413252e-2, 11: 3.900692657e-2, 16: 5.5e-3, 22: 1.778279410e-4, 23: 3.333803580e-5,
         31: 3.333803580e-6},
    ),
    "Qwen2.5": (
        (128, 1_000_000, 4, 32_768, True),
        {0: 1, 23: 6.978305849e-3, 24: 5.375321491e-3, 32: 6.029411765e-4, 39: 6.490394321e-5,
         40: 4.445698525e-5, 63: 3.102344402e-7},
    ),
    "gpt-oss": (
        (64, 150_000, 32, 4096, False),
        {0: 1, 8: 5.081327482e-2, 9: 3.170569618e-2, 13: 3.860359317e-3, 17: 1.293187012e-4,
         18: 3.830881237e-5, 31: 3.023511428e-7},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("model", "values"), MODELS.values(), ids=MODELS)
def test_released_models(model, values):
    dim, base, factor, original, truncate = model
    trained = inverse_frequencies(dim, base)
    scaled = yarn(trained, base=base, factor=factor, original=original, truncate=truncate)
    np.testing.assert_allclose(scaled[list(values)], list(values.values()), rtol=1e-9)


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


@pytest.mark.parametrize(
    ("dim", "base", "original", "raw", "truncated"),
    [
        (128, 10_000, 4096, (20.94, 45.03), (20, 46)),  # Llama 2
        (128, 1_000_000, 32_768, (23.60, 39.65), (23, 40)),  # Qwen2.5
        (64, 10_000, 4096, (10.47, 22.51), (10, 23)),  # DeepSeek-V3
        (64, 150_000, 4096, (8.0928, 17.3980), (8, 18)),  # gpt-oss
        (128, 500_000, 8192, (18.08, 34.98), (18, 35)),  # Llama 3
    ],
)
def test_where_the_ramp_rises(dim, base, original, raw, truncated):
    assert ramp_range(dim, base, original, truncate=False) == pytest.approx(raw, abs=0.005)
    assert ramp_range(dim, base, original) == truncated


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


@pytest.mark.parametrize(
    ("factor", "expected", "squared"),
    [
        (2, 1.0693, 1.143),
        (4, 1.1386, 1.2965),
        (8, 1.2079, 1.459),
        (16, 1.2773, 1.631),
        (32, 1.3466, 1.813),
        (40, 1.3689, 1.874),
    ],
)
def test_attention_is_sharpened_with_the_logarithm_of_the_factor(factor, expected, squared):
    assert yarn_attention(factor) == pytest.approx(expected, abs=5e-5)
    assert yarn_attention(factor) ** 2 == pytest.approx(squared, abs=5e-4)


def test_attention_factors_of_configs():
    assert yarn_attention(40, mscale=1, mscale_all_dim=1) == 1  # DeepSeek-V3
    assert yarn_attention(40, mscale=0.707, mscale_all_dim=0.707) == 1  # DeepSeek-V2
    assert yarn_attention(40, mscale=1, mscale_all_dim=0) == yarn_attention(40)
    assert yarn_attention(40, mscale=2, mscale_all_dim=1) == pytest.approx(
        (0.2 * math.log(40) + 1) / (0.1 * math.log(40) + 1)
    )
    assert yarn_attention(40, attention_factor=1.5) == 1.5
    assert yarn_attention(0.5) == 1
    with pytest.raises(ValueError, match=r"^attention_factor must be finite, got nan$"):
        yarn_attention(2, attention_factor=float("nan"))

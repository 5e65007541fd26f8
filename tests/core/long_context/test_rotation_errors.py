"""Rounding of each step, against high precision and published values."""

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.frequencies import inverse_frequencies
from core.long_context.dtypes import STEPS, Dtypes, everywhere, rounded
from core.long_context.rotation_errors import rotation_errors, rotations

SMALL = ["bfloat16", "float16"]
CAST_AT_THE_END = Dtypes("float32", "float32", "float32", "bfloat16")
ONLY_FREQUENCY = Dtypes(inverse_frequency="bfloat16")


def cosine_errors(positions, dtypes, dim=128):
    return np.abs(rotations(positions, dim, dtypes).cosines - rotations(positions, dim).cosines).max(axis=1)


@given(st.integers(0, 10**6), st.sampled_from(STEPS), st.sampled_from(SMALL))
def test_one_step_is_rounded_and_the_others_are_not(position, step, dtype):
    given, exact = rotations([position], 16, Dtypes(**{step: dtype})), rotations([position], 16)
    frequencies = inverse_frequencies(16)
    position_, frequencies_ = (
        rounded(value, dtype) if step == name else np.asarray(value)
        for name, value in (("position", [position]), ("inverse_frequency", frequencies))
    )
    np.testing.assert_array_equal(given.positions, position_)
    np.testing.assert_array_equal(given.frequencies, frequencies_)
    if np.isinf(given.positions).any() or (step == "angle" and position > 60_000):
        return
    product = position_[:, None] * frequencies_
    angles = rounded(product, dtype) if step == "angle" else product
    np.testing.assert_array_equal(given.angles, angles)
    cosines = rounded(exact.cosines, dtype) if step == "cos_sin" else np.cos(angles)
    np.testing.assert_array_equal(given.cosines, cosines)


def test_the_exact_angles_are_exact():
    mpmath.mp.dps = 40
    at = 1_048_575
    expected = [at * mpmath.mpf(500_000) ** (-mpmath.mpf(2 * i) / 128) / 8 for i in (0, 1, 31, 63)]
    found = rotations([at], 128, pairs=[0, 1, 31, 63], base=500_000, scale=8)
    np.testing.assert_allclose(found.cosines[0], [float(mpmath.cos(a)) for a in expected], atol=1e-9)
    np.testing.assert_allclose(found.sines[0], [float(mpmath.sin(a)) for a in expected], atol=1e-9)


def test_a_published_reproduction():  # https://github.com/EleutherAI/gpt-neox/issues/1003: 1044.2678, 1045, 0.7819
    float16 = everywhere("float16")
    assert rotations([1857], 32).angles[0, 1] == pytest.approx(1044.2678, abs=5e-5)
    assert rotations([1857], 32, float16).angles[0, 1] == 1045
    assert cosine_errors(2048, float16, dim=32).max() == pytest.approx(0.7819, abs=5e-5)


@pytest.mark.parametrize(  # d = 128, base 10,000, at these positions: calculated apart from this code
    ("dtypes", "position", "error"),
    [
        (everywhere("bfloat16"), 255, 0.546),
        (everywhere("bfloat16"), 1023, 1.48),
        (everywhere("bfloat16"), 8191, 2.0),
        (ONLY_FREQUENCY, 255, 0.27),
        (ONLY_FREQUENCY, 2047, 1.71),
        (everywhere("float16"), 1023, 0.18),
        (everywhere("float16"), 4095, 0.98),
        (everywhere("float32"), 8191, 2.7e-4),
        (everywhere("float32"), 131_071, 1.5e-3),
    ],
)
def test_reference_values(dtypes, position, error):
    assert cosine_errors([position], dtypes).item() == pytest.approx(error, rel=0.03)


def test_an_angle_wrong_by_a_is_a_chord_of_two_sine_half_a():
    errors = rotation_errors(np.arange(2000), 128, Dtypes(angle="bfloat16"))
    turned = rotations(2000, 128, Dtypes(angle="bfloat16")).angles - rotations(2000, 128).angles
    np.testing.assert_allclose(errors, 2 * np.abs(np.sin(turned / 2)), atol=1e-12)


def test_casting_only_the_end_costs_no_more_than_the_cast():
    cast = rotation_errors(np.arange(8192), 128, CAST_AT_THE_END, pairs=[0, 7, 20, 63]).max()
    assert cast < 2**-9 * np.sqrt(2) + 5e-4  # half a step below 1, in both, and float32 angles
    assert rotation_errors(np.arange(8192), 128, everywhere("bfloat16"), pairs=[0, 7, 20, 63]).max() > 1.99


def test_without_rounding_nothing_is_wrong():
    assert not rotation_errors(300, 64, Dtypes()).any()


def test_an_overflow_becomes_nan_and_raises_no_warning():
    found = rotations([65_504, 65_520], 8, everywhere("float16"))
    assert np.isinf(found.positions[1])
    assert np.isnan(found.cosines[1]).all()
    assert np.isfinite(found.cosines[0]).all()
    stopped = rotations([65_520], 16_384, everywhere("float16"), base=1e7, scale=64)
    assert not stopped.frequencies[-1]  # below the smallest number: infinity times zero
    assert np.isnan(stopped.angles[0, -1])

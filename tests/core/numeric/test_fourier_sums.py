import numpy as np
import pytest

from core.numeric.fourier_sums import fourier_sums


@pytest.mark.parametrize("count", [1, 2, 7, 100, 1025])
@pytest.mark.parametrize("largest", [1e-9, 1, np.pi, 300])
def test_sums_are_those_of_every_term(count, largest):
    rng = np.random.default_rng(count)
    turns = largest * (2 * rng.random(50) - 1)
    coefficients = rng.standard_normal(50) + 1j * rng.standard_normal(50)
    angles = np.outer(np.arange(count), turns.astype(np.longdouble))
    expected = np.cos(angles) @ coefficients.real - np.sin(angles) @ coefficients.imag
    size = np.abs(coefficients).sum()
    atol = (1e-12 + 1e-16 * largest * count) * size
    np.testing.assert_allclose(fourier_sums(coefficients, turns, count), expected.astype(float), rtol=0, atol=atol)


def test_a_single_wave_is_exact_wherever_its_angle_falls_on_the_grid():  # on a point, between, at the wrap-around
    for turn in np.concatenate([np.linspace(-np.pi, np.pi, 41), 2 * np.pi * np.arange(8) / 512]):
        found = fourier_sums(np.array([2.0]), np.array([turn]), 128)
        np.testing.assert_allclose(found, 2 * np.cos(turn * np.arange(128)), rtol=0, atol=2e-12)


def test_without_waves_there_is_nothing():
    np.testing.assert_array_equal(fourier_sums(np.zeros(0), np.zeros(0), 9), np.zeros(9))

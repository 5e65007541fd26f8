"""Timesteps and Fourier features against 50 digits."""

import numpy as np
import pytest

from core.beyond_text.fourier import gaussian_directions, gaussian_features, nerf_features
from core.beyond_text.timesteps import timestep_embedding
from tests.core.oracle import EPS, error, frequency, mp

# ---- Timesteps.


@pytest.mark.parametrize("shift", [0, 1, -2])
@pytest.mark.parametrize("dim", [9, 320])
def test_every_cell_is_as_exact_as_its_angle_allows(dim, shift):
    half = dim // 2
    table = timestep_embedding([999, 1e6], dim, shift=shift)
    for row, time in enumerate((999, 10**6)):
        for column in (0, 1, half - 1, half + 1, 2 * half - 1):
            angle = time * frequency(column % half, half - shift, 10_000)
            exact = mp.cos(angle) if column < half else mp.sin(angle)
            assert error(table[row, column], exact) <= 4 * EPS * (1 + float(angle))


# ---- Fourier.

POINTS = np.array([[0.3, -0.7], [1.0, 1e-9], [-123.456, 0.5]])


@pytest.mark.parametrize("with_pi", [True, False])
def test_every_octave_is_as_exact_as_its_angle_allows(with_pi):
    features = nerf_features(POINTS, 20, with_pi=with_pi, include_input=False)
    for row, point in enumerate(POINTS.tolist()):
        for column in (0, 1, 2, 3, 41, 42, 78, 79):
            power, function, axis = column // 4, (mp.sin, mp.cos)[column // 2 % 2], column % 2
            angle = mp.mpf(point[axis]) * 2**power * (mp.pi if with_pi else 1)
            assert error(features[row, column], function(angle)) <= 4 * EPS * (1 + abs(float(angle)))


def test_every_random_feature_is_as_exact_as_the_parts_of_its_angle_allow():
    directions = gaussian_directions(7, 2, 30.0)
    features = gaussian_features(POINTS, directions)
    for row, point in enumerate(POINTS.tolist()):
        for column, arrow in enumerate([*directions.tolist(), *directions.tolist()]):
            parts = [2 * mp.pi * mp.mpf(at) * mp.mpf(along) for at, along in zip(point, arrow, strict=True)]
            exact = (mp.sin if column < 7 else mp.cos)(mp.fsum(parts))
            assert error(features[row, column], exact) <= 4 * EPS * (1 + float(sum(map(abs, parts))))


def test_products_of_gaussian_features_depend_on_the_offset_and_tend_to_a_bell():
    """The mean of cos(2πb·v) over b ~ N(0, σ²) is exp(−2π²σ²v²), for v an offset."""
    directions = gaussian_directions(16_384, 1, 0.5)
    at = np.array([[0.0], [0.1], [0.25], [0.5]])
    here, there = (gaussian_features(at + move, directions) for move in (0, 7.3))
    np.testing.assert_allclose(here @ here.T, there @ there.T, atol=1e-8)
    np.testing.assert_allclose((here @ here[0]) / 16_384, np.exp(-2 * (np.pi * 0.5 * at[:, 0]) ** 2), atol=0.02)

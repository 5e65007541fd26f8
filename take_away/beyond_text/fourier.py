"""Fourier features of coordinates: NeRF's octaves, or random directions."""

import numpy as np


def octave_features(points, octaves, with_pi=True):
    """Sines and cosines at doubling frequencies, shape (n, 2 * octaves * axes); points of shape (n, axes)."""
    unit = np.pi if with_pi else 1.0
    angles = [points * 2.0**power * unit for power in range(int(octaves))]  # each (n, axes) radians
    return np.hstack([function(angle) for angle in angles for function in (np.sin, np.cos)])


def random_features(points, directions):
    """Sines, then cosines along directions of shape (m, axes), turns per unit; shape (n, 2 * m)."""
    angles = 2 * np.pi * (points @ directions.T)  # (n, m) radians
    return np.hstack([np.sin(angles), np.cos(angles)])

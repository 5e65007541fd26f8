"""Fourier features of coordinates in PyTorch: NeRF's octaves, or random directions."""

import torch


def octave_features(points, octaves, with_pi=True):
    """Sines and cosines at doubling frequencies, shape (n, 2 * octaves * axes); points of shape (n, axes)."""
    unit = torch.pi if with_pi else 1.0
    angles = [points * 2.0**power * unit for power in range(int(octaves))]  # each (n, axes) radians
    return torch.cat([function(angle) for angle in angles for function in (torch.sin, torch.cos)], dim=1)


def random_features(points, directions):
    """Sines, then cosines along directions of shape (m, axes), turns per unit; shape (n, 2 * m)."""
    angles = 2 * torch.pi * (points @ directions.T)  # (n, m) radians
    return torch.cat([angles.sin(), angles.cos()], dim=1)

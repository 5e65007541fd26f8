"""Fourier features of coordinates in PyTorch: NeRF's octaves, or random directions."""

import torch

from take_away.finish import finish

points = 200  # on a line from -1 to 1
kind = "octaves"  # or "gaussian"
octaves = 6
with_pi = True  # as in the paper; NeRF's code leaves π out
sigma = 3.0  # deviation of the random directions, turns per unit
directions = 128
seed = 1


def octave_features(points, octaves, with_pi=True):
    """Sines and cosines at doubling frequencies, shape (n, 2 * octaves * axes); points of shape (n, axes)."""
    unit = torch.pi if with_pi else 1.0
    angles = [points * 2.0**power * unit for power in range(int(octaves))]  # each (n, axes) radians
    return torch.cat([function(angle) for angle in angles for function in (torch.sin, torch.cos)], dim=1)


def random_features(points, directions):
    """Sines, then cosines along directions of shape (m, axes), turns per unit; shape (n, 2 * m)."""
    angles = 2 * torch.pi * (points @ directions.T)  # (n, m) radians
    return torch.cat([angles.sin(), angles.cos()], dim=1)


def draw(figure):
    axes = figure.subplots()
    image = features.T.numpy()
    axes.imshow(image, aspect="auto", cmap="RdBu_r", vmin=-1, vmax=1, extent=(-1, 1, len(image), 0))
    axes.set(xlabel="coordinate", ylabel="feature")


if __name__ == "__main__":
    at = torch.linspace(-1, 1, points, dtype=torch.float64)[:, None]
    if kind == "octaves":
        features = octave_features(at, octaves, with_pi)
    else:
        drawn = torch.randn(directions, 1, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
        features = random_features(at, sigma * drawn)
    columns = {"coordinate": at[:, 0]} | {str(feature): values for feature, values in enumerate(features.T)}
    finish("fourier", columns, draw)

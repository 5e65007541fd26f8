"""NTK-aware scaling, in PyTorch: a larger base divides slow pairs and hardly changes fast ones."""

import torch

from take_away.finish import finish
from take_away.scaling.frequencies_torch import inverse_frequencies
from take_away.scaling.wavelengths import draw_wavelengths

rotary_dim = 128  # features
base = 10_000.0
factor = 8.0


def ntk(trained, factor):
    """Divide the last pair by the factor, the first not at all; radians per token, shape (pairs,)."""
    last = max(len(trained) - 1, 1)
    return trained / factor ** (torch.arange(len(trained), dtype=torch.float64) / last)


def draw(figure):
    draw_wavelengths(figure, columns)


if __name__ == "__main__":
    trained = inverse_frequencies(rotary_dim, base)
    frequencies = ntk(trained, factor)
    columns = {"pair": range(len(trained)), "unscaled": trained, "NTK": frequencies}
    finish("ntk", columns, draw)

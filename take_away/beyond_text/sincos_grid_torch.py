"""Sines and cosines of the row and the column of image patches, in PyTorch."""

import torch


def sincos_grid(height, width, dim, base=10_000.0, order="mae"):
    """One row of features for each patch, row by row; shape (height * width, dim), float64."""
    frequencies = base ** (-torch.arange(dim // 4, dtype=torch.float64) / (dim // 4))  # radians per patch
    rows = torch.arange(height, dtype=torch.float64).repeat_interleave(width)
    y = torch.outer(rows, frequencies)  # (height * width, dim / 4) radians
    x = torch.outer(torch.arange(width, dtype=torch.float64).repeat(height), frequencies)
    parts = {
        "mae": [x.sin(), x.cos(), y.sin(), y.cos()],
        "transformers": [y.sin(), y.cos(), x.sin(), x.cos()],
        "timm": [y.sin(), x.sin(), y.cos(), x.cos()],
    }
    return torch.cat(parts[order], dim=1)

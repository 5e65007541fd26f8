"""Sines and cosines of the row and the column of image patches, in the column orders of three libraries."""

import numpy as np


def sincos_grid(height, width, dim, base=10_000.0, order="mae"):
    """One row of features for each patch, row by row; shape (height * width, dim)."""
    frequencies = base ** (-np.arange(dim // 4) / (dim // 4))  # (dim / 4,) radians per patch
    y, x = np.indices((height, width)).reshape(2, -1, 1) * frequencies  # each (height * width, dim / 4) radians
    parts = {
        "mae": [np.sin(x), np.cos(x), np.sin(y), np.cos(y)],
        "transformers": [np.sin(y), np.cos(y), np.sin(x), np.cos(x)],
        "timm": [np.sin(y), np.sin(x), np.cos(y), np.cos(x)],
    }
    return np.hstack(parts[order])

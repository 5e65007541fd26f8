"""Swin's bias for the offset of two patches of a window, from a table or, in Swin V2, from a small network."""

import numpy as np


def swin_bias(table, height, width):
    """A table of shape (offsets, heads) as what is added to scores, shape (heads, query, key)."""
    y, x = np.indices((height, width)).reshape(2, -1)
    down, right = np.subtract.outer(y, y) + height - 1, np.subtract.outer(x, x) + width - 1  # query minus key
    return table[down * (2 * width - 1) + right].transpose(2, 0, 1)


def axis_offsets(side, trained):
    """Offsets along one side of a window, ±8 at the largest one in training; shape (2 * side - 1,)."""
    return 8 * np.arange(1 - side, side) / max(trained - 1, 1)


def log_spaced(offsets):
    """What the network of Swin V2 gets for these offsets."""
    return np.sign(offsets) * np.log2(1 + np.abs(offsets)) / 3  # 3 is the logarithm of 8


def continuous_bias(height, width, weights, shift, heads, pretrained=None):
    """Swin V2's bias of shape (heads, query, key), from 0 to 16; weights (hidden, 2), heads (heads, hidden)."""
    of_height, of_width = (height, width) if pretrained is None else pretrained
    y, x = log_spaced(axis_offsets(height, of_height)), log_spaced(axis_offsets(width, of_width))
    offsets = np.stack(np.meshgrid(y, x, indexing="ij"), axis=-1).reshape(-1, 2)
    units = np.maximum(offsets @ weights.T + shift, 0)  # (offsets, hidden)
    return swin_bias(16 / (1 + np.exp(-units @ heads.T)), height, width)

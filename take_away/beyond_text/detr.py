"""DETR's sines and cosines of pixels: rows and columns count from 1, stop on padding, and end after one turn."""

import numpy as np


def detr_sine(mask, num_pos_feats=128, base=10_000.0, normalize=True, scale=2 * np.pi):
    """Features of shape (height, width, 2 * num_pos_feats), y before x; the mask is 1 where a pixel is real."""
    frequencies = base ** (-np.arange(num_pos_feats // 2) / (num_pos_feats // 2))
    parts = []
    for axis in (0, 1):
        at = np.cumsum(mask, axis=axis)  # (height, width) pixels, from 1
        if normalize:
            at = scale * at / (at.take([-1], axis) + 1e-6)
        angles = at[..., np.newaxis] * frequencies  # (height, width, num_pos_feats / 2) radians
        parts.append(np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(*at.shape, -1))
    return np.concatenate(parts, axis=-1)

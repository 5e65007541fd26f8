"""RoPE on a grid of image patches: pairs that count rows or columns, or that each count in their own direction."""

import numpy as np


def patch_directions(head_dim, base=100.0, kind="axial"):
    """Radians per row and column of each pair, shape (head_dim / 2, 2); mixed: one random angle."""
    count = head_dim // 2
    if kind == "golden":
        lengths, turned = base ** (-np.arange(count) / count), np.pi * (5**0.5 - 1) / 2 * np.arange(count)
        return np.stack([lengths * np.sin(turned), lengths * np.cos(turned)], axis=1)
    frequencies, still = base ** (-np.arange(count // 2) / (count // 2)), np.zeros(count // 2)
    if kind == "mixed":
        angle = np.random.default_rng(0).uniform(0, 2 * np.pi)
        return np.vstack([np.outer(frequencies, [np.sin(a), np.cos(a)]) for a in (angle, angle + np.pi / 2)])
    return np.vstack([np.stack([frequencies, still], axis=1), np.stack([still, frequencies], axis=1)])


def rope_2d(vectors, height, width, base=100.0, kind="axial", layout="half"):
    """Turn vectors of shape (..., height * width, head_dim), patches row by row; queries and keys alike."""
    head_dim = vectors.shape[-1]
    places = np.indices((height, width)).reshape(2, -1).T  # (patches, 2): row, column
    angles = places @ patch_directions(head_dim, base, kind).T  # (patches, head_dim / 2) radians
    pair = np.arange(head_dim // 2)
    first, second = (2 * pair, 2 * pair + 1) if layout == "interleaved" else (pair, pair + head_dim // 2)
    x, y = vectors[..., first], vectors[..., second]
    turned = np.empty(vectors.shape)
    turned[..., first] = x * np.cos(angles) - y * np.sin(angles)
    turned[..., second] = x * np.sin(angles) + y * np.cos(angles)
    return turned

"""RoPE on a grid of image patches, in PyTorch: pairs that count rows or columns, or each in its own direction."""

import numpy as np
import torch


def patch_directions(head_dim, base=100.0, kind="axial"):
    """Radians per row and per column of each pair, shape (head_dim / 2, 2); mixed: one random angle."""
    count = head_dim // 2
    pair = torch.arange(count, dtype=torch.float64)
    if kind == "golden":
        lengths, angles = base ** (-pair / count), torch.pi * (5**0.5 - 1) / 2 * pair
        return torch.stack([lengths * angles.sin(), lengths * angles.cos()], dim=1)
    frequencies = base ** (-pair[: count // 2] / (count // 2))
    if kind == "mixed":  # two directions at right angles; the angle is drawn as in the NumPy code
        angle = np.random.default_rng(0).uniform(0, 2 * np.pi)
        ends = (angle, angle + np.pi / 2)
        return torch.cat([torch.stack([frequencies * np.sin(a), frequencies * np.cos(a)], dim=1) for a in ends])
    still = torch.zeros_like(frequencies)
    return torch.cat([torch.stack([frequencies, still], dim=1), torch.stack([still, frequencies], dim=1)])


def rope_2d(vectors, height, width, base=100.0, kind="axial", layout="half"):
    """Turn vectors of shape (..., height * width, head_dim), patches row by row; queries and keys alike."""
    head_dim = vectors.shape[-1]
    rows = torch.arange(height, dtype=torch.float64).repeat_interleave(width)
    places = torch.stack([rows, torch.arange(width, dtype=torch.float64).repeat(height)], dim=1)
    angles = (places @ patch_directions(head_dim, base, kind).T).to(vectors.device)  # (patches, head_dim / 2)
    cosines, sines = torch.cos(angles).to(vectors.dtype), torch.sin(angles).to(vectors.dtype)
    pair = torch.arange(head_dim // 2, device=vectors.device)
    first, second = (2 * pair, 2 * pair + 1) if layout == "interleaved" else (pair, pair + head_dim // 2)
    x, y = vectors[..., first], vectors[..., second]
    outputs = torch.empty_like(vectors)
    outputs[..., first] = x * cosines - y * sines
    outputs[..., second] = x * sines + y * cosines
    return outputs

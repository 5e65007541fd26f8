"""xPos in PyTorch: RoPE with a decay, for queries grow and keys shrink with their position."""

import torch

from take_away.schemes.rope_torch import rope


def xpos(vectors, positions, base=10_000.0, scale=1.0, layout="half", scale_base=512.0):
    """Turn and rescale queries of shape (..., n, dim) at positions of shape (n,), in tokens."""
    return rope(vectors, positions, base, scale, layout) * xpos_growth(
        vectors, positions, scale, layout, scale_base
    )


def xpos_keys(vectors, positions, base=10_000.0, scale=1.0, layout="half", scale_base=512.0):
    """Turn and rescale keys, of the same shapes."""
    return rope(vectors, positions, base, scale, layout) / xpos_growth(
        vectors, positions, scale, layout, scale_base
    )


def xpos_growth(vectors, positions, scale, layout, scale_base):
    """Factor on each feature of a query, shape (n, dim)."""
    dim = vectors.shape[-1]
    decay = (2 * torch.arange(dim // 2, dtype=torch.float64, device=vectors.device) / dim + 0.4) / 1.4
    positions = torch.as_tensor(positions, dtype=torch.float64, device=vectors.device)
    factors = (decay ** (positions[:, None] / scale / scale_base)).to(vectors.dtype)  # (n, dim / 2)
    return factors.repeat_interleave(2, dim=1) if layout == "interleaved" else factors.repeat(1, 2)

"""RoPE, rotary position embedding, in PyTorch: queries and keys turn with their position."""

import torch


def rope(vectors, positions, base=10_000.0, scale=1.0, layout="half"):
    """Turn vectors of shape (..., n, dim) at positions of shape (n,), in tokens; queries and keys alike."""
    dim = vectors.shape[-1]
    pair = torch.arange(dim // 2, device=vectors.device)
    positions = torch.as_tensor(positions, dtype=torch.float64, device=vectors.device)
    angles = torch.outer(positions, base ** (-2 * pair.double() / dim) / scale)  # (n, dim / 2) radians
    cosines, sines = torch.cos(angles).to(vectors.dtype), torch.sin(angles).to(vectors.dtype)
    first, second = (2 * pair, 2 * pair + 1) if layout == "interleaved" else (pair, pair + dim // 2)
    x, y = vectors[..., first], vectors[..., second]
    turned = torch.empty_like(vectors)
    turned[..., first] = x * cosines - y * sines
    turned[..., second] = x * sines + y * cosines
    return turned

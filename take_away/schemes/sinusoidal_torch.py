"""Sinusoidal encoding in PyTorch: sines and cosines of geometrically spaced frequencies."""

import torch


def sinusoidal(positions, d_model, base=10_000.0, scale=1.0, layout="interleaved"):
    """Table of shape (n, d_model) in float64 for positions of shape (n,), in tokens."""
    exact = layout in ("tensor2tensor", "fairseq")  # the last timescale is base, an odd last column is empty
    first = 2 if layout == "fairseq" else 0  # position of the first token
    sines = d_model // 2 if exact else (d_model + 1) // 2
    positions = torch.as_tensor(positions, dtype=torch.float64)
    pair = torch.arange(sines, dtype=torch.float64, device=positions.device)
    exponents = pair / max(sines - 1, 1) if exact else 2 * pair / d_model
    angles = torch.outer(positions + first, base**-exponents / scale)  # (n, sines) radians
    table = angles.new_zeros(len(angles), d_model)
    if layout == "interleaved":
        at_sine, at_cosine = slice(0, None, 2), slice(1, None, 2)
    else:
        at_sine, at_cosine = slice(0, sines), slice(sines, sines + d_model // 2)
    table[:, at_sine] = torch.sin(angles)
    table[:, at_cosine] = torch.cos(angles[:, : d_model // 2])
    return table

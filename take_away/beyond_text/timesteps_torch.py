"""Embeddings of the time of a diffusion model, in PyTorch, with the switches in which released code differs."""

import torch


def timestep_embedding(times, dim, shift=0, cosines_first=True, scale=1.0, max_period=10_000.0):
    """Cosines and sines of the times, shape (n, dim), float64; an odd last feature is 0."""
    half = dim // 2
    times = torch.as_tensor(times, dtype=torch.float64)
    pair = torch.arange(half, dtype=torch.float64, device=times.device)
    angles = torch.outer(times * scale, max_period ** (-pair / (half - shift)))  # (n, half) radians
    halves = [angles.cos(), angles.sin()] if cosines_first else [angles.sin(), angles.cos()]
    return torch.nn.functional.pad(torch.cat(halves, dim=1), (0, dim % 2))

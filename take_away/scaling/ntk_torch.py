"""NTK-aware scaling, in PyTorch: a larger base divides slow pairs and hardly changes fast ones."""

import torch


def ntk(trained, factor):
    """Divide the last pair by the factor, the first not at all; radians per token, shape (pairs,)."""
    last = max(len(trained) - 1, 1)
    return trained / factor ** (torch.arange(len(trained), dtype=torch.float64) / last)

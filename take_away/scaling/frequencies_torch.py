"""What every rule starts from, in PyTorch."""

import torch


def inverse_frequencies(rotary_dim, base):
    """Frequencies as trained, shape (rotary_dim / 2,), radians per token."""
    return base ** (-2 * torch.arange(rotary_dim // 2, dtype=torch.float64) / rotary_dim)

"""NoPE, no positional encoding, in PyTorch: nothing is added, a causal mask alone tells positions."""

import torch


def nope(positions, d_model):
    """Table of shape (n, d_model), all 0, for positions of shape (n,), in tokens."""
    return torch.zeros(len(positions), d_model, dtype=torch.float64)

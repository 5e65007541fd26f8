"""Proportional RoPE, in PyTorch: exponents over the whole head, and the slow pairs do not turn."""

import torch


def proportional(trained, factor=1.0, partial_rotary_factor=1.0):
    """Keep the fastest share of the pairs, stop the others, divide all; radians per token, shape (pairs,)."""
    turning = int(partial_rotary_factor * len(trained))
    return torch.where(torch.arange(len(trained)) < turning, trained, 0.0) / factor

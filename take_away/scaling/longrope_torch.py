"""LongRoPE, in PyTorch: a searched divisor for every pair, one list for short texts and one for long."""

import torch

from core.scaling.longrope import longrope_attention  # noqa: F401 for the factor on cosine and sine


def longrope(trained, original, sequence_length, short_factor, long_factor):
    """Divide each frequency by a divisor of its own; radians per token, shape (pairs,)."""
    listed = long_factor if sequence_length > original else short_factor
    return trained / torch.as_tensor(listed, dtype=torch.float64)

"""Stick-breaking attention in PyTorch: keys from the nearest one backwards take shares of the rest."""

import torch


def stick_breaking(logits):
    """Weights of shape (..., query, key) from scores; keys before the query alone, each row sums to at most 1."""
    after = torch.ones(logits.shape[-2:], dtype=torch.bool, device=logits.device).triu()
    kept = torch.nn.functional.logsigmoid(-logits).masked_fill(after, 0)  # logarithm of 1 - sigmoid
    left = kept.flip(-1).cumsum(-1).flip(-1) - kept  # by the keys between key and query
    return (left + torch.nn.functional.logsigmoid(logits)).exp().masked_fill(after, 0)

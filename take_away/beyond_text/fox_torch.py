"""FoX, the forgetting transformer, in PyTorch: logarithms of gates between query and key add to a score."""

import torch


def forget_bias(gates):
    """Gates of shape (..., n), above 0 and at most 1, as what is added to scores, shape (..., query, key)."""
    sums = gates.log().cumsum(-1)
    bias = sums[..., :, None] - sums[..., None, :]
    future = torch.ones(bias.shape[-2:], dtype=torch.bool, device=bias.device).triu(1)
    return bias.masked_fill(future, float("-inf"))

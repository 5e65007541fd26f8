"""ALiBi, Attention with Linear Biases, in PyTorch: a penalty that grows with the distance."""

import torch


def slopes(heads):
    """Penalty per token of distance, shape (heads,)."""
    power = 2 ** (heads.bit_length() - 1)  # heads, or the largest power of two below
    series = 2.0 ** (-8 / power * torch.arange(1, power + 1, dtype=torch.float64))
    between = 2.0 ** (-4 / power * torch.arange(1, 2 * power, 2, dtype=torch.float64))  # of twice as many heads
    return torch.cat([series, between])[:heads]


def offsets(query_positions, key_positions):
    """Key minus query, tokens, shape (n, m)."""
    queries, keys = (torch.as_tensor(each, dtype=torch.float64) for each in (query_positions, key_positions))
    return keys[None, :] - queries[:, None]


def alibi(query_positions, key_positions, heads=8):
    """Bias of shape (heads, n, m), added to scores before softmax, for n queries and m keys; tokens."""
    distances = offsets(query_positions, key_positions).abs()
    return -slopes(heads).to(distances.device)[:, None, None] * distances

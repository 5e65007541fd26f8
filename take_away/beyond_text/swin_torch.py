"""Swin's bias for the offset of two patches of a window, in PyTorch: from a table or from Swin V2's network."""

import torch


def swin_bias(table, height, width):
    """A table of shape (offsets, heads) as what is added to scores, shape (heads, query, key)."""
    y = torch.arange(height, device=table.device).repeat_interleave(width)
    x = torch.arange(width, device=table.device).repeat(height)
    down, right = y[:, None] - y + height - 1, x[:, None] - x + width - 1  # query minus key
    return table[down * (2 * width - 1) + right].permute(2, 0, 1)


def axis_offsets(side, pretrained_side):
    """Offsets along one side of a window, ±8 at the largest one in training; shape (2 * side - 1,), float64."""
    return 8 * torch.arange(1 - side, side, dtype=torch.float64) / max(pretrained_side - 1, 1)


def log_offsets(offsets):
    """What the network of Swin V2 gets for these offsets."""
    return offsets.sign() * torch.log2(1 + offsets.abs()) / 3  # 3 is the logarithm of 8


def continuous_bias(height, width, weights, shift, heads, pretrained_window=None):
    """Swin V2's bias of shape (heads, query, key), from 0 to 16; weights (hidden, 2), heads (heads, hidden)."""
    of_height, of_width = (height, width) if pretrained_window is None else pretrained_window
    y, x = log_offsets(axis_offsets(height, of_height)), log_offsets(axis_offsets(width, of_width))
    offsets = torch.stack(torch.meshgrid(y, x, indexing="ij"), dim=-1).reshape(-1, 2).to(weights)
    units = torch.relu(offsets @ weights.T + shift)  # (offsets, hidden)
    return swin_bias(16 * torch.sigmoid(units @ heads.T), height, width)

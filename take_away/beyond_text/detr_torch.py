"""DETR's sines and cosines of pixels, in PyTorch: counted from 1, stopped on padding, one turn in all."""

import torch


def detr_sine(mask, num_pos_feats=128, base=10_000.0, normalize=True, scale=2 * torch.pi):
    """Features (height, width, 2 * num_pos_feats), y before x, float64; the mask is 1 where a pixel is real."""
    pair = torch.arange(num_pos_feats // 2, dtype=torch.float64, device=mask.device)
    frequencies = base ** (-pair / (num_pos_feats // 2))
    parts = []
    for axis in (0, 1):
        at = mask.double().cumsum(axis)  # (height, width) pixels, from 1
        if normalize:
            at = scale * at / (at.select(axis, -1).unsqueeze(axis) + 1e-6)
        angles = at[..., None] * frequencies  # (height, width, num_pos_feats / 2) radians
        parts.append(torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(-2))
    return torch.cat(parts, dim=-1)

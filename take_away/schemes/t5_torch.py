"""T5's relative bias in PyTorch: one learned number for every bucket of offsets and head."""

import math

import torch

from take_away.schemes.alibi_torch import offsets, slopes


def bucket(offsets, direction="bidirectional", num_buckets=32, max_distance=128):
    """Bucket of each offset, key minus query in tokens; any shape."""
    both = direction == "bidirectional"
    side = num_buckets // 2 if both else num_buckets
    exact = side // 2  # buckets of one offset each
    distance = offsets.abs() if both else (-offsets).clamp(min=0)
    steps = torch.log(distance.clamp(min=exact) / exact) / math.log(max_distance / exact) * (side - exact)
    far = (exact + torch.floor(steps + 1e-9)).clamp(max=side - 1)
    after = side * (offsets > 0) if both else 0
    return (torch.where(distance < exact, distance, far) + after).long()


def bucket_weights(heads, direction="bidirectional", num_buckets=32, max_distance=128):
    """Numbers that stand in for trained ones, shape (num_buckets, heads)."""
    offsets = torch.arange(-max_distance, max_distance + 1, dtype=torch.float64)
    nearest = torch.full((num_buckets,), float(max_distance), dtype=torch.float64)  # of a bucket's nearest offset
    nearest.scatter_reduce_(0, bucket(offsets, direction, num_buckets, max_distance), offsets.abs(), "amin")
    return -4 * torch.log2(1 + nearest)[:, None] * slopes(heads)


def t5(query_positions, key_positions, heads=8, direction="bidirectional", num_buckets=32, max_distance=128):
    """Bias of shape (heads, n, m) for n queries and m keys, in tokens; T5 does not scale its scores."""
    buckets = bucket(offsets(query_positions, key_positions), direction, num_buckets, max_distance)
    table = bucket_weights(heads, direction, num_buckets, max_distance).to(buckets.device)
    return table[buckets].movedim(-1, 0)

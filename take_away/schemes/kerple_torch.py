"""KERPLE in PyTorch: a penalty with a learned shape, a logarithm or a power of the distance."""

import torch

from take_away.schemes.alibi_torch import offsets, slopes


def kerple(query_positions, key_positions, heads=8, kernel="log", r2=1.0, r1=None):
    """Bias of shape (heads, n, m) for n queries and m keys, in tokens; r1 of shape (heads,) is learned."""
    strength = 8 * slopes(heads) if r1 is None else r1  # without r1, numbers that stand in for it
    distances = offsets(query_positions, key_positions).abs()
    shape = torch.log1p(r2 * distances) if kernel == "log" else distances**r2
    return -strength.to(distances.device)[:, None, None] * shape

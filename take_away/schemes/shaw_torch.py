"""Shaw's relative position in PyTorch: a learned key vector for every clipped offset."""

import numpy as np
import torch

from take_away.schemes.alibi_torch import offsets


def relative_vector(offsets, clip=16):
    """Which of the 2 clip + 1 vectors each offset gets, key minus query in tokens; any shape."""
    return offsets.clamp(-clip, clip).long() + clip


def shaw(query_positions, key_positions, heads=8, clip=16, head_dim=64, seed=0):
    """What relative positions add to scores, shape (heads, n, m), for n queries and m keys, in tokens.

    One random query a head and random vectors stand in for trained ones.
    """
    rng = np.random.default_rng(seed)
    relative = torch.from_numpy(rng.standard_normal((2 * clip + 1, head_dim)))
    queries = torch.from_numpy(rng.standard_normal((heads, head_dim)))
    scores = queries @ relative.T / head_dim**0.5  # (heads, 2 clip + 1)
    index = relative_vector(offsets(query_positions, key_positions), clip)
    return scores.to(index.device)[:, index]

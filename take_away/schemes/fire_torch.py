"""FIRE in PyTorch: a small network reads the offset relative to the query's own position."""

import numpy as np
import torch

from take_away.schemes.alibi_torch import offsets, slopes


def progress(query_positions, key_positions, c=0.1, threshold=512.0):
    """How far back a key lies on a logarithmic scale, from 0 to 1, shape (n, m)."""
    distances = offsets(query_positions, key_positions).abs()
    queries = torch.as_tensor(query_positions, dtype=torch.float64)
    return torch.log1p(c * distances) / torch.log1p(c * queries.clamp(min=threshold)[:, None])


def fire(query_positions, key_positions, heads=8, c=0.1, threshold=512.0, width=32, seed=0):
    """Bias of shape (heads, n, m) for n queries and m keys, in tokens.

    A straight fall and a random network of `width` hidden units stand in for a trained network.
    """
    inputs = progress(query_positions, key_positions, c, threshold)[..., None]
    rng = np.random.default_rng(seed)
    slope, shift = torch.from_numpy(rng.uniform(-1, 1, (2, width))).to(inputs.device)
    out = torch.from_numpy(rng.standard_normal((heads, width))).to(inputs.device) * (2 / width) ** 0.5
    hidden = torch.relu(inputs * slope + shift)  # (n, m, width)
    return (hidden @ out.T - 32 * inputs * slopes(heads).to(inputs.device)).movedim(-1, 0)

"""xPos in PyTorch: RoPE with a decay, for queries grow and keys shrink with their position."""

import torch

from take_away.finish import finish
from take_away.schemes.rope_torch import rope

length = 128  # tokens
dim = 64  # features of a head, even
base = 10_000.0
scale = 1.0
layout = "half"  # or "interleaved"
scale_base = 512.0  # tokens


def xpos(vectors, positions, base=10_000.0, scale=1.0, layout="half", scale_base=512.0):
    """Turn and rescale queries of shape (..., n, dim) at positions of shape (n,), in tokens."""
    return rope(vectors, positions, base, scale, layout) * xpos_growth(
        vectors, positions, scale, layout, scale_base
    )


def xpos_keys(vectors, positions, base=10_000.0, scale=1.0, layout="half", scale_base=512.0):
    """Turn and rescale keys, of the same shapes."""
    return rope(vectors, positions, base, scale, layout) / xpos_growth(
        vectors, positions, scale, layout, scale_base
    )


def xpos_growth(vectors, positions, scale, layout, scale_base):
    """Factor on each feature of a query, shape (n, dim)."""
    dim = vectors.shape[-1]
    decay = (2 * torch.arange(dim // 2, dtype=torch.float64, device=vectors.device) / dim + 0.4) / 1.4
    positions = torch.as_tensor(positions, dtype=torch.float64, device=vectors.device)
    factors = (decay ** (positions[:, None] / scale / scale_base)).to(vectors.dtype)  # (n, dim / 2)
    return factors.repeat_interleave(2, dim=1) if layout == "interleaved" else factors.repeat(1, 2)


def draw(figure):
    left, right = figure.subplots(1, 2)
    for axes, values, title in ((left, queries, "queries"), (right, keys, "keys")):
        axes.imshow(values.numpy(), aspect="auto", cmap="RdBu_r", vmin=-2, vmax=2)
        axes.set(xlabel="feature", ylabel="position (tokens)", title=title)


if __name__ == "__main__":
    ones, positions = torch.ones(length, dim), torch.arange(length)
    queries = xpos(ones, positions, base, scale, layout, scale_base)
    keys = xpos_keys(ones, positions, base, scale, layout, scale_base)
    columns = {f"query {feature}": values for feature, values in enumerate(queries.T)}
    columns |= {f"key {feature}": values for feature, values in enumerate(keys.T)}
    finish("xpos", columns, draw)

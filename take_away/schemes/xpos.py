"""xPos: RoPE with a decay, for queries grow and keys shrink with their position."""

import numpy as np

from take_away.finish import finish
from take_away.schemes.rope import rope

length = 128  # tokens
dim = 64  # features of a head, even
base = 10_000.0
scale = 1.0
layout = "half"  # or "interleaved"
scale_base = 512.0  # tokens


def xpos(vectors, positions, base=10_000.0, scale=1.0, layout="half", scale_base=512.0):
    """Turn and rescale queries of shape (..., n, dim) at positions of shape (n,), in tokens."""
    growth = xpos_growth(vectors.shape[-1], positions, scale, layout, scale_base)
    return rope(vectors, positions, base, scale, layout) * growth


def xpos_keys(vectors, positions, base=10_000.0, scale=1.0, layout="half", scale_base=512.0):
    """Turn and rescale keys, of the same shapes."""
    growth = xpos_growth(vectors.shape[-1], positions, scale, layout, scale_base)
    return rope(vectors, positions, base, scale, layout) / growth


def xpos_growth(dim, positions, scale, layout, scale_base):
    """Factor on each feature of a query, shape (n, dim)."""
    decay = (2 * np.arange(dim // 2) / dim + 0.4) / 1.4  # of each pair in scale_base tokens
    factors = decay ** (np.asarray(positions)[:, None] / scale / scale_base)  # (n, dim / 2)
    return np.repeat(factors, 2, axis=1) if layout == "interleaved" else np.tile(factors, 2)


SCHEME = {"name": "xPos", "family": "rotary", "function": xpos, "keys": xpos_keys}


def draw(figure):
    left, right = figure.subplots(1, 2)
    for axes, values, title in ((left, queries, "queries"), (right, keys, "keys")):
        axes.imshow(values, aspect="auto", cmap="RdBu_r", vmin=-2, vmax=2)
        axes.set(xlabel="feature", ylabel="position (tokens)", title=title)


if __name__ == "__main__":
    ones, positions = np.ones((length, dim)), np.arange(length)
    queries = xpos(ones, positions, base, scale, layout, scale_base)
    keys = xpos_keys(ones, positions, base, scale, layout, scale_base)
    columns = {f"query {feature}": values for feature, values in enumerate(queries.T)}
    columns |= {f"key {feature}": values for feature, values in enumerate(keys.T)}
    finish("xpos", columns, draw)

"""RoPE, rotary position embedding: queries and keys turn with their position."""

import numpy as np

from take_away.finish import finish

length = 128  # tokens
dim = 64  # features of a head, even
base = 10_000.0
scale = 1.0
layout = "half"  # or "interleaved"


def rope(vectors, positions, base=10_000.0, scale=1.0, layout="half"):
    """Turn vectors of shape (..., n, dim) at positions of shape (n,), in tokens; queries and keys alike."""
    dim = vectors.shape[-1]
    pair = np.arange(dim // 2)
    angles = np.outer(positions, base ** (-2 * pair / dim) / scale)  # (n, dim / 2) radians
    first, second = (2 * pair, 2 * pair + 1) if layout == "interleaved" else (pair, pair + dim // 2)
    x, y = vectors[..., first], vectors[..., second]
    turned = np.empty(vectors.shape)
    turned[..., first] = x * np.cos(angles) - y * np.sin(angles)
    turned[..., second] = x * np.sin(angles) + y * np.cos(angles)
    return turned


SCHEME = {"name": "RoPE", "family": "rotary", "function": rope}


def draw(figure):
    axes = figure.subplots()
    axes.imshow(turned, aspect="auto", cmap="RdBu_r", vmin=-(2**0.5), vmax=2**0.5)
    axes.set(xlabel="feature", ylabel="position (tokens)")


if __name__ == "__main__":
    turned = rope(np.ones((length, dim)), np.arange(length), base, scale, layout)
    columns = {str(feature): values for feature, values in enumerate(turned.T)}
    finish("rope", columns, draw)

"""FIRE: a small network reads the offset relative to the query's own position."""

import numpy as np

from take_away.finish import finish
from take_away.schemes.alibi import slopes

length = 128  # tokens
heads = 8
threshold = 512.0  # tokens; queries before it are treated as if they stood here


def progress(query_positions, key_positions, c=0.1, threshold=512.0):
    """How far back a key lies on a logarithmic scale, from 0 to 1, shape (n, m)."""
    distances = np.abs(np.subtract.outer(query_positions, key_positions))
    longest = np.maximum(query_positions, threshold)[:, None]
    return np.log1p(c * distances) / np.log1p(c * longest)


def fire(query_positions, key_positions, heads=8, c=0.1, threshold=512.0, width=32, seed=0):
    """Bias of shape (heads, n, m) for n queries and m keys, in tokens.

    A straight fall and a random network of `width` hidden units stand in for a trained network.
    """
    inputs = progress(query_positions, key_positions, c, threshold)
    rng = np.random.default_rng(seed)
    slope, shift = rng.uniform(-1, 1, (2, width))
    out = rng.standard_normal((heads, width)) * np.sqrt(2 / width)
    hidden = np.maximum(inputs[..., None] * slope + shift, 0)  # (n, m, width)
    return np.moveaxis(hidden @ out.T - 32 * inputs[..., None] * slopes(heads), -1, 0)


SCHEME = {"name": "FIRE", "family": "bias", "function": fire}


def draw(figure):
    axes = figure.subplots()
    for head, values in enumerate(bias, 1):
        axes.plot(values, label=f"head {head}")
    axes.set(xlabel="distance back (tokens)", ylabel="bias")
    axes.legend()


if __name__ == "__main__":
    bias = fire([length - 1], np.arange(length), heads, threshold=threshold)[:, 0, ::-1]  # (heads, distances)
    columns = {"distance": np.arange(length)} | {f"head {head}": values for head, values in enumerate(bias, 1)}
    finish("fire", columns, draw)

"""Sinusoidal encoding: sines and cosines of geometrically spaced frequencies."""

import numpy as np

from take_away.finish import finish

length = 128  # tokens
d_model = 512  # features
base = 10_000.0
scale = 1.0
layout = "interleaved"  # or "concatenated", "tensor2tensor", "fairseq"


def sinusoidal(positions, d_model, base=10_000.0, scale=1.0, layout="interleaved"):
    """Table of shape (n, d_model) for positions of shape (n,), in tokens."""
    exact = layout in ("tensor2tensor", "fairseq")  # the last timescale is base, an odd last column is empty
    first = 2 if layout == "fairseq" else 0  # position of the first token
    sines = d_model // 2 if exact else (d_model + 1) // 2
    pair = np.arange(sines)
    exponents = pair / max(sines - 1, 1) if exact else 2 * pair / d_model
    angles = np.outer(np.add(positions, first), base**-exponents / scale)  # (n, sines) radians
    table = np.zeros((len(angles), d_model))
    if layout == "interleaved":
        at_sine, at_cosine = slice(0, None, 2), slice(1, None, 2)
    else:
        at_sine, at_cosine = slice(0, sines), slice(sines, sines + d_model // 2)
    table[:, at_sine] = np.sin(angles)
    table[:, at_cosine] = np.cos(angles[:, : d_model // 2])
    return table


SCHEME = {"name": "sinusoidal", "family": "additive", "function": sinusoidal}


def draw(figure):
    axes = figure.subplots()
    axes.imshow(table, aspect="auto", cmap="RdBu_r", vmin=-1, vmax=1)
    axes.set(xlabel="dimension", ylabel="position (tokens)")


if __name__ == "__main__":
    table = sinusoidal(np.arange(length), d_model, base, scale, layout)
    columns = {str(dimension): values for dimension, values in enumerate(table.T)}
    finish("sinusoidal", columns, draw)

"""Embeddings of the time of a diffusion model, with the switches in which released code differs."""

import numpy as np

from take_away.finish import finish

steps = 1_000  # times 0 … steps - 1
dim = 320  # features
shift = 0  # 1 in DDPM and fairseq
cosines_first = True  # False in DDPM and fairseq
scale = 1.0  # 1,000 in FLUX, whose times are from 0 to 1
max_period = 10_000.0


def timestep_embedding(times, dim, shift=0, cosines_first=True, scale=1.0, max_period=10_000.0):
    """Cosines and sines of the times, shape (n, dim); an odd last feature is 0."""
    half = dim // 2
    frequencies = max_period ** (-np.arange(half) / (half - shift))  # (half,) radians per step
    angles = np.outer(np.asarray(times) * scale, frequencies)  # (n, half) radians
    halves = [np.cos(angles), np.sin(angles)] if cosines_first else [np.sin(angles), np.cos(angles)]
    return np.hstack([*halves, np.zeros((len(angles), dim % 2))])


def draw(figure):
    axes = figure.subplots()
    axes.imshow(table, aspect="auto", cmap="RdBu_r", vmin=-1, vmax=1)
    axes.set(xlabel="feature", ylabel="step")


if __name__ == "__main__":
    table = timestep_embedding(np.arange(steps) / scale, dim, shift, cosines_first, scale, max_period)
    columns = {str(feature): values for feature, values in enumerate(table.T)}
    finish("timesteps", columns, draw)

"""Variance of each dimension of the sinusoidal encoding over the positions."""

import numpy as np

from core.frequencies import geometric
from take_away.finish import finish

length = 128  # tokens
d_model = 512  # features
base = 10_000.0
scale = 1.0


def mean_cosine(frequencies):
    """Mean of cos(frequency · p) over length positions p around 0: a geometric series."""
    sines = length * np.sin(frequencies / 2)
    return np.divide(np.sin(length * frequencies / 2), sines, out=np.ones_like(sines), where=sines != 0)


dimensions = np.arange(d_model)
frequencies = geometric(base, dimensions // 2 * 2, d_model) / scale  # radians per token
once, twice = mean_cosine(frequencies), mean_cosine(2 * frequencies)
cosine, sine = (1 + twice) / 2 - once**2, (1 - twice) / 2  # variances around the middle position
phase = frequencies * ((length - 1) / 2) + np.where(dimensions % 2, 0, np.pi / 2)  # of the middle position
variance = np.maximum(sine + np.cos(phase) ** 2 * (cosine - sine), 0)
columns = {"dimension": dimensions, "variance": variance}


def draw(figure):
    axes = figure.subplots()
    for name, start in (("sine", 0), ("cosine", 1)):
        axes.semilogy(dimensions[start::2], variance[start::2], label=name)
    axes.axhline(1 / d_model, linestyle=":", label="a word, not scaled")
    axes.axhline(1, linestyle="--", label="a word × √d_model")
    axes.set(xlabel="dimension", ylabel="variance over the tokens", ylim=(1e-6, 2))
    axes.legend()


if __name__ == "__main__":
    finish("energy", columns, draw)

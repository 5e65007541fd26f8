"""Dot product of two sinusoidal encodings against the offset between their positions."""

import numpy as np

from take_away.finish import finish
from take_away.frequencies import pair_frequencies
from take_away.similarity.offset_means import mean_products, offset_runs

length = 128  # largest offset, tokens
points = 4097  # at most; with more offsets, each is the mean over a run of them
normalised = False
curves = {"own": [512, 10_000.0, 1.0]}  # d_model, base and scale

offsets, size = offset_runs(length, points)
columns = {"offset k": offsets}
for name, (d_model, base, scale) in curves.items():
    frequencies = pair_frequencies(np.arange(d_model // 2), d_model, base, scale)  # radians per token
    columns[name] = mean_products(offsets, size, frequencies) / (d_model // 2 if normalised else 1)


def draw(figure):
    axes = figure.subplots()
    for name in curves:
        axes.plot(offsets, columns[name], label=name)
    axes.set(xlabel="offset k (tokens)", ylabel="product ÷ product at k = 0" if normalised else "dot product")
    axes.legend()


if __name__ == "__main__":
    finish("similarity", columns, draw)

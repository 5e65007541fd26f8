"""Dimensions of the sinusoidal encoding as waves over the positions."""

import numpy as np

from take_away.finish import finish
from take_away.frequencies import pair_frequencies

d_model = 512  # features
base = 10_000.0
scale = 1.0
window = 128  # tokens, from position 0
dimensions = [0, 1, 92, 93, 194, 195, 510, 511]
most_rows = 1024  # positions computed

dimension = np.array(dimensions)
position = np.linspace(0, window - 1, min(window, most_rows)).round().astype(int)
angles = np.outer(position, pair_frequencies(dimension // 2, d_model, base, scale))  # radians
values = np.where(dimension % 2, np.cos(angles), np.sin(angles))
columns = {"position": position} | {f"dim {d}": wave for d, wave in zip(dimensions, values.T, strict=True)}


def draw(figure):
    axes = figure.subplots()
    axes.plot(position, values, label=[f"dimension {d}" for d in dimensions])
    axes.set(xlabel="position (tokens)", ylabel="value (−1 to 1)")
    axes.legend()


if __name__ == "__main__":
    finish("waves", columns, draw)

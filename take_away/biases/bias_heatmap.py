"""The bias of each head over the distance to the key."""

import numpy as np

from core.schemes import SCHEMES
from take_away.biases.distances import bias_at, by_head, spaced_distances
from take_away.finish import finish

schemes = ["ALiBi"]
parameters = {}  # of the scheme, such as {"kernel": "power"} of KERPLE
length = 128  # tokens; the query is the last of them
heads = 8

scheme, query = SCHEMES[schemes[0]], length - 1
distances = spaced_distances(query, 320, first=1)
bias = bias_at(distances, scheme, query, heads, parameters)
columns = by_head(distances, bias)


def draw(figure):
    axes, limit = figure.subplots(), min(np.abs(bias).max(), 8)
    axes.pcolormesh(distances, np.arange(1, heads + 1), bias, cmap="RdBu_r", vmin=-limit, vmax=limit)
    axes.set(xlabel="distance back (tokens)", ylabel="head", xscale="log")
    axes.invert_yaxis()


if __name__ == "__main__":
    finish("bias_heatmap", columns, draw)

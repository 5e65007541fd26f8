"""The weight of a key at each distance, relative to the weight at distance 0, where only the bias differs."""

import numpy as np

from core.schemes import SCHEMES
from take_away.biases.distances import bias_at, by_head, plot_heads, spaced_distances
from take_away.finish import finish

schemes = ["ALiBi"]
parameters = {}  # of the scheme, such as {"kernel": "power"} of KERPLE
length = 128  # tokens; the query is the last of them
heads = 8

scheme, query = SCHEMES[schemes[0]], length - 1
distances = spaced_distances(query, 512, first=1)
drop = bias_at(distances, scheme, query, heads, parameters) - bias_at(
    np.array([0]), scheme, query, heads, parameters
)
columns = by_head(distances, np.exp(drop))


def draw(figure):
    axes = figure.subplots()
    plot_heads(axes, columns, "weight ÷ weight at distance 0")
    axes.axhline(0.5, linestyle="--")
    axes.set(xscale="log")


if __name__ == "__main__":
    finish("weight", columns, draw)

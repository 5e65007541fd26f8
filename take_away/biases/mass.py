"""The part of a query's attention within each distance, where keys differ by their bias alone."""

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
here = bias_at(np.array([0]), scheme, query, heads, parameters)
within, total = [], np.zeros((heads, 1))
for start in range(0, length, 2**14):  # in parts, as a million keys of many heads would not fit into memory
    back = np.arange(start, min(start + 2**14, length))
    sums = total + np.cumsum(np.exp(bias_at(back, scheme, query, heads, parameters) - here), axis=1)
    within.append(sums[:, distances[(distances >= start) & (distances <= back[-1])] - start])
    total = sums[:, -1:]
columns = by_head(distances, np.concatenate(within, axis=1) / total)


def draw(figure):
    axes = figure.subplots()
    plot_heads(axes, columns, "attention at this distance or nearer")
    axes.set(xscale="log", ylim=(0, 1.02))


if __name__ == "__main__":
    finish("mass", columns, draw)

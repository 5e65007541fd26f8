"""The bias of each head over the distance to the key, as curves."""

import numpy as np

from core.schemes import SCHEMES
from take_away.biases.distances import bias_at, by_head, evenly_spaced, plot_heads, spaced_distances
from take_away.finish import finish

schemes = ["ALiBi"]
parameters = {}  # of the scheme, such as {"kernel": "power"} of KERPLE
length = 128  # tokens; the query is the last of them
heads = 8

scheme, query = SCHEMES[schemes[0]], length - 1
distances = np.union1d(spaced_distances(query, 256), evenly_spaced(length, 512))
columns = by_head(distances, bias_at(distances, scheme, query, heads, parameters))


def draw(figure):
    plot_heads(figure.subplots(), columns, "bias")


if __name__ == "__main__":
    finish("bias_curves", columns, draw)

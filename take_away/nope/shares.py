"""What token t receives from the first token by causal attention with equal scores: 1 / t."""

import numpy as np

from take_away.finish import finish

length = 128  # tokens
points = 128  # at most, evenly spaced on a logarithmic axis

few = length <= points
t = np.arange(1, length + 1) if few else np.unique(np.rint(np.geomspace(1, length, points)).astype(int))
received = 1 / np.cumsum(np.ones(length))[t - 1]  # the softmax of t equal scores
columns = {"t": t, "received": received, "read back as t": 1 / received}


def draw(figure):
    axes = figure.subplots()
    axes.loglog(t, received, ".-")
    axes.set(xlabel="position t (tokens, from 1)", ylabel="what token t receives")


if __name__ == "__main__":
    finish("shares", columns, draw)

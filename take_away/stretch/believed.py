"""The position at which each pair of a query sees a key that was cached before the text grew, under Dynamic NTK."""

import numpy as np

from core.frequencies import inverse_frequencies
from core.scaling.dynamic import dynamic
from take_away.finish import finish

rotary_dim = 128  # features
base = 10_000.0
original = 4096  # tokens, context length in training
target = 32_768  # tokens, context length wanted

trained = inverse_frequencies(rotary_dim, base)
present = dynamic(trained, factor=target / original, original=original, sequence_length=target)
believed = (original - 1) * trained / present  # tokens, of the last key within the trained length
columns = {"pair": np.arange(len(trained)), "taken for position": believed}


def draw(figure):
    axes = figure.subplots()
    axes.plot(believed)
    axes.axhline(original - 1, linestyle="--", color="black")
    axes.axhline(target - 1, linestyle="--", color="black")
    axes.set(yscale="log", xlabel="pair", ylabel="position each pair takes the key for (tokens)")


if __name__ == "__main__":
    finish("believed", columns, draw)

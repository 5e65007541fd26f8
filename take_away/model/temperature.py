"""The factor on queries that grows with their position, so that attention over long texts stays sharp."""

import numpy as np

from take_away.finish import finish

beta = 0.1
floor = 8192.0  # tokens: up to this position the factor is 1
shift = 1  # tokens
last = 131_071  # position, tokens
steps = 512

positions = np.linspace(0, last, steps).round()
factor = 1 + beta * np.log1p(np.floor((positions + shift) / floor))
columns = {"position": positions, "factor": factor}


def draw(figure):
    axes = figure.subplots()
    axes.plot(positions, factor)
    axes.set(xlabel="position (tokens)", ylabel="factor on the query")


if __name__ == "__main__":
    finish("temperature", columns, draw)

"""Causal attention with equal scores: token t gives each token that it sees the weight 1 / t."""

import numpy as np

from take_away.attention import softmax
from take_away.finish import finish

rows = 8  # tokens

weights = softmax(np.where(np.tri(rows, dtype=bool), 0.0, -np.inf))
columns = {f"token {j + 1}": weights[:, j] for j in range(rows)}


def draw(figure):
    axes = figure.subplots()
    drawn = axes.imshow(
        np.where(weights > 0, weights, np.nan), vmin=0, vmax=1, extent=(0.5, rows + 0.5, rows + 0.5, 0.5)
    )
    axes.set(xlabel="token looked at", ylabel="token t that looks")
    figure.colorbar(drawn, label="weight")


if __name__ == "__main__":
    finish("weights", columns, draw)

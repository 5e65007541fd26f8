"""What a linear probe reads of positions after each layer of an untrained transformer without a mask."""

import numpy as np

from core.words.probe import POSITIONS
from core.words.survival import MODEL, survival
from take_away.finish import finish

base = 10_000.0
scale = 1.0
seed = 0

columns = {"after layer": np.arange(MODEL.layers + 1)}
for name, residual in (("with residual", True), ("without", False)):  # without, rounding of float32 matters
    columns[name] = survival(residual=residual, is_scaled=False, base=base, scale=scale, seed=seed).exact


def draw(figure):
    axes = figure.subplots()
    for name in list(columns)[1:]:
        axes.plot(columns["after layer"], columns[name], "o-", label=name)
    axes.axhline(1 / POSITIONS, linestyle=":", label="guessing")
    axes.set(xlabel="after layer", ylabel="positions read right", ylim=(0, 1.05))
    axes.legend()


if __name__ == "__main__":
    finish("layers", columns, draw)

"""What a linear probe reads of positions after each layer of an untrained transformer without a mask."""

import numpy as np

from core.schemes.sinusoidal import sinusoidal
from core.words.probe import fit_probe, nearest_rows
from core.words.transformer import Architecture, in_single_precision, random_layers, states
from take_away.finish import finish

base = 10_000.0
scale = 1.0
seed = 0
width = 64  # d_model, features
heads = 4
layers = 6
words = 200
positions = 64
trained = 16  # sequences
tested = 8  # sequences

rng = np.random.default_rng(seed)
vectors = rng.standard_normal((words, width)) / np.sqrt(width)
embedding = vectors[rng.integers(words, size=(trained + tested, positions))]
model = in_single_precision(random_layers(Architecture(layers, width, heads), rng))
encoding = sinusoidal(np.arange(positions), width, base=base, scale=scale)


def read_right(state):
    """Share of positions read exactly right in sequences that the probe was not trained on."""
    probe = fit_probe(state[:trained].reshape(-1, width), np.tile(encoding, (trained, 1)))
    return np.mean(nearest_rows(probe.read(state[trained:]), encoding) == np.arange(positions))


columns = {"after layer": np.arange(layers + 1)}
for factor, name in ((1, ""), (np.sqrt(width), ", word × √d")):
    inputs = (embedding * factor + encoding).astype(np.float32)
    for residual in (True, False):  # without residuals tokens become so alike that the rounding of float32 matters
        shares = [read_right(state.astype(float)) for state in states(inputs, model, residual=residual)]
        columns[("" if residual else "no ") + "residual" + name] = shares


def draw(figure):
    axes = figure.subplots()
    for name in list(columns)[1:]:
        axes.plot(columns["after layer"], columns[name], "o-", label=name)
    axes.axhline(1 / positions, linestyle=":", label="guessing")
    axes.set(xlabel="after layer", ylabel="positions read right", ylim=(0, 1.05))
    axes.legend()


if __name__ == "__main__":
    finish("layers", columns, draw)

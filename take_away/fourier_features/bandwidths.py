"""Errors of a learned signal at its samples and everywhere, for many bandwidths."""

import numpy as np

from take_away.finish import finish
from take_away.fourier_features.network import centres, learn, network, signal_at

signal = "waves"  # or "steps", or "drawn"
drawn = []  # hundredths, for "drawn"
time = 1.0  # of gradient flow
samples = 64

sigmas = [0.5, 1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100]  # turns over the signal
values = signal_at(centres(samples), signal, drawn)
truth = signal_at(centres(8 * samples), signal, drawn)
found = [learn(*network(samples, "gaussian", sigma), values, time) for sigma in sigmas]
columns = {
    "sigma": sigmas,
    "at the samples": [error for _, error in found],
    "everywhere": [np.mean((said - truth) ** 2) for said, _ in found],
}


def draw(figure):
    axes = figure.subplots()
    for name in ["at the samples", "everywhere"]:
        axes.semilogx(sigmas, columns[name], "o-", label=name)
    axes.set(xlabel="bandwidth σ (turns over the signal)", ylabel="mean squared error")
    axes.legend()


if __name__ == "__main__":
    finish("bandwidths", columns, draw)

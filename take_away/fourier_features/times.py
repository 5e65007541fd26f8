"""How long a network takes to learn half of a wave, with random Fourier features and without."""

import numpy as np

from take_away.finish import finish
from take_away.fourier_features.network import half_times, network

sigma = 5.0  # deviation of the random frequencies, turns over the signal
samples = 64

waves = np.arange(1, 17)  # periods over the signal
columns = {"periods": waves}
for name, encoding in [("with features", "gaussian"), ("without", "plain")]:
    columns[name] = half_times(*network(samples, encoding, sigma)[:2], waves)


def draw(figure):
    axes = figure.subplots()
    for name in ["with features", "without"]:
        axes.semilogy(waves, columns[name], "o-", label=name)
    axes.set(xlabel="periods over the signal", ylabel="time")
    axes.legend()


if __name__ == "__main__":
    finish("wave_times", columns, draw)

"""Frequencies of NeRF's octaves and of random Fourier features."""

import numpy as np

from take_away.finish import finish

octaves = 5
sigma = 5.0  # deviation of the random frequencies, turns over the signal

doubled = 2.0 ** np.arange(octaves)  # turns over the signal
random = np.abs(sigma * np.random.default_rng(1).standard_normal((128, 1))[:, 0])
columns = {"set": ["octaves"] * octaves + ["draws"] * 128, "turns": np.concatenate([doubled, random])}


def draw(figure):
    axes = figure.subplots()
    axes.eventplot([doubled, random], lineoffsets=[1, 0], linelengths=0.6)
    axes.set(xscale="log", xlabel="turns over the signal", yticks=[1, 0], yticklabels=["octaves", "draws"])


if __name__ == "__main__":
    finish("feature_frequencies", columns, draw)

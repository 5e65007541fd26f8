"""Errors of scores with keys that were cached before the text grew, under Dynamic NTK."""

import numpy as np

from core.frequencies import inverse_frequencies
from core.scaling.dynamic import dynamic
from take_away.finish import finish

rotary_dim = 128  # features
base = 10_000.0
original = 4096  # tokens, context length in training
target = 32_768  # tokens, context length wanted

omega, factor = inverse_frequencies(rotary_dim, base), target / original
keys = np.arange(0, original, -(-original // 4096))  # positions, tokens
cached_angles = np.outer(keys, omega)  # radians
added_tokens = np.unique(np.geomspace(1, target - original, 33).round().astype(int))  # tokens
differences = []
for length in original + added_tokens:
    present = dynamic(omega, factor=factor, original=original, sequence_length=length)
    fresh = np.cos(np.outer(length - 1 - keys, present)).mean(axis=1)  # scores of equal query and key
    stale = np.cos((length - 1) * present - cached_angles).mean(axis=1)
    differences.append(fresh - stale)
columns = {"tokens added since": added_tokens, "error of the score": np.sqrt(np.square(differences).mean(axis=1))}


def draw(figure):
    axes = figure.subplots()
    image = axes.pcolormesh(keys, added_tokens, np.abs(differences), cmap="Blues")
    axes.set(yscale="log", xlabel="position of the cached key (tokens)", ylabel="tokens added since")
    figure.colorbar(image, label="error of the score")


if __name__ == "__main__":
    finish("errors", columns, draw)

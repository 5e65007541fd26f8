"""The wavelength of each pair, and how often it turns within a length."""

import numpy as np

from take_away.finish import finish
from take_away.frequencies import pair_frequencies

d_model = 512  # features
base = 10_000.0
scale = 1.0
length = 128  # tokens

pair = np.arange(d_model // 2)
wavelengths = 2 * np.pi / pair_frequencies(pair, d_model, base, scale)  # tokens
columns = {"pair": pair, "wavelength in tokens": wavelengths, "turns within length": length / wavelengths}


def draw(figure):
    axes = figure.subplots()
    axes.semilogy(pair, wavelengths, ".", label="wavelength")
    even = np.linspace(wavelengths[0], wavelengths[-1], len(pair))
    axes.semilogy(pair, even, "--", color="grey", label="evenly spaced, to compare")
    axes.axhline(length, color="black", linestyle="--", label="length")
    axes.set(xlabel="pair", ylabel="wavelength (tokens)")
    axes.legend()


if __name__ == "__main__":
    finish("wavelengths", columns, draw)

"""The frequencies at which queries and keys of a model turn, and its attention factor."""

import numpy as np

from take_away.finish import finish
from take_away.model.scaled import attention_factor, scaled_frequencies

rule = "Llama 3"
base = 500_000.0
rotary_dim = 128  # features of a head that turn
options = {"factor": 8.0, "original": 8192, "low_freq_factor": 1.0, "high_freq_factor": 4.0}  # lengths in tokens

frequencies = scaled_frequencies(rule, base, rotary_dim, options)
factor_on_cos_sin = attention_factor(rule, options)
columns = {"pair": np.arange(len(frequencies)), "radians per token": frequencies}


def draw(figure):
    rotary_pairs = frequencies > 0  # a pair that stands still has no wavelength
    axes = figure.subplots()
    axes.plot(columns["pair"][rotary_pairs], 2 * np.pi / frequencies[rotary_pairs])
    axes.set(yscale="log", xlabel="pair", ylabel="wavelength (tokens)")


if __name__ == "__main__":
    finish("frequencies", columns, draw)
    print("cosine and sine are multiplied by", factor_on_cos_sin)

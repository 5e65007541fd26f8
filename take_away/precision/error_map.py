"""The largest rotation error over positions and pairs."""

import numpy as np

from core.frequencies import inverse_frequencies
from take_away.finish import finish
from take_away.precision.rounding import choose_dtypes, counted_pairs, errors, sampled

length = 8192  # tokens
d_model = 512  # features
base = 10_000.0
scale = 1.0
rounding = "all four"  # or one of STEPS, or "each its own"
dtype = "bfloat16"  # or "float16", "float32", "float64"
each = ["bfloat16", "float32", "bfloat16", "bfloat16"]  # of the four steps, for "each its own"

dtypes = choose_dtypes(rounding, dtype, each)
frequencies = inverse_frequencies(d_model, base) / scale
pairs = counted_pairs(d_model)
edges, positions = sampled(length, columns=128, samples=6)
missed = errors(positions, frequencies[pairs], dtypes)
worst = np.maximum.reduceat(missed, np.searchsorted(positions, edges[:-1]))  # (columns, pairs)
columns = {"first position": edges[:-1], "last position": edges[1:] - 1}
columns |= {f"pair {pair}": values for pair, values in zip(pairs, worst.T, strict=True)}


def draw(figure):
    axes = figure.subplots()
    logarithms = np.log10(np.clip(worst.T, 1e-4, 2))
    rows = np.append(pairs, pairs[-1] + 1) - 0.5
    image = axes.pcolormesh(edges, rows, logarithms, cmap="Purples", vmin=-4, vmax=np.log10(2))
    axes.set(xscale="log", xlabel="position (tokens)", ylabel="pair")
    axes.invert_yaxis()
    figure.colorbar(image, label="log10 of the error of (cos, sin)")


if __name__ == "__main__":
    finish("error_map", columns, draw)

"""Positions after rounding, and as the angle of one pair shows them."""

import numpy as np

from core.frequencies import inverse_frequencies
from take_away.finish import finish
from take_away.precision.rounding import angles, choose_dtypes, errors, rounded

d_model = 512  # features
base = 10_000.0
scale = 1.0
rounding = "all four"  # or one of STEPS, or "each its own"
dtype = "bfloat16"  # or "float16", "float32", "float64"
each = ["bfloat16", "float32", "bfloat16", "bfloat16"]  # of the four steps, for "each its own"
followed = 257  # token
first = 247  # token
last = 267  # token
most = 193  # positions between first and last

dtypes = choose_dtypes(rounding, dtype, each)
frequencies = inverse_frequencies(d_model, base) / scale
missed = errors([followed], frequencies, dtypes)[0]
pair = int(np.argmax(np.where(np.isnan(missed), np.inf, missed)))  # with the largest error at the followed position
positions = first + np.linspace(0, last - first, min(last - first + 1, most)).round().astype(int)
apparent = angles(positions, frequencies, dtypes)[:, pair] / frequencies[pair]
columns = {"position": positions, "after rounding": rounded(positions, dtypes["position"])}
columns[f"by the angle of pair {pair}"] = apparent


def draw(figure):
    axes = figure.subplots()
    axes.plot(positions, positions, ":", color="black", label="exact")
    axes.step(positions, columns["after rounding"], "o-", where="mid", label="after rounding")
    axes.plot(positions, apparent, label=f"by the angle of pair {pair}")
    axes.set(xlabel="position (tokens)", ylabel="position that is left (tokens)")
    axes.legend()


if __name__ == "__main__":
    finish("stairs", columns, draw)

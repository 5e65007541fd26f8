"""Frequencies of one model divided by those of another, pair by pair."""

import numpy as np

from take_away.finish import finish
from take_away.kinds import draw_curves
from take_away.model.scaled import scaled_frequencies

names = ["Llama-3.1-8B", "Qwen2.5-7B"]
rules = ["Llama 3", "Unscaled"]
options = [{"factor": 8.0, "original": 8192, "low_freq_factor": 1.0, "high_freq_factor": 4.0}, {}]
bases = [500_000.0, 1_000_000.0]
rotary_dims = [128, 128]  # features of a head that turn

one, other = map(scaled_frequencies, rules, bases, rotary_dims, options)  # radians per token
count = min(len(one), len(other))
with np.errstate(divide="ignore", invalid="ignore"):  # a pair may stand still
    ratio = other[:count] / one[:count]
columns = {"pair": np.arange(count), names[0]: one[:count], names[1]: other[:count], "ratio": ratio}


def draw(figure):
    curve = {name: columns[name] for name in ("pair", "ratio")}
    draw_curves(figure, curve, yscale="log", xlabel="pair", ylabel=f"frequency of {names[1]} ÷ {names[0]}")


if __name__ == "__main__":
    finish("beside_ratio", columns, draw)

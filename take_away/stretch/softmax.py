"""How many of the strongest keys hold how much of the attention, for random scores."""

import numpy as np

from core.scaling import RULES
from take_away.finish import finish
from take_away.stretch.scaled import call

rules = ["YaRN", "LongRoPE"]
original = 4096  # tokens, context length in training
target = 32_768  # tokens, context length wanted
most = 65_536  # keys

few, many = min(original, most), min(target, most)
curves = {f"{few:,} keys": (few, 1.0), f"{many:,} keys": (many, 1.0)}  # keys, and what scores are multiplied by
for name in rules:
    factor = call(RULES[name].attention, factor=target / original, original=original)
    curves[f"{many:,} keys, {name}"] = (many, factor**2)
columns = {"scores": [], "strongest keys": [], "share": []}
for name, (keys, multiplier) in curves.items():
    weights = np.exp(multiplier * np.random.default_rng(0).standard_normal(keys))
    mass = np.cumsum(np.sort(weights / weights.sum())[::-1])
    strongest = np.unique(np.geomspace(1, keys, 200).round().astype(int))
    columns["scores"] += [name] * len(strongest)
    columns["strongest keys"] += strongest.tolist()
    columns["share"] += mass[strongest - 1].tolist()


def draw(figure):
    axes, names = figure.subplots(), np.array(columns["scores"])
    for name in curves:
        rows = names == name
        axes.plot(np.array(columns["strongest keys"])[rows], np.array(columns["share"])[rows], label=name)
    axes.set(xscale="log", xlabel="strongest keys", ylabel="share of the attention")
    axes.legend()


if __name__ == "__main__":
    finish("softmax", columns, draw)

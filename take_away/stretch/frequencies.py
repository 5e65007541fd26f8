"""Frequencies of every pair under several rules."""

import numpy as np

from core.frequencies import inverse_frequencies
from core.scaling import RULES
from take_away.finish import finish
from take_away.stretch.scaled import model_of, scale

rules = ["Unscaled", "Linear", "NTK", "YaRN"]
rotary_dim = 128  # features
base = 10_000.0
original = 4096  # tokens, context length in training
target = 32_768  # tokens, context length wanted
entries = {}  # by rule, what a model’s config gives it beside these

omega, model = inverse_frequencies(rotary_dim, base), model_of(base, original, target)
by_rule = {name: scale(RULES[name], omega, model | entries.get(name, {})) for name in rules}  # radians per token
columns = {"pair": np.arange(len(omega))}
columns |= {f"{name} ÷ unscaled": frequencies / omega for name, frequencies in by_rule.items()}
columns |= {f"{name} (degrees a token)": np.degrees(frequencies) for name, frequencies in by_rule.items()}


def draw(figure):
    ratio, turn = figure.subplots(2, sharex=True)
    for name in by_rule:
        ratio.plot(columns["pair"], columns[f"{name} ÷ unscaled"], label=name)
        turn.plot(columns["pair"], columns[f"{name} (degrees a token)"])
    ratio.set(yscale="log", ylabel="÷ unscaled")
    turn.set(xlabel="pair", ylabel="degrees a token")
    ratio.legend()


if __name__ == "__main__":
    finish("frequencies", columns, draw)

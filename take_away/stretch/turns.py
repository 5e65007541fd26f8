"""How far one pair turns up to the wanted length, under several rules."""

import numpy as np

from core.frequencies import inverse_frequencies
from core.scaling import RULES
from take_away.finish import finish
from take_away.stretch.scaled import model_of, scale, unseen_share

rules = ["Unscaled", "Linear", "NTK", "YaRN"]
rotary_dim = 128  # features
base = 10_000.0
original = 4096  # tokens, context length in training
target = 32_768  # tokens, context length wanted
entries = {}  # by rule, what a model’s config gives it beside these
at_pair = 52

omega, model = inverse_frequencies(rotary_dim, base), model_of(base, original, target)
by_rule = {name: scale(RULES[name], omega, model | entries.get(name, {})) for name in rules}  # radians per token
rate = np.array([frequencies[at_pair] for frequencies in by_rule.values()])  # (rules,) radians per token
shares = [unseen_share(omega[at_pair], frequency, original, target) for frequency in rate]
columns = {"rule": rules, "radians per token": rate, "÷ unscaled": rate / omega[at_pair]}
columns |= {f"turns at {target - 1:,}": (target - 1) * rate / (2 * np.pi), "never seen (%)": 100 * np.array(shares)}


def draw(figure):
    axes, arc = figure.subplots(), original * omega[at_pair] / (2 * np.pi)  # turns
    for name, frequency in zip(rules, rate, strict=True):
        axes.plot([0, target], [0, target * frequency / (2 * np.pi)], label=name)
    for turn in range(12 if arc < 1 else 0):
        axes.axhspan(turn + arc, turn + 1, color="red", alpha=0.2, linewidth=0)
    top = max(1, rate.max() * target / (2 * np.pi))
    axes.set(
        xlabel="position (tokens)", ylabel=f"turns of pair {at_pair}", ylim=(0, min(12, top) if arc < 1 else top)
    )
    axes.legend()


if __name__ == "__main__":
    finish("turns", columns, draw)

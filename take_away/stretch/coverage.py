"""Share of the positions at which each pair is at an angle never seen in training, under several rules."""

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

omega, model = inverse_frequencies(rotary_dim, base), model_of(base, original, target)
by_rule = {name: scale(RULES[name], omega, model | entries.get(name, {})) for name in rules}  # radians per token
columns = {"pair": np.arange(len(omega))}
for name, frequencies in by_rule.items():
    shares = [unseen_share(*pair, original, target) for pair in zip(omega, frequencies, strict=True)]
    columns[f"{name}, never seen (%)"] = np.round(100 * np.array(shares), 3)


def draw(figure):
    rows, positions = figure.subplots(len(rules), squeeze=False)[:, 0], np.linspace(0, target - 1, 512).round()
    for axes, (name, frequencies) in zip(rows, by_rule.items(), strict=True):
        outside = np.outer(positions, frequencies) % (2 * np.pi) >= original * omega
        axes.imshow(outside, aspect="auto", cmap="Reds", vmin=0, vmax=1, extent=(0, len(omega), target, 0))
        axes.axhline(original, linestyle="--", color="black")
        axes.set(title=name)
    figure.supxlabel("pair")
    figure.supylabel("position (tokens)")


if __name__ == "__main__":
    finish("coverage", columns, draw)

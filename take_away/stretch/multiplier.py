"""What rules multiply scores by, over how far the context is stretched."""

import numpy as np

from core.scaling import RULES
from take_away.finish import finish
from take_away.kinds import draw_curves
from take_away.stretch.scaled import call

rules = ["YaRN", "LongRoPE"]
original = 4096  # tokens, context length in training
target = 32_768  # tokens, context length wanted

times = np.geomspace(1, max(target / original, 2), 33)  # context wanted ÷ trained
columns = {"wanted ÷ trained": times}
for name in rules:  # the factor is on queries and on keys, so scores have its square
    columns[name] = [call(RULES[name].attention, factor=factor, original=original) ** 2 for factor in times]


def draw(figure):
    draw_curves(figure, columns, xlabel="context wanted ÷ trained", ylabel="scores are multiplied by")


if __name__ == "__main__":
    finish("multiplier", columns, draw)

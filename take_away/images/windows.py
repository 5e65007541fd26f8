"""Offsets in a window of Swin, as they are and logarithmic as in Swin V2."""

import numpy as np

from take_away.beyond_text.swin import axis_offsets, log_spaced
from take_away.finish import finish

side = 16  # patches of the window now
pretrained_side = 8  # and in training

offsets = np.arange(1 - side, side)
linear = axis_offsets(side, pretrained_side)
logarithmic = log_spaced(linear)
columns = {"offset": offsets, "linear": linear, "logarithmic": logarithmic}


def draw(figure):
    axes = figure.subplots()
    for height, name in enumerate(["logarithmic", "linear"]):
        largest = columns[name][offsets == min(pretrained_side, side) - 1]
        axes.plot(columns[name] / largest, np.full(len(offsets), height), "o", label=name)
    axes.axvspan(-1, 1, alpha=0.15)
    axes.set(xlabel="what the network gets ÷ its largest value in training", yticks=[])
    axes.legend()


if __name__ == "__main__":
    finish("windows", columns, draw)

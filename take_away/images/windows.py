"""Offsets in a window of Swin, as they are and logarithmic as in Swin V2."""

import numpy as np

from take_away.finish import finish

side = 16  # patches of the window now
pretrained_side = 8  # and in training

offsets = np.arange(1 - side, side)
linear = 8 * offsets / (pretrained_side - 1)
logarithmic = np.sign(linear) * np.log2(1 + np.abs(linear)) / np.log2(8)
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

"""Scores of two vectors of ones over their offset, for several parts of the head that turn."""

import numpy as np

from take_away.finish import finish
from take_away.rope.curve import offset_runs, score_curve
from take_away.rope.part import rotary_features

parts = [1, 0.75, 0.5, 0.25]
head_dim = 64  # features
length = 128  # tokens, the largest offset
base = 10_000.0
scale = 1.0

offsets, covered = offset_runs(length)
columns = {"offset": offsets}
for turning in dict.fromkeys(rotary_features(head_dim, part) for part in parts):
    moving = score_curve(np.full(turning // 2, 2.0), offsets, covered, base, scale)  # two products of ones a pair
    columns[f"{turning} turn"] = moving + head_dim - turning


def draw(figure):
    axes = figure.subplots()
    for name, values in list(columns.items())[1:]:
        axes.plot(offsets, values, label=name)
    axes.set(xlabel="offset m - n (tokens)", ylabel="score q · k (1)")
    axes.legend()


if __name__ == "__main__":
    finish("partial", columns, draw)

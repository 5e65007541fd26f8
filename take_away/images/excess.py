"""The rectangle rule: what opposite corners of a square of offsets differ by, 0 for every axial RoPE."""

import numpy as np

from take_away.beyond_text.directions import patch_directions
from take_away.finish import finish

bases = {"axial": 100.0, "mixed": 10.0, "golden": 10.0}  # of each kind of head
head_dim = 64  # features, divisible by 4
largest = 13  # patches, the side of the largest square

sides = np.arange(1, largest + 1)
columns = {"side": sides}
for kind, base in bases.items():
    arrows = patch_directions(head_dim, base, kind)
    scores = [np.cos(sides[:, None] * (arrows @ corner)).mean(axis=1) for corner in ([1, 1], [1, 0], [0, 1])]
    columns[kind] = 1 + scores[0] - scores[1] - scores[2]


def draw(figure):
    axes = figure.subplots()
    for kind in bases:
        axes.plot(sides, columns[kind], marker="o", label=kind)
    axes.set(xlabel="side of the square (patches)", ylabel="opposite corners, difference")
    axes.legend()


if __name__ == "__main__":
    finish("excess", columns, draw)

"""The arrows of the pairs of a rotary head on patches: which way each counts, and how fast."""

import numpy as np

from take_away.beyond_text.directions import patch_directions
from take_away.finish import finish

kind = "golden"  # or "axial", or "mixed": before training
head_dim = 64  # features, divisible by 4
base = 10.0

arrows = patch_directions(head_dim, base, kind)
columns = {"pair": np.arange(len(arrows)), "row": arrows[:, 0], "column": arrows[:, 1]}


def draw(figure):
    axes = figure.subplots()
    start = np.zeros(len(arrows))
    along = {"angles": "xy", "scale_units": "xy", "scale": 1}  # in the units of the axes
    axes.quiver(start, start, columns["column"], columns["row"], **along, width=0.003)
    axes.set(xlabel="columns (radians per patch)", ylabel="rows (radians per patch)", xlim=(-1, 1), ylim=(1, -1))
    axes.set_aspect("equal")


if __name__ == "__main__":
    finish("wheel", columns, draw)

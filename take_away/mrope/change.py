"""How much a score of random contents, itself of root mean square 1, changes when a key moves along one axis."""

import numpy as np

from take_away.finish import finish
from take_away.mrope.heads import axes_and_speeds

heads = ["Qwen2-VL", "Qwen3-VL"]
axis = "width"  # or "time", "height"
farthest = 40  # steps

steps = np.arange(1, farthest + 1)
columns = {"steps": steps}
for name in heads:
    axes_of_pairs, speeds = axes_and_speeds(name)
    own = speeds[axes_of_pairs == ["time", "height", "width"].index(axis)]
    columns[name] = np.sqrt(4 * (np.sin(np.outer(steps, own) / 2) ** 2).sum(axis=1) / len(speeds))


def draw(figure):
    axes = figure.subplots()
    for name in heads:
        axes.semilogy(steps, columns[name], label=name)
    axes.set(xlabel=f"steps along {axis}", ylabel="change of the score")
    axes.legend()


if __name__ == "__main__":
    finish("change", columns, draw)

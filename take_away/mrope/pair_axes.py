"""The axis and the wavelength of each pair in two released heads with M-RoPE; 0 time, 1 height, 2 width."""

import numpy as np

from take_away.finish import finish
from take_away.mrope.heads import axes_and_speeds

heads = ["Qwen2-VL", "Qwen3-VL"]
pairs = 64  # of a head

columns = {"pair": np.arange(pairs)}
for name in heads:
    axes_of_pairs, speeds = axes_and_speeds(name)
    columns |= {f"{name} axis": axes_of_pairs, f"{name} wavelength": 2 * np.pi / speeds}


def draw(figure):
    axes = figure.subplots()
    for height, name in enumerate(heads):
        for axis, label in enumerate(["time", "height", "width"]):
            own = columns[f"{name} axis"] == axis
            at = columns[f"{name} wavelength"][own]
            axes.plot(at, np.full(len(at), height), "|", ms=30, color=f"C{axis}", label=None if height else label)
    axes.set(xscale="log", xlabel="wavelength (steps of its axis)", yticks=range(len(heads)), yticklabels=heads)
    axes.legend()


if __name__ == "__main__":
    finish("pair_axes", columns, draw)

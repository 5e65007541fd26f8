"""Two angles with one sine, and their sines after a shift: a sine alone does not tell where it leads."""

import numpy as np

from core.frequencies import inverse_frequencies
from take_away.finish import finish

offset = 7  # tokens
d_model = 512  # features
base = 10_000.0
scale = 1.0

turns = offset * inverse_frequencies(d_model, base) / scale  # radians
turn = turns[np.argmin(np.abs(np.log(np.abs(turns) / (np.pi / 3))))]  # of the pair that turns by about 60 degrees
before = np.array([np.pi / 6, 5 * np.pi / 6])  # radians
after = before + turn
columns = {"arrow": np.array(["rising", "falling"])}
for name, angle in (("before", before), ("after", after)):
    columns |= {f"angle {name} (degrees)": np.degrees(angle)}
    columns |= {f"sine {name}": np.sin(angle), f"cosine {name}": np.cos(angle)}


def draw(figure):
    circle, angles = figure.subplots(), np.linspace(0, 2 * np.pi, 301)
    circle.plot(np.sin(angles), np.cos(angles), color="lightgrey")
    circle.axvline(np.sin(before[0]), linestyle="--", label="the same sine")
    less = (turn + np.pi) % (2 * np.pi) - np.pi  # the equal turn of at most half a circle
    for angle, name in zip(before, columns["arrow"], strict=True):
        way = angle + np.linspace(0, less, 25)
        circle.plot(np.sin(way), np.cos(way), linewidth=4, label=name, marker="o", markevery=[0])
    circle.set(xlabel="sine", ylabel="cosine", aspect="equal")
    circle.legend()


if __name__ == "__main__":
    finish("same_sine", columns, draw)

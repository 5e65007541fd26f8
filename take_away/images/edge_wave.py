"""A wave down a learned grid, brought to another number of rows."""

import numpy as np

from take_away.beyond_text.resampling import axis_weights, row_places
from take_away.finish import finish

size = 14  # rows of the table
new_size = 28  # rows now
rule = "bicubic"  # or "bicubic antialiased", "bilinear antialiased", "bilinear aligned", "nearest"
wave = 1.0  # radians per row of the table

rows = row_places(size, new_size, rule)
found = axis_weights(size, new_size, rule) @ np.cos(wave * np.arange(size))
columns = {"row": rows, "wanted": np.cos(wave * rows), "found": found}


def draw(figure):
    axes = figure.subplots()
    axes.plot(rows, columns["wanted"], label="the wave")
    axes.plot(rows, found, marker="o", label=rule)
    axes.set(xlabel="row of the table", ylabel="value")
    axes.legend()


if __name__ == "__main__":
    finish("edge_wave", columns, draw)

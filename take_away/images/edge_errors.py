"""Largest error of each new row of a resampled grid, for a wave of any phase, by the five rules in use."""

import numpy as np

from take_away.beyond_text.resampling import axis_weights, row_places
from take_away.finish import finish

size = 14  # rows of the table
new_size = 28  # rows now
wave = 1.0  # radians per row of the table

columns = {"new row": np.arange(new_size)}
for rule in ["bicubic", "bicubic antialiased", "bilinear antialiased", "bilinear aligned", "nearest"]:
    wanted = np.exp(1j * wave * row_places(size, new_size, rule))
    columns[rule] = np.abs(axis_weights(size, new_size, rule) @ np.exp(1j * wave * np.arange(size)) - wanted)


def draw(figure):
    axes = figure.subplots()
    for name, values in list(columns.items())[1:]:
        axes.plot(columns["new row"], values, label=name)
    axes.set(xlabel="new row", ylabel="error")
    axes.legend()


if __name__ == "__main__":
    finish("edge_errors", columns, draw)

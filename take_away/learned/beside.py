"""Some cells of a table of your own, or of the right table of its settings."""

import numpy as np

from take_away.finish import finish
from take_away.kinds import draw_cells
from take_away.learned.tables import stored_rows

file = "learned.npy"  # beside this script: a table of your own, (positions, d_model)
kind = "yours"  # or "right"
first_row = 0
first_column = 0
frequencies = (1.0, 1.0)  # of the columns shown, radians a row
phases = (0.0, 1.5707963267948966)  # of the same in row 0, radians; a cosine is a sine a quarter turn on
amplitudes = (1.0, 1.0)  # 0 in an empty column

table = stored_rows(file)
rows = np.arange(first_row, min(first_row + 24, len(table)))
shown = np.arange(first_column, first_column + len(frequencies))
right = np.array(amplitudes) * np.sin(np.outer(rows, frequencies) + phases)
values = right if kind == "right" else table[np.ix_(rows, shown)]
columns = {"position": rows} | dict(zip(map(str, shown), values.T, strict=True))


def draw(figure):
    draw_cells(figure, columns, limit=np.abs(right).max(), xlabel="dimension", ylabel="position (tokens)")


if __name__ == "__main__":
    finish("beside", columns, draw)

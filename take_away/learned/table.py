"""A learned table at the resolution of a screen, or the sinusoidal one of its shape and an eighth further."""

import numpy as np

from core.schemes.sinusoidal import sinusoidal
from take_away.finish import finish
from take_away.kinds import draw_cells
from take_away.learned.tables import block_means, stored_rows

file = "learned.npy"  # beside this script: the sample, or a table of your own, (positions, d_model)
kind = "learned"  # or "sinusoidal"
base = 10_000.0
scale = 1.0

table = stored_rows(file)
length, d_model = table.shape
down = -(-length // 256)  # positions that a cell covers
longer = -(-9 * -(-length // down) // 8) * down  # positions, the last of them past the end of the learned table
if kind == "sinusoidal":
    table = sinusoidal(np.arange(longer), d_model, base=base, scale=scale)
columns = block_means(table, rows=-(-len(table) // down))


def draw(figure):
    values = [column for name, column in columns.items() if name != "position"]
    limit = 1 if kind == "sinusoidal" else np.quantile(np.abs(values), 0.99)
    draw_cells(figure, columns, limit=limit, xlabel="dimension", ylabel="position (tokens)")


if __name__ == "__main__":
    finish("table", columns, draw)

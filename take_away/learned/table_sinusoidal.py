"""The sinusoidal table of a learned table's shape, and an eighth further, at the resolution of a screen."""

import numpy as np

from core.schemes.sinusoidal import sinusoidal
from take_away.finish import finish
from take_away.learned.tables import block_means, draw_map, stored_rows

file = "learned.npy"  # beside this script: the sample, or a table of your own, (positions, d_model)
base = 10_000.0
scale = 1.0

length, d_model = stored_rows(file).shape
down = -(-length // 256)  # positions that a cell covers
longer = -(-9 * -(-length // down) // 8) * down  # positions, the last of them past the end of the learned table
table = sinusoidal(np.arange(longer), d_model, base=base, scale=scale)
columns = block_means(table, rows=longer // down)


def draw(figure):
    draw_map(figure, columns, limit=1)


if __name__ == "__main__":
    finish("table_sinusoidal", columns, draw)

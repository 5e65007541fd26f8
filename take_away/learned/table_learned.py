"""A learned table at the resolution of a screen: each cell is the mean of the numbers it covers."""

import numpy as np

from take_away.finish import finish
from take_away.learned.tables import block_means, draw_map, stored_rows

file = "learned.npy"  # beside this script: the sample, or a table of your own, (positions, d_model)

columns = block_means(stored_rows(file))


def draw(figure):
    values = [column for name, column in columns.items() if name != "position"]
    draw_map(figure, columns, limit=np.quantile(np.abs(values), 0.99))


if __name__ == "__main__":
    finish("table_learned", columns, draw)

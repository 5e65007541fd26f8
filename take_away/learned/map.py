"""The linear map from each row of a learned table to the next: a block for each clock hand, zeros elsewhere."""

from core.schemes.analysis.learned_hands import map_columns
from take_away.finish import finish
from take_away.kinds import draw_cells
from take_away.learned.tables import clock_hands, stored_rows

file = "learned.npy"  # beside this script: the sample, weights.npz of a real model, or a table of your own
first = 0  # row; that of a real model's first token stands apart
last = None  # row before which it ends; -1 leaves out the last

periods, growth, _, size = clock_hands(stored_rows(file)[first:last])
columns = map_columns(periods, growth, size)


def draw(figure):
    draw_cells(figure, columns, rows="of the next row", xlabel="of this row", ylabel="of the next row")


if __name__ == "__main__":
    finish("map", columns, draw)

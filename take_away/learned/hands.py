"""Clock hands in a learned table: where each of them points at every row."""

from core.schemes.analysis.learned_hands import hands_columns
from take_away.finish import finish
from take_away.kinds import draw_circles
from take_away.learned.tables import clock_hands, stored_rows

file = "learned.npy"  # beside this script: the sample, weights.npz of a real model, or a table of your own
first = 0  # row; that of a real model's first token stands apart
last = None  # row before which it ends; -1 leaves out the last

_, _, tips, size = clock_hands(stored_rows(file)[first:last])
columns = hands_columns(tips, first, size)


def draw(figure):
    draw_circles(figure, columns)


if __name__ == "__main__":
    finish("hands", columns, draw)

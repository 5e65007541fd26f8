"""Cosines between all pairs of rows of a learned table."""

from take_away.finish import finish
from take_away.learned.tables import cosines, draw_map, stored_rows

file = "learned.npy"  # beside this script: the sample, or a table of your own, (positions, d_model)

columns = cosines(stored_rows(file))


def draw(figure):
    draw_map(figure, columns, limit=1, across="position (tokens)")


if __name__ == "__main__":
    finish("similarity_learned", columns, draw)

"""Cosines between all pairs of rows of a learned table, or of the sinusoidal one of its shape."""

from take_away.finish import finish
from take_away.kinds import draw_cells
from take_away.learned.tables import both_tables, cosines

file = "learned.npy"  # beside this script: the sample, or a table of your own, (positions, d_model)
kind = "learned"  # or "sinusoidal"
base = 10_000.0
scale = 1.0

columns = cosines(both_tables(file, base, scale)[kind])


def draw(figure):
    draw_cells(figure, columns, limit=1, xlabel="position (tokens)", ylabel="position (tokens)")


if __name__ == "__main__":
    finish("similarity", columns, draw)

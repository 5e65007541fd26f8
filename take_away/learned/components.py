"""The leading singular vectors over its positions of a learned table, or of the sinusoidal one of its shape."""

from take_away.finish import finish
from take_away.kinds import draw_panels
from take_away.learned.tables import both_tables, leading_vectors

file = "learned.npy"  # beside this script: the sample, or a table of your own, (positions, d_model)
kind = "learned"  # or "sinusoidal"
base = 10_000.0
scale = 1.0

columns = leading_vectors(both_tables(file, base, scale)[kind])


def draw(figure):
    draw_panels(figure, columns, xlabel="position (tokens)")


if __name__ == "__main__":
    finish("components", columns, draw)

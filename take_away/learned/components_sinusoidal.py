"""The leading singular vectors of the sinusoidal table of the same shape over its positions."""

from take_away.finish import finish
from take_away.learned.tables import both_tables, draw_vectors, leading_vectors

file = "learned.npy"  # beside this script: the sample, or a table of your own, (positions, d_model)
base = 10_000.0
scale = 1.0

columns = leading_vectors(both_tables(file, base, scale)["sinusoidal"])


def draw(figure):
    draw_vectors(figure, columns)


if __name__ == "__main__":
    finish("components_sinusoidal", columns, draw)

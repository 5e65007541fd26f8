"""The leading singular vectors of a learned table over its positions."""

from take_away.finish import finish
from take_away.learned.tables import draw_vectors, leading_vectors, stored_rows

file = "learned.npy"  # beside this script: the sample, or a table of your own, (positions, d_model)

columns = leading_vectors(stored_rows(file))


def draw(figure):
    draw_vectors(figure, columns)


if __name__ == "__main__":
    finish("components_learned", columns, draw)

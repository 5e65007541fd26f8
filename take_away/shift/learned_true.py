"""The rotation by `offset` tokens of the pairs that it can be learned for."""

from take_away.finish import finish
from take_away.frequencies import pair_frequencies
from take_away.shift.linear_maps import both_dimensions, draw_matrix, learnable_pairs, rotation_matrix

offset = 7  # tokens
d_model = 512  # features
base = 10_000.0
scale = 1.0
examples = 256  # rows of the table
most_pairs = 8

pairs = learnable_pairs(d_model, base, examples, most_pairs)
dimensions = both_dimensions(pairs)
matrix = rotation_matrix(offset * pair_frequencies(pairs, d_model, base, scale))
columns = {"dimension": dimensions} | {str(d): column for d, column in zip(dimensions, matrix.T, strict=True)}


def draw(figure):
    draw_matrix(figure, matrix, dimensions)


if __name__ == "__main__":
    finish("learned_true", columns, draw)

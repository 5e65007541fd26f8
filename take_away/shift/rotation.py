"""The matrix that takes the encoding of a position to that of the position `offset` tokens later."""

import numpy as np

from take_away.finish import finish
from take_away.frequencies import pair_frequencies
from take_away.shift.linear_maps import both_dimensions, draw_matrix, rotation_matrix

offset = 7  # tokens
d_model = 512  # features
base = 10_000.0
scale = 1.0
most_pairs = 16  # evenly spread over all pairs

pairs = np.linspace(0, d_model // 2 - 1, min(d_model // 2, most_pairs)).round().astype(int)
dimensions = both_dimensions(pairs)
matrix = rotation_matrix(offset * pair_frequencies(pairs, d_model, base, scale))
columns = {"dimension": dimensions} | {str(d): column for d, column in zip(dimensions, matrix.T, strict=True)}


def draw(figure):
    draw_matrix(figure, matrix, dimensions)


if __name__ == "__main__":
    finish("rotation", columns, draw)

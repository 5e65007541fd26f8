"""The matrix that least squares learns for a shift by `offset` tokens from sines alone, which cannot be exact."""

import numpy as np

from take_away.finish import finish
from take_away.shift.linear_maps import draw_matrix, example_angles, learnable_pairs

offset = 7  # tokens
d_model = 512  # features
base = 10_000.0
scale = 1.0
examples = 256  # rows of the table
most_pairs = 8

pairs = learnable_pairs(d_model, base, examples, most_pairs)
dimensions = 2 * pairs
before, after = map(np.sin, example_angles(pairs, offset, d_model, base, scale, examples))
matrix = np.linalg.lstsq(before, after)[0].T
columns = {"dimension": dimensions} | {str(d): column for d, column in zip(dimensions, matrix.T, strict=True)}


def draw(figure):
    draw_matrix(figure, matrix, dimensions)


if __name__ == "__main__":
    finish("learned_sines", columns, draw)

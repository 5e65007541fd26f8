"""Linear maps between rows of the sinusoidal table."""

import numpy as np

from take_away.frequencies import pair_frequencies


def rotation_matrix(angles):
    """Block-diagonal matrix that takes (sin, cos) of each pair on by so many radians."""
    matrix = np.zeros((2 * len(angles), 2 * len(angles)))
    for i, (cos, sin) in enumerate(zip(np.cos(angles), np.sin(angles), strict=True)):
        matrix[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[cos, sin], [-sin, cos]]
    return matrix


def learnable_pairs(d_model, base, examples, most):
    """At most so many pairs, evenly spread over those that turn at least twice in the examples."""
    wavelengths = 2 * np.pi / pair_frequencies(np.arange(d_model // 2), d_model, base)  # tokens at scale 1
    fast = np.sum(wavelengths <= examples / 2)
    return np.linspace(0, fast - 1, min(fast, most)).round().astype(int)


def example_angles(pairs, offset, d_model, base, scale, examples):
    """Angles of pairs in rows of the table, and in the rows `offset` tokens later, in radians."""
    start = max(0, -offset) + np.ceil(scale) * np.arange(examples)  # tokens
    frequencies = pair_frequencies(pairs, d_model, base, scale)
    return np.outer(start, frequencies), np.outer(start + offset, frequencies)


def sines_and_cosines(angles):
    """Sine and cosine of each angle in neighbouring columns."""
    return np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(len(angles), -1)


def both_dimensions(pairs):
    """Columns of the table that hold the sines and cosines of pairs."""
    return np.stack([2 * pairs, 2 * pairs + 1], axis=1).ravel()


def draw_matrix(figure, matrix, dimensions):
    """Draw a square matrix over dimensions of the table."""
    axes, places = figure.subplots(), range(len(dimensions))
    image = axes.imshow(matrix, cmap="RdBu_r", vmin=-1, vmax=1)
    axes.set(xticks=places, xticklabels=dimensions, yticks=places, yticklabels=dimensions)
    axes.tick_params(axis="x", rotation=90)
    axes.set(xlabel="dimension at p", ylabel="dimension at p + k")
    figure.colorbar(image, label="weight (−1 to 1)")

"""A small transformer with random weights."""

import numpy as np

from take_away.attention import attend


def random_layers(layers, d_model, heads, rng):
    """Weights with variance 1 / input features: heads, output matrix and the two of the feed-forward part."""

    def matrix(rows, columns):
        return rng.standard_normal((rows, columns)) / np.sqrt(rows)

    def layer():
        shape = (3, d_model, d_model // heads)  # to queries, keys and values
        projections = [rng.standard_normal(shape) / np.sqrt(d_model) for _ in range(heads)]
        return projections, matrix(d_model, d_model), matrix(d_model, 4 * d_model), matrix(4 * d_model, d_model)

    return [layer() for _ in range(layers)]


def normalise(inputs):
    """Rows with mean 0 and variance 1 over the features."""
    centred = inputs - inputs.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)


def states(inputs, layers, causal=False, residual=True):
    """The inputs, then the state after each layer."""
    state = inputs
    yield state
    for projections, output, widen, narrow in layers:
        attended = [attend(normalise(state), *projection, causal) for projection in projections]
        change = np.concatenate(attended, axis=-1) @ output
        state = state + change if residual else change
        change = np.maximum(normalise(state) @ widen, 0) @ narrow
        state = state + change if residual else change
        yield state

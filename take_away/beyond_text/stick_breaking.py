"""Stick-breaking attention instead of a softmax: keys from the nearest one backwards take shares of the rest."""

import numpy as np

from take_away.finish import finish

tokens = 8
score = 0.0  # of every key, so that place alone decides


def stick_breaking(logits):
    """Weights of shape (..., query, key) from scores; keys before the query alone, each row sums to at most 1."""
    before = np.tri(logits.shape[-1], k=-1) > 0
    kept = np.where(before, -np.logaddexp(0, logits), 0)  # logarithm of 1 - sigmoid
    left = np.cumsum(kept[..., ::-1], axis=-1)[..., ::-1] - kept  # by the keys between key and query
    return np.where(before, np.exp(left - np.logaddexp(0, -logits)), 0)


def draw(figure):
    axes = figure.subplots()
    axes.bar(columns["key"], columns["weight"])
    axes.set(xlabel="key", ylabel="weight for the last query")


if __name__ == "__main__":
    columns = {"key": np.arange(tokens), "weight": stick_breaking(np.full((tokens, tokens), score))[-1]}
    finish("stick_breaking", columns, draw)

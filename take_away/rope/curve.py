"""The score of a query and a key over their offset, from one complex number a pair of features."""

import numpy as np


def head_vectors(vectors, head_dim):
    """Query and key, shape (2, head_dim): "ones", "random", or the key "copied" from a random query."""
    query, key = np.random.default_rng(0).standard_normal((2, head_dim))
    ones = np.ones(head_dim)
    return np.array({"ones": (ones, ones), "random": (query, key), "copied": (query, query)}[vectors])


def pair_products(query, key, layout="half"):
    """Each pair of features as a complex number, query times conjugate key, shape (dim / 2,)."""
    if layout == "interleaved":
        return (query[::2] + 1j * query[1::2]) * (key[::2] - 1j * key[1::2])
    half = len(query) // 2
    return (query[:half] + 1j * query[half:]) * (key[:half] - 1j * key[half:])


def frequencies_of(dim, base, scale):
    """Radians per token, shape (dim / 2,)."""
    return base ** (-2 * np.arange(dim // 2) / dim) / scale


def offset_runs(length, points=513):
    """Offsets m - n in the middle of neighbouring runs from 0 to length, and how many offsets each run has."""
    covered = -(-length // (points - 1)) | 1
    return covered * np.arange(length // covered + 1), covered


def score_curve(products, offsets, covered, base, scale):
    """Mean score of the runs, shape (n,): the real part of the sum of products that turn."""
    frequencies = frequencies_of(2 * len(products), base, scale)
    means = np.sin(covered * frequencies / 2) / (covered * np.sin(frequencies / 2))  # of a turn over a run
    return (np.exp(1j * np.outer(offsets, frequencies)) @ (products * means)).real


def upper_bound(products, offsets, base, scale):
    """The paper's bound on the size of the score at each offset, shape (n,)."""
    turns = np.exp(1j * np.outer(offsets, frequencies_of(2 * len(products), base, scale)))
    partial_sums = np.abs(np.cumsum(turns, axis=1))  # (n, pairs)
    return np.abs(np.diff(products, append=0)).max() * partial_sums.sum(axis=1)

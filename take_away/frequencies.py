"""The frequencies of feature pairs, a geometric series."""

import numpy as np


def pair_frequencies(pairs, d_model, base=10_000.0, scale=1.0):
    """Radians per token of feature pairs; pair 0 turns fastest."""
    return base ** (-2 * np.asarray(pairs) / d_model) / scale

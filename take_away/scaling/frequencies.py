"""What every rule starts from."""

import numpy as np


def inverse_frequencies(rotary_dim, base):
    """Frequencies as trained, shape (rotary_dim / 2,), radians per token."""
    return base ** (-2 * np.arange(rotary_dim // 2) / rotary_dim)

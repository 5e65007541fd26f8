"""What every rule starts from."""

import numpy as np

from take_away.frequencies import pair_frequencies


def inverse_frequencies(rotary_dim, base):
    """Frequencies as trained, shape (rotary_dim / 2,), radians per token."""
    return pair_frequencies(np.arange(rotary_dim // 2), rotary_dim, base)

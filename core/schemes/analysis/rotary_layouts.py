"""The permutation between the two layouts of RoPE."""

import numpy as np
from numpy.typing import NDArray

from core.schemes.rope import pairs


def to_interleaved(dim: int) -> NDArray[np.int_]:  # number of rotated features, even → (dim,)
    """For each feature of the interleaved layout, its index in the half layout.

    >>> to_interleaved(8).tolist()
    [0, 4, 1, 5, 2, 6, 3, 7]
    """
    return np.stack(pairs(dim), axis=1).ravel()

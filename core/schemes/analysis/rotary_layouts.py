"""The permutation between the two layouts of RoPE."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.schemes.rope import pairs


def to_interleaved(dim: int) -> NDArray[np.int_]:
    """For each feature of the interleaved layout, its index in the half layout.

    Parameters
    ----------
    dim : int
        Number of rotated features, even.

    Returns
    -------
    order : ndarray of int, shape (dim,)

    Raises
    ------
    ValueError
        If dim is not a whole, even number of at least 2.

    Examples
    --------
    >>> to_interleaved(8).tolist()
    [0, 4, 1, 5, 2, 6, 3, 7]
    """
    return np.stack(pairs(dim), axis=1).ravel()

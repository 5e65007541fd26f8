"""Weights from scores."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def softmax(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights along the last axis that are not negative and sum to one.

    Parameters
    ----------
    scores : ndarray of shape (..., n)
        Any size; -inf where masked, but not in a whole row.

    Returns
    -------
    weights : ndarray of shape (..., n)
        In the precision of the scores.
    """
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights: NDArray[np.float64] = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights

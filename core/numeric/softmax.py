"""Weights from scores."""

import numpy as np
from numpy.typing import NDArray


def softmax(
    scores: NDArray[np.float64],  # (..., n) any size; -inf where masked, but not in a whole row
) -> NDArray[np.float64]:  # (..., n) in the precision of the scores
    """Weights along the last axis that are not negative and sum to one."""
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)

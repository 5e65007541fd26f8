"""CoPE: the query chooses what counts on the way back to a key, and reads a learned vector at that distance."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.beyond_text.running_sums import as_square, counted_distances
from core.beyond_text.sizes import as_shape


def cope(queries: ArrayLike, logits: ArrayLike, positions: ArrayLike) -> NDArray[np.float64]:
    r"""What CoPE adds to scores: the query times the vector of a distance that it has counted itself [1]_.

    Gates are sigmoids of the scores; distances are cut at the last vector and interpolated between two vectors.

    Parameters
    ----------
    queries : array_like of shape (n, dim)
    logits : array_like of shape (n, n)
        Scores [query, key] before positions; those of keys after the query do not matter.
    positions : array_like of shape (max_pos, dim)
        One learned vector for each whole distance.

    Returns
    -------
    added : ndarray of shape (n, n)
        [query, key]; 0 for keys after the query.

    References
    ----------
    .. [1] Golovneva et al. 2024, section 3, https://arxiv.org/abs/2405.18719
    """
    scores = as_square(logits, "logits")
    vectors = as_shape(positions, "positions", None, None)
    rows = as_shape(queries, "queries", len(scores), vectors.shape[1])
    if not len(vectors):
        raise ValueError("positions must have at least 1 vector, got 0")
    gates = np.exp(-np.logaddexp(0, -scores))  # sigmoid
    distances = np.minimum(counted_distances(gates), len(vectors) - 1)
    by_distance = rows @ vectors.T  # (n, max_pos)
    low = np.floor(distances).astype(int)
    high = np.minimum(low + 1, len(vectors) - 1)
    part = distances - low
    added = np.take_along_axis(by_distance, low, 1) * (1 - part) + np.take_along_axis(by_distance, high, 1) * part
    return np.tril(added)

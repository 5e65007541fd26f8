"""CoPE: the query chooses what counts on the way back to a key, and reads a learned vector at that distance."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.beyond_text.sizes import SCORES, array, as_shape, as_square
from core.inputs.checked import Reals, checked


def _worth(gates: ArrayLike) -> NDArray[np.float64]:
    worth = as_square(gates, "gates")
    if worth.size and not (worth.min() >= 0 and worth.max() <= 1):
        raise ValueError(f"gates must be from 0 to 1, got {worth[(worth < 0) | (worth > 1)][0]}")
    return worth


@checked(gates=_worth)
def counted_distances(
    gates: Reals,  # (n,) or (n, n) [query, token], worth of each token from 0 to 1; 1 counts tokens, plus 1
) -> NDArray[np.float64]:  # (n, n) [query, key]; 0 for keys after the query
    r"""Sum of what the tokens from a key up to the query are worth, :math:`p_{ij} = \sum_{l=j}^{i} g_{il}`.

    Source: Golovneva et al. 2024, section 3, equations 3 and 4, https://arxiv.org/abs/2405.18719
    """
    return np.cumsum(np.tril(gates)[:, ::-1], axis=1)[:, ::-1] * np.tri(len(gates))


def _check_sizes(queries: NDArray[np.float64], logits: NDArray[np.float64], positions: NDArray[np.float64]) -> None:
    as_shape(queries, "queries", len(logits), positions.shape[1])
    if not len(positions):
        raise ValueError("positions must have at least 1 vector, got 0")


@checked(SCORES, array("queries", None, None), array("positions", None, None), together=_check_sizes)
def cope(queries: Reals, logits: Reals, positions: Reals) -> NDArray[np.float64]:
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
    bias : ndarray of shape (n, n)
        [query, key]; 0 for keys after the query.

    References
    ----------
    .. [1] Golovneva et al. 2024, section 3, https://arxiv.org/abs/2405.18719
    """
    gates = np.exp(-np.logaddexp(0, -logits))  # sigmoid
    distances = np.minimum(counted_distances(gates), len(positions) - 1)
    by_distance = queries @ positions.T  # (n, max_pos)
    low = np.floor(distances).astype(int)
    high = np.minimum(low + 1, len(positions) - 1)
    part = distances - low
    bias = np.take_along_axis(by_distance, low, 1) * (1 - part) + np.take_along_axis(by_distance, high, 1) * part
    return np.tril(bias)

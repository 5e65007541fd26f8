"""Distances that count what the text says instead of tokens: all of them are running sums or products.

RoPE counts 1 for each token between a query and a key; the schemes here count what each of these tokens is worth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.beyond_text.sizes import MAX_VALUES, as_shape, dimensions

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def counted_distances(gates: ArrayLike) -> NDArray[np.float64]:
    r"""Sum of what the tokens from a key up to the query are worth, :math:`p_{ij} = \sum_{l=j}^{i} g_{il}` [1]_.

    Parameters
    ----------
    gates : array_like of shape (n,) or (n, n)
        What each token is worth, for all queries alike or for each query [query, token]; from 0 to 1. A worth of 1
        gives the distance in tokens, plus 1.

    Returns
    -------
    distances : ndarray of shape (n, n)
        [query, key]; 0 for keys after the query.

    Raises
    ------
    ValueError
        If a gate is not from 0 to 1, or the shape does not fit.

    References
    ----------
    .. [1] Golovneva et al. 2024, section 3, equations 3 and 4, https://arxiv.org/abs/2405.18719
    """
    worth = _square(gates, "gates")
    if worth.size and not (worth.min() >= 0 and worth.max() <= 1):
        raise ValueError(f"gates must be from 0 to 1, got {worth[(worth < 0) | (worth > 1)][0]}")
    return np.cumsum(np.tril(worth)[:, ::-1], axis=1)[:, ::-1] * np.tri(len(worth))


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

    Raises
    ------
    ValueError
        If an argument is not valid.

    References
    ----------
    .. [1] Golovneva et al. 2024, section 3, https://arxiv.org/abs/2405.18719
    """
    scores = _square(logits, "logits")
    vectors = as_shape(positions, "positions", None, None)
    asked = as_shape(queries, "queries", len(scores), vectors.shape[1])
    if not len(vectors):
        raise ValueError("positions must have at least 1 vector, got 0")
    distances = np.minimum(counted_distances(_sigmoid(scores)), len(vectors) - 1)
    by_distance = asked @ vectors.T  # (n, max_pos)
    low = np.floor(distances).astype(int)
    high = np.minimum(low + 1, len(vectors) - 1)
    part = distances - low
    found = np.take_along_axis(by_distance, low, 1) * (1 - part) + np.take_along_axis(by_distance, high, 1) * part
    return np.tril(found)


def forget_bias(gates: ArrayLike) -> NDArray[np.float64]:
    r"""What the forgetting transformer adds to scores, :math:`\sum_{l=j+1}^{i} \log f_l` [1]_.

    Parameters
    ----------
    gates : array_like of shape (n,)
        f, how much each token keeps of what came before; above 0, at most 1. Equal gates give ALiBi.

    Returns
    -------
    bias : ndarray of shape (n, n)
        [query, key]; at most 0, and minus infinity for keys after the query.

    Raises
    ------
    ValueError
        If a gate is not above 0 and at most 1.

    References
    ----------
    .. [1] Lin et al. 2025, https://arxiv.org/abs/2503.02130
    """
    kept = as_shape(gates, "gates", None)
    if kept.size and not (kept.min() > 0 and kept.max() <= 1):
        raise ValueError(f"gates must be above 0 and at most 1, got {kept[(kept <= 0) | (kept > 1)][0]}")
    _limited(len(kept), "gates")
    sums = np.cumsum(np.log(kept))
    return np.where(np.tri(len(kept)) > 0, np.subtract.outer(sums, sums), -np.inf)


def stick_breaking(logits: ArrayLike) -> NDArray[np.float64]:
    r"""Weights of stick-breaking, :math:`A_{ij} = \sigma(z_{ij}) \prod_{j<l<i} (1 - \sigma(z_{il}))` [1]_.

    The nearest token takes its share of a stick, the next one of what is left, and so on.

    Parameters
    ----------
    logits : array_like of shape (n, n)
        Scores z [query, key]; those of the query's own token and after it do not matter.

    Returns
    -------
    weights : ndarray of shape (n, n)
        [query, key], for keys before the query; each row sums to at most 1.

    Raises
    ------
    ValueError
        If the scores are not finite or not square.

    References
    ----------
    .. [1] Tan et al. 2024, section 3, equation 3, https://arxiv.org/abs/2410.17980
    """
    scores = _square(logits, "logits")
    before = np.tri(len(scores), k=-1) > 0
    rest = np.where(before, -np.logaddexp(0, scores), 0.0)  # log(1 - sigmoid)
    left = np.cumsum(rest[:, ::-1], axis=1)[:, ::-1] - rest  # of the tokens between the key and the query
    return np.where(before, np.exp(left - np.logaddexp(0, -scores)), 0.0)


def _square(values: ArrayLike, name: str) -> NDArray[np.float64]:
    """Array (n, n); one (n,) stands for n equal rows."""
    if dimensions(values) == 1:
        row = as_shape(values, name, None)
        _limited(len(row), name)
        return np.tile(row, (len(row), 1))
    array = as_shape(values, name, None, None)
    if array.shape[0] != array.shape[1]:
        raise ValueError(f"{name} must be square, got {array.shape}")
    return array


def _limited(tokens: int, name: str) -> None:
    if tokens**2 > MAX_VALUES:
        raise ValueError(f"{name} must be for at most {int(MAX_VALUES**0.5):,} tokens, got {tokens:,}")


def _sigmoid(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.exp(-np.logaddexp(0, -scores))

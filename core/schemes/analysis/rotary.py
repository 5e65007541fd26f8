"""What the rotation of queries and keys does to their score: offset, bound, layouts, values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.frequencies import check_dim, inverse_frequencies
from core.inputs.arrays import as_real
from core.inputs.parameter import LENGTH, SCALE, Choice, check_whole
from core.numeric.curve import Curve
from core.numeric.means import attenuation
from core.numeric.softmax import softmax
from core.numeric.sums import cosine_sum
from core.schemes.rope import as_vectors, pairs, rope

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

VECTORS = Choice(
    "vectors",
    "Queries and keys of ones, or of random numbers: each its own, or the key a copy of the query.",
    ("ones", "random", "copied"),
)


def head_vectors(vectors: str, dim: int, *, count: int = 1, seed: int = 0) -> NDArray[np.float64]:
    """Queries and keys of one head, before they are turned.

    Parameters
    ----------
    vectors : {"ones", "random", "copied"}
        All ones; standard normal, query and key independent; standard normal, the key a copy.
    dim : int
        Features of a head.
    count : int
        Draws of a query and a key; the first ones are the same for every count.
    seed : int
        At least 0.

    Returns
    -------
    vectors : ndarray of shape (2, count, dim)
        Queries, then keys.

    Raises
    ------
    ValueError
        If an argument is not valid.
    """
    kind, shape = VECTORS.check(vectors), (check_whole(count, "count"), check_dim(dim))
    rng = np.random.default_rng(check_whole(seed, "seed", least=0))
    query, key = np.moveaxis(rng.standard_normal((shape[0], 2, shape[1])), 1, 0)
    made = {"ones": (np.ones(shape), np.ones(shape)), "random": (query, key), "copied": (query, query)}
    return np.stack(made[kind])


def pair_products(
    queries: ArrayLike, keys: ArrayLike, *, layout: str = "half", rotary_dim: int | None = None
) -> NDArray[np.complex128]:
    r"""Every pair of features as a complex number, :math:`h_i = q_i \bar k_i` [1]_.

    The score of a query at m and a key at n is the real part of
    :math:`\sum_i h_i e^{\mathrm i (m-n)\theta_i}`, to which features that are not turned add their
    plain product.

    Parameters
    ----------
    queries, keys : array_like of shape (n, dim)
    layout : {"half", "interleaved"}
    rotary_dim : int or None
        As in `core.schemes.rope.rope`.

    Returns
    -------
    products : ndarray of complex, shape (n, rotary_dim // 2)

    Raises
    ------
    ValueError
        If an argument is not valid.

    References
    ----------
    .. [1] Su et al. 2021, section 3.4.3, https://arxiv.org/abs/2104.09864
    """
    query, _ = as_vectors(queries, len(np.atleast_1d(queries)))
    key, _ = as_vectors(keys, len(query))
    dim = query.shape[1]
    first, second = pairs(dim if rotary_dim is None else check_whole(rotary_dim, "rotary_dim", 1, dim), layout)
    products: NDArray[np.complex128] = (query[:, first] + 1j * query[:, second]) * (
        key[:, first] - 1j * key[:, second]
    )
    return products


def score_curve(
    products: NDArray[np.complex128],
    length: int,
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
    still: float = 0.0,
    points: int = 513,
) -> Curve:
    """Score against m - n from 0 to length; exact means where a point covers many offsets.

    Parameters
    ----------
    products : ndarray of complex, shape (n,)
        One a turning pair, from `pair_products`.
    length : int
        Largest offset, tokens.
    base, scale
        As in `core.schemes.rope.rope`.
    still : float
        Added by features that are not turned.
    points : int
        Most points wanted, at least 2.

    Returns
    -------
    curve : Curve
        The run about offset 0 reaches to both sides of it.

    Raises
    ------
    ValueError
        If an argument is not valid.
    """
    covered = -(-LENGTH.check(length) // (check_whole(points, "points", least=2) - 1)) | 1
    frequencies = inverse_frequencies(2 * len(products), base) / SCALE.check(scale)
    offsets = covered * np.arange(length // covered + 1.0)
    weights = products * attenuation(frequencies, covered)
    return Curve(offsets, still + cosine_sum(weights, frequencies, 0, covered, len(offsets)), covered)


def partial_sums(
    offsets: ArrayLike, dim: int, *, base: float = 10_000.0, scale: float = 1.0
) -> NDArray[np.float64]:
    r"""Sizes of :math:`S_j = \sum_{i<j} e^{\mathrm i (m-n)\theta_i}` for j = 1 … dim / 2 [1]_.

    Their mean over j is what the paper plots; times what depends on q and k they bound the score.

    Parameters
    ----------
    offsets : array_like of shape (n,)
        m - n, tokens.
    dim : int
        Turning features.
    base, scale
        As in `core.schemes.rope.rope`.

    Returns
    -------
    sizes : ndarray of shape (n, dim // 2)
        Dimensionless.

    Raises
    ------
    ValueError
        If an argument is not valid.

    References
    ----------
    .. [1] Su et al. 2021, section 3.4.3, https://arxiv.org/abs/2104.09864
    """
    frequencies = inverse_frequencies(dim, base) / SCALE.check(scale)
    angles = np.outer(as_real(offsets, "offsets"), frequencies)  # (n, dim // 2) radians
    sizes: NDArray[np.float64] = np.abs(np.cumsum(np.exp(1j * angles), axis=1))
    return sizes


def upper_bound(
    products: NDArray[np.complex128], offsets: ArrayLike, *, base: float = 10_000.0, scale: float = 1.0
) -> NDArray[np.float64]:
    r"""The paper's bound on the size of the score [1]_.

    Summed by parts, :math:`\left|\sum_i h_i e^{\mathrm i (m-n)\theta_i}\right| \le
    \max_i |h_{i+1} - h_i| \cdot \sum_j |S_j|`, with :math:`h_{d/2} = 0`.

    Parameters
    ----------
    products : ndarray of complex, shape (n,)
        One a pair, from `pair_products`.
    offsets : array_like of shape (m,)
        m - n, tokens.
    base, scale
        As in `core.schemes.rope.rope`.

    Returns
    -------
    bound : ndarray of shape (m,)
        In the unit of the score.

    Raises
    ------
    ValueError
        If an argument is not valid.

    References
    ----------
    .. [1] Su et al. 2021, section 3.4.3, https://arxiv.org/abs/2104.09864
    """
    steepest = np.abs(np.diff(products, append=0)).max()
    sums = partial_sums(offsets, 2 * len(products), base=base, scale=scale)
    bound: NDArray[np.float64] = steepest * sums.sum(axis=1)
    return bound


def scores_at(
    query: ArrayLike,
    key: ArrayLike,
    query_positions: ArrayLike,
    key_positions: ArrayLike,
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
    layout: str = "half",
    key_layout: str | None = None,
) -> NDArray[np.float64]:
    """One query and one key, turned to each of many positions, and multiplied there.

    Parameters
    ----------
    query, key : array_like of shape (dim,)
    query_positions, key_positions : array_like of shape (n,)
        Tokens.
    base, scale, layout
        As in `core.schemes.rope.rope`.
    key_layout : {"half", "interleaved"} or None
        Where the key is turned in another layout, which is a mistake.

    Returns
    -------
    scores : ndarray of shape (n,)

    Raises
    ------
    ValueError
        If an argument is not valid.
    """
    at, to = as_real(query_positions, "query_positions"), as_real(key_positions, "key_positions")
    queries, keys = np.tile(as_real(query, "query"), (at.size, 1)), np.tile(as_real(key, "key"), (to.size, 1))
    turned = rope(queries, at, base=base, scale=scale, layout=layout)
    other = rope(keys, to, base=base, scale=scale, layout=key_layout or layout)
    scores: NDArray[np.float64] = np.einsum("ij,ij->i", turned, other)
    return scores


def to_interleaved(dim: int) -> NDArray[np.int_]:
    """Which feature of the half layout stands at each place of the interleaved one.

    Parameters
    ----------
    dim : int
        Turning features, even.

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


def rotary_features(dim: int, part: float) -> int:
    """How many features turn where a part of the head does: whole pairs, at least one.

    Examples
    --------
    >>> rotary_features(80, 0.4), rotary_features(64, 0.25), rotary_features(2, 0.25)
    (32, 16, 2)
    """
    return max(2, int(check_dim(dim) * part) // 2 * 2)


@dataclass(frozen=True)
class Drift:
    """How far the outputs of attention move when all positions do, over the size of the outputs.

    Parameters
    ----------
    kept : ndarray of shape (n,)
        Values as they are.
    turned : ndarray of shape (n,)
        Values turned with their positions, like keys.
    restored : ndarray of shape (n,)
        The same, and outputs turned back with the positions of their queries.
    """

    kept: NDArray[np.float64]
    turned: NDArray[np.float64]
    restored: NDArray[np.float64]


def attention_drift(
    shifts: ArrayLike, dim: int, *, base: float = 10_000.0, scale: float = 1.0, tokens: int = 16, seed: int = 0
) -> Drift:
    """One head on random tokens whose positions are all moved by the same number of tokens.

    Parameters
    ----------
    shifts : array_like of shape (n,)
        Tokens.
    dim : int
        Features of the head, even.
    base, scale
        As in `core.schemes.rope.rope`.
    tokens : int
        Of the sequence; queries, keys and values are standard normal, without a mask.
    seed : int
        At least 0.

    Returns
    -------
    drift : Drift
        Dimensionless; 0 where only offsets count.

    Raises
    ------
    ValueError
        If an argument is not valid.
    """
    shifts = as_real(shifts, "shifts")
    shape = (3, check_whole(tokens, "tokens"), check_dim(dim))
    given = np.random.default_rng(check_whole(seed, "seed", least=0)).standard_normal(shape)
    still = _outputs(given, 0.0, base=base, scale=scale)  # (3, tokens, dim)
    moved = [_outputs(given, float(shift), base=base, scale=scale) - still for shift in shifts]
    sizes = np.linalg.norm(np.reshape(moved, (len(shifts), 3, -1)), axis=2)
    return Drift(*(sizes / np.linalg.norm(still.reshape(3, -1), axis=1)).T)


def _outputs(given: NDArray[np.float64], shift: float, *, base: float, scale: float) -> NDArray[np.float64]:
    """Outputs for values kept, turned, and turned and restored; of shape (3, tokens, dim)."""
    at = shift + np.arange(given.shape[1])
    query, key, value = (rope(vectors, at, base=base, scale=scale) for vectors in given)
    weights = softmax(query @ key.T / np.sqrt(given.shape[2]))
    mixed = weights @ value
    return np.stack([weights @ given[2], mixed, rope(mixed, -at, base=base, scale=scale)])

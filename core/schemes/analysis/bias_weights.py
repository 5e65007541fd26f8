"""How the weight of a key falls with its distance where an additive bias alone tells keys apart.

The query stands at the last position, every key has the same content, and keys after the query are
masked. What is left of attention is the softmax of the bias.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from core.inputs.arrays import as_positions
from core.inputs.parameter import LENGTH

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from core.schemes.scheme import Scheme

SINGLE = 2048  # distances up to here are taken one by one; every step of a bias lies before
PER_OCTAVE = 128  # runs of distances in each doubling beyond
HALVINGS = 60  # of an interval, down to the last bit


def bias_by_distance(
    scheme: Scheme, distances: ArrayLike, heads: int, *, query: int, **parameters: Any
) -> NDArray[np.float64]:
    """Bias that each head gives to keys before the query.

    Parameters
    ----------
    scheme : Scheme
        Of the family BIAS.
    distances : array_like of shape (n,)
        Query position minus key position, tokens.
    heads : int
        At least 1.
    query : int
        Position of the query, tokens.
    **parameters
        Of the scheme.

    Returns
    -------
    bias : ndarray of shape (heads, n)
        In units of the score before softmax.
    """
    keys = query - as_positions(distances)
    bias: NDArray[np.float64] = scheme.function([query], keys, heads, **parameters)[:, 0]
    return bias


def spaced_distances(last: int, *, most: int = SINGLE, first: int = 0) -> NDArray[np.int_]:
    """Whole distances from first to last: all of them, or evenly spaced on a logarithmic scale.

    Parameters
    ----------
    last : int
        Tokens, at least first.
    most : int
        Most distances wanted beside distance 0.
    first : int
        0 or 1.

    Returns
    -------
    distances : ndarray of int
        Ascending, with the first and the last.

    Examples
    --------
    >>> spaced_distances(1000, most=6)
    array([   0,    1,    4,   16,   63,  251, 1000])
    """
    if last < most:
        return np.arange(first, last + 1)
    spread = np.rint(np.geomspace(1, last, most)).astype(int)
    return np.unique(np.concatenate([[first], spread]))


@dataclass(frozen=True)
class Mass:
    """Where the weights of a query go, summed from the query backwards.

    Parameters
    ----------
    distances : ndarray of int, shape (n,)
        Ascending, tokens.
    within : ndarray of shape (heads, n)
        Share of the weight that lies at these distances or nearer; 1 at the last.
    """

    distances: NDArray[np.int_]
    within: NDArray[np.float64]

    def reaching(self, share: float) -> NDArray[np.int_]:
        """The first distance within which each head has so much of its weight, shape (heads,).

        Between two of the distances the weight is taken for even, which moves the answer by a thousandth of
        itself at most.
        """
        wanted = share - 1e-12  # a sum may end a rounding below
        found = np.argmax(self.within >= wanted, axis=1)
        upper = np.take_along_axis(self.within, found[:, None], axis=1)[:, 0]
        lower = np.where(found, np.take_along_axis(self.within, found[:, None] - 1, axis=1)[:, 0], 0)
        start = np.where(found, self.distances[found - 1], -1)
        part = (wanted - lower) / (upper - lower)  # in (0, 1]
        reached: NDArray[np.int_] = start + np.ceil(part * (self.distances[found] - start)).astype(int)
        return reached


def softmax_mass(scheme: Scheme, length: int, heads: int, **parameters: Any) -> Mass:
    r"""Share of the weight within each distance, for a query at position length - 1.

    Far distances are taken in runs. A run of n has the sum of twice its values at
    :math:`mid \pm \sqrt{(n^2-1)/12}` times n / 2, exact for cubics: cost follows the logarithm of
    the length, and the error of the shares stays below 1e-8.

    Parameters
    ----------
    scheme : Scheme
        Of the family BIAS.
    length : int
        Keys, distances 0 … length - 1.
    heads : int
        At least 1.
    **parameters
        Of the scheme.

    Returns
    -------
    mass : Mass
    """
    first, last = _runs(LENGTH.check(length))
    counts, middles = last - first + 1, (first + last) / 2  # (n,)
    reach = np.sqrt((counts**2 - 1) / 12)
    nodes = np.stack([middles - reach, middles + reach])  # (2, n) tokens
    bias = bias_by_distance(scheme, nodes.ravel(), heads, query=length - 1, **parameters).reshape(heads, 2, -1)
    weights = np.exp(bias - bias.max(axis=(1, 2), keepdims=True))
    within = np.cumsum(weights.mean(axis=1) * counts, axis=1)
    return Mass(last, within / within[:, -1:])


def half_weight_distances(
    scheme: Scheme, heads: int, *, query: int, last: int, **parameters: Any
) -> NDArray[np.float64]:
    """The first distance at which a key's weight is half of that at the query itself, or less.

    For ALiBi this is ln 2 / slope. Where distances share numbers the weight falls in steps, and the
    answer is a whole distance.

    Parameters
    ----------
    scheme : Scheme
        Of the family BIAS.
    heads : int
        At least 1.
    query : int
        Position of the query, tokens.
    last : int
        Largest distance looked at, tokens.
    **parameters
        Of the scheme.

    Returns
    -------
    distances : ndarray of shape (heads,)
        Tokens; NaN where the weight stays above half.
    """
    looked = np.concatenate([[0], _runs(last + 1)[1]]) if last else np.zeros(2, int)
    bias = bias_by_distance(scheme, looked, heads, query=query, **parameters)
    target = bias[:, 0] - np.log(2)  # (heads,)
    below = bias <= target[:, None] + 1e-12
    found = np.argmax(below, axis=1)
    low, high = looked[np.maximum(found - 1, 0)].astype(float), looked[found].astype(float)
    for _ in range(HALVINGS if scheme.groups is None else 0):
        middle = (low + high) / 2
        here = bias_by_distance(scheme, middle, heads, query=query, **parameters).diagonal()
        low, high = np.where(here > target, middle, low), np.where(here > target, high, middle)
    return np.where(below.any(axis=1), high, np.nan)


def _runs(length: int) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """First and last distance of runs that cover 0 … length - 1: single ones, then ever longer."""
    single = np.arange(min(length, SINGLE))
    if length <= SINGLE:
        return single, single
    octaves = np.log2(length / SINGLE)
    ends = np.rint(np.geomspace(SINGLE, length, int(np.ceil(PER_OCTAVE * octaves)) + 1)).astype(int)
    edges = np.unique(ends)
    return np.concatenate([single, edges[:-1]]), np.concatenate([single, edges[1:] - 1])


@dataclass(frozen=True)
class Group:
    """Neighbouring offsets that share one of a scheme's numbers.

    Parameters
    ----------
    number : int
        Which of them.
    first, last : int or None
        Offsets, key minus query, tokens; None where the group has no end.
    """

    number: int
    first: int | None
    last: int | None


def shared_groups(scheme: Scheme, **parameters: Any) -> list[Group]:
    """The groups of offsets of a scheme that has them, from the far past to the far future.

    Parameters
    ----------
    scheme : Scheme
        With `groups`.
    **parameters
        Of the scheme.

    Returns
    -------
    groups : list of Group
        Empty where every offset has a number of its own.
    """
    if scheme.groups is None:
        return []
    offsets = np.arange(-SINGLE, SINGLE + 1)
    numbers = scheme.groups(offsets, **parameters)
    starts = np.flatnonzero(np.diff(numbers, prepend=numbers[0] - 1))
    ends = np.append(starts[1:], len(offsets)) - 1
    return [
        Group(
            int(numbers[start]),
            None if start == 0 else int(offsets[start]),
            None if end == len(offsets) - 1 else int(offsets[end]),
        )
        for start, end in zip(starts, ends, strict=True)
    ]

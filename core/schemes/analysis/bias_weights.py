"""How the weight of a key falls with its distance if keys differ only by an additive bias.

The query stands at the last position, every key has the same content, and keys after the query are
masked. Attention is then the softmax of the bias.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import Reals, as_positions, checked
from core.numeric.curve import evenly_spread
from core.numeric.twins import fast
from core.schemes.scheme import Scheme

SINGLE = 2048  # distances below are computed one by one; no bias has a step beyond
PER_OCTAVE = 128  # runs of distances for each doubling beyond SINGLE
HALVINGS = 60  # bisections until float64 is exhausted


@checked(distances=as_positions)
def bias_by_distance(
    scheme: Scheme, distances: Reals, heads: int, *, query: int, **parameters: Any
) -> NDArray[np.float64]:  # (heads, n) in units of the score before softmax
    """Bias of each head for keys at some distances before the query, tokens, shape (n,)."""
    keys = query - distances
    return scheme.function(np.array([query]), keys, heads, **parameters)[:, 0]


def spaced_distances(
    last: int, *, most: int = SINGLE, first: int = 0
) -> NDArray[np.int_]:  # ascending; at most `most` besides distance 0
    """Whole distances from first to last: all, or a selection evenly spaced on a logarithmic scale.

    >>> spaced_distances(1000, most=6)
    array([   0,    1,    4,   16,   63,  251, 1000])
    """
    if last < most:
        return np.arange(first, last + 1)
    distances = np.rint(np.geomspace(1, last, most)).astype(int)
    return np.unique(np.concatenate([[first], distances]))


def by_head(distances: NDArray[np.int_], values: NDArray[np.float64]) -> dict[str, NDArray[Any]]:
    """Columns of a table with a row for each distance; values are of shape (heads, n)."""
    return {"distance": distances} | {f"head {head}": row for head, row in enumerate(values, 1)}


def bias_curves_columns(scheme: Scheme, length: int, heads: int = 8, **parameters: Any) -> dict[str, NDArray[Any]]:
    """The bias of each head over the distance to the key, for the last query of a text, as curves."""
    near = spaced_distances(length - 1, most=256)  # dense near the query, where steps are
    distances = np.union1d(near, evenly_spread(length, 512))
    return by_head(distances, bias_by_distance(scheme, distances, heads, query=length - 1, **parameters))


def bias_heatmap_columns(scheme: Scheme, length: int, heads: int = 8, **parameters: Any) -> dict[str, NDArray[Any]]:
    """The bias of each head over the distance to the key, for the last query of a text, as colours."""
    distances = spaced_distances(length - 1, most=320, first=1)
    return by_head(distances, bias_by_distance(scheme, distances, heads, query=length - 1, **parameters))


def weight_columns(scheme: Scheme, length: int, heads: int = 8, **parameters: Any) -> dict[str, NDArray[Any]]:
    """The weight of a key at each distance from the last query, over that at 0, where only the bias differs."""
    distances = spaced_distances(length - 1, most=512, first=1)
    bias = bias_by_distance(scheme, np.append(distances, 0), heads, query=length - 1, **parameters)
    return by_head(distances, np.exp(bias[:, :-1] - bias[:, -1:]))


def _mass_columns(scheme: Scheme, length: int, heads: int = 8, **parameters: Any) -> dict[str, NDArray[Any]]:
    """The part of the last query's attention within each distance, where keys differ by their bias alone."""
    distances = spaced_distances(length - 1, most=512, first=1)
    here = bias_by_distance(scheme, np.array([0]), heads, query=length - 1, **parameters)
    within, total = [], np.zeros((heads, 1))
    for start in range(0, length, 2**14):  # in parts, as a million keys of many heads would not fit into memory
        back = np.arange(start, min(start + 2**14, length))
        bias = bias_by_distance(scheme, back, heads, query=length - 1, **parameters)
        sums = total + np.cumsum(np.exp(bias - here), axis=1)  # (heads, keys)
        within.append(sums[:, distances[(distances >= start) & (distances <= back[-1])] - start])
        total = sums[:, -1:]
    return by_head(distances, np.concatenate(within, axis=1) / total)


@fast(plain=_mass_columns, within=1e-6)  # between runs of far distances it is interpolated
def mass_columns(scheme: Scheme, length: int, heads: int = 8, **parameters: Any) -> dict[str, NDArray[Any]]:
    """The part of the last query's attention within each distance, where keys differ by their bias alone."""
    distances = spaced_distances(length - 1, most=512, first=1)
    return by_head(distances, softmax_mass(scheme, length, heads, **parameters).at(distances))


@dataclass(frozen=True)
class Mass:
    """Attention of a query, summed from the query backwards."""

    distances: NDArray[np.int_]  # (n,) ascending, tokens
    # (heads, n) share of the attention that lies at these distances or nearer; 1 at the last
    within: NDArray[np.float64]

    def at(self, distances: NDArray[np.int_]) -> NDArray[np.float64]:
        """Share of the attention within any distances up to the last, interpolated; shape (heads, n)."""
        return np.stack([np.interp(distances, self.distances, row) for row in self.within])

    def quantile(self, share: float) -> NDArray[np.int_]:
        """The first distance within which each head has this share of its attention, shape (heads,).

        Between two of `distances` the attention is interpolated, with a relative error of the result of at
        most 0.001.
        """
        threshold = share - 1e-12  # sums may be too small by rounding errors
        index = np.argmax(self.within >= threshold, axis=1)
        upper = np.take_along_axis(self.within, index[:, None], axis=1)[:, 0]
        lower = np.where(index, np.take_along_axis(self.within, index[:, None] - 1, axis=1)[:, 0], 0)
        start = np.where(index, self.distances[index - 1], -1)
        part = (threshold - lower) / (upper - lower)  # in (0, 1]
        return start + np.ceil(part * (self.distances[index] - start)).astype(int)


@checked()
def softmax_mass(scheme: Scheme, length: int, heads: int, **parameters: Any) -> Mass:
    r"""Share of the attention within each distance, for a query at position length - 1.

    Far distances are summed in runs: the sum over a run of n is n / 2 times the sum of its values at
    :math:`mid \pm \sqrt{(n^2-1)/12}`, which is exact for cubics. The cost grows with the logarithm of
    the length, and the error of the shares is below 1e-8.
    """
    first, last = _runs(length)
    counts, middles = last - first + 1, (first + last) / 2  # (n,)
    reach = np.sqrt((counts**2 - 1) / 12)
    nodes = np.stack([middles - reach, middles + reach])  # (2, n) tokens
    bias = bias_by_distance(scheme, nodes.ravel(), heads, query=length - 1, **parameters).reshape(heads, 2, -1)
    weights = np.exp(bias - bias.max(axis=(1, 2), keepdims=True))
    within = np.cumsum(weights.mean(axis=1) * counts, axis=1)
    return Mass(last, within / within[:, -1:])


def half_weight_distances(
    scheme: Scheme, heads: int, *, query: int, last: int, **parameters: Any
) -> NDArray[np.float64]:  # (heads,) tokens; NaN if the weight stays above half up to `last`
    """The first distance at which the weight of a key is at most half of the weight at distance 0.

    For ALiBi this is ln 2 / slope. If distances share numbers, the weight falls in steps and the result
    is a whole distance.
    """
    distances = np.concatenate([[0], _runs(last + 1)[1]]) if last else np.zeros(2, int)
    bias = bias_by_distance(scheme, distances, heads, query=query, **parameters)
    target = bias[:, 0] - np.log(2)  # (heads,)
    below = bias <= target[:, None] + 1e-12
    index = np.argmax(below, axis=1)
    low, high = distances[np.maximum(index - 1, 0)].astype(float), distances[index].astype(float)
    for _ in range(HALVINGS if scheme.groups is None else 0):
        middle = (low + high) / 2
        here = bias_by_distance(scheme, middle, heads, query=query, **parameters).diagonal()
        low, high = np.where(here > target, middle, low), np.where(here > target, high, middle)
    return np.where(below.any(axis=1), high, np.nan)


def _runs(length: int) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """First and last distance of runs that cover 0 … length - 1: single distances, then longer and longer runs."""
    single = np.arange(min(length, SINGLE))
    if length <= SINGLE:
        return single, single
    octaves = np.log2(length / SINGLE)
    ends = np.rint(np.geomspace(SINGLE, length, int(np.ceil(PER_OCTAVE * octaves)) + 1)).astype(int)
    edges = np.unique(ends)
    return np.concatenate([single, edges[:-1]]), np.concatenate([single, edges[1:] - 1])

"""One quantity for all families: what position does to the score of equal tokens, against their offset."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from core.inputs.arrays import as_positions
from core.inputs.parameter import D_MODEL, LENGTH, check_whole
from core.numeric.means import attenuation
from core.numeric.sums import cosine_sum, exponential_sum
from core.schemes.scheme import Family, Scheme, Waves

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

MOST = 801  # points of a curve


@dataclass(frozen=True)
class OffsetScores:
    """How far the score at each offset is above the score at offset 0.

    Parameters
    ----------
    values : ndarray of shape (n,)
        In units of the score before softmax; NaN where there is none.
    features : int
        Features that take part; 0 where position has none.
    """

    values: NDArray[np.float64]
    features: int


@dataclass(frozen=True)
class OffsetCurve:
    """Scores at offsets that a screen tells apart.

    Parameters
    ----------
    scores : OffsetScores
    averaged : bool
        Whether a point is the mean over its run; otherwise it is the value in the middle of the run.
    """

    scores: OffsetScores
    averaged: bool


@dataclass(frozen=True)
class Runs:
    """Runs of neighbouring offsets, symmetric about 0, which has a point of its own.

    Parameters
    ----------
    middles : ndarray of int, shape (n,)
        Ascending and evenly spaced, tokens; n is odd.
    covered : int
        Offsets in each run, an odd number.
    last : int
        The largest offset, tokens; the runs end less than one of them before.
    """

    middles: NDArray[np.int_]
    covered: int
    last: int


def runs_of_offsets(length: int) -> Runs:
    """All offsets from -(length - 1) to length - 1, or as many runs of them as a screen tells apart.

    Parameters
    ----------
    length : int
        Tokens.
    """
    offsets = 2 * LENGTH.check(length) - 1
    covered = -(-offsets // MOST) | 1
    half = (offsets // covered - 1) // 2
    return Runs(covered * np.arange(-half, half + 1), covered, length - 1)


def offset_scores(
    scheme: Scheme,
    offsets: ArrayLike,
    *,
    d_model: int,
    heads: int = 8,
    head: int = 4,
    query: int | None = None,
    **parameters: Any,
) -> OffsetScores:
    r"""Score of a query with a key of the same content k tokens on, less the score at k = 0.

    ADDITIVE
        :math:`(PE_p \cdot PE_{p+k} - PE_p \cdot PE_p) / \sqrt{d}` at p = 0: W_q and W_k are the identity and the
        terms with the words are left out. For a trained table the mean over all p that have both rows.
    ROTARY
        :math:`(\tilde q_0 \cdot \tilde k_k - \tilde q_0 \cdot \tilde k_0) / \sqrt{d}` with q = k = 1 in every
        feature, d the even part of d_model and at least 2.
    BIAS
        :math:`b_h(k) - b_h(0)` of one head, for one query.
    NONE
        0.

    Parameters
    ----------
    scheme : Scheme
    offsets : array_like of int, shape (n,)
        k, key position minus query position, tokens.
    d_model : int
        Features, at least 1; a trained table has its own.
    heads, head : int
        Of a bias; head is counted from 1.
    query : int or None
        Position of a bias's query, tokens; None for the largest offset, so that the first key stands at 0.
    **parameters
        Of the scheme; those that it does not declare are left out.

    Returns
    -------
    scores : OffsetScores

    Raises
    ------
    ValueError
        If an argument is not valid.
    """
    at = as_positions(offsets)
    chosen = _chosen(scheme, parameters)
    if scheme.waves is not None:
        waves = scheme.waves(D_MODEL.check(d_model), **chosen)
        with np.errstate(over="ignore", invalid="ignore"):  # a decay read backwards grows without bound
            values = [float(waves.weights @ (np.exp(k * waves.exponents).real - 1)) for k in at]
        return _scaled(np.array(values), waves.features)
    if scheme.table is not None:
        return _of_table(scheme.table, at)
    if scheme.family is not Family.BIAS:
        return OffsetScores(np.zeros(len(at)), 0)
    here = float(np.abs(at).max(initial=0)) if query is None else check_whole(query, "query", least=0)
    bias = scheme.function([here], np.append(at, 0) + here, heads, **chosen)
    row = bias[check_whole(head, "head", most=heads) - 1, 0]
    return OffsetScores(row[:-1] - row[-1], 0)


def _chosen(scheme: Scheme, parameters: dict[str, Any]) -> dict[str, Any]:
    return {p.name: parameters[p.name] for p in scheme.parameters if p.name in parameters}


def offset_curve(
    scheme: Scheme, runs: Runs, *, d_model: int, heads: int = 8, head: int = 4, **parameters: Any
) -> OffsetCurve:
    """`offset_scores` at the resolution of a screen.

    What wavers is averaged over the runs, exactly and at a cost that does not follow their size, but for the point
    at offset 0, which is 0. All else is taken in the middle of the runs; the query of a bias stands at the last
    offset.

    Parameters
    ----------
    scheme, d_model, heads, head
        As in `offset_scores`.
    runs : Runs
    **parameters
        Of the scheme; those that it does not declare are left out.

    Returns
    -------
    curve : OffsetCurve

    Raises
    ------
    ValueError
        If an argument is not valid.
    """
    if scheme.waves is None:
        shape = {"d_model": d_model, "heads": heads, "head": head, "query": runs.last}
        return OffsetCurve(offset_scores(scheme, runs.middles, **shape, **parameters), averaged=False)
    waves, half = scheme.waves(D_MODEL.check(d_model), **_chosen(scheme, parameters)), len(runs.middles) // 2
    with np.errstate(over="ignore", invalid="ignore"):  # a decay read backwards grows without bound
        ahead, back = _means(waves, runs.covered, half)
    values = np.concatenate([back[:0:-1], [waves.weights.sum()], ahead[1:]]) - waves.weights.sum()
    return OffsetCurve(_scaled(values, waves.features), averaged=runs.covered > 1)


def _means(waves: Waves, covered: int, half: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Means over the runs about 0, covered, … half times covered tokens ahead, and as many back."""
    frequencies = waves.exponents.imag
    if not waves.exponents.real.any():
        ahead = cosine_sum(waves.weights * attenuation(frequencies, covered), frequencies, 0, covered, half + 1)
        return ahead, ahead
    halves = waves.exponents / 2  # the mean of a run is that of a geometric series
    weights = waves.weights * np.sinh(covered * halves) / (covered * np.sinh(halves))
    ahead, back = (exponential_sum(weights, sign * waves.exponents, covered, half + 1) for sign in (1, -1))
    return ahead, back


def _scaled(values: NDArray[np.float64], features: int) -> OffsetScores:
    return OffsetScores(np.where(np.isfinite(values), values / np.sqrt(features), np.nan), features)


def _of_table(table: Callable[[], NDArray[np.float64]], at: NDArray[np.float64]) -> OffsetScores:
    means, features = _table_means(table)
    length = len(means) // 2 + 1
    there = np.abs(at) < length
    values = np.full(len(at), np.nan)
    values[there] = means[at[there].astype(int) + length - 1]
    return OffsetScores(values, features)


@lru_cache(maxsize=4)  # 4 kB for the sample
def _table_means(make: Callable[[], NDArray[np.float64]]) -> tuple[NDArray[np.float64], int]:
    """A mean for each offset from 1 - length to length - 1, and the features."""
    table = make()
    gram = table @ table.T
    length, features = table.shape
    own = gram.diagonal()
    means = np.empty(2 * length - 1)
    for offset in range(1 - length, length):
        queries = slice(max(0, -offset), length - max(0, offset))
        means[offset + length - 1] = (gram.diagonal(offset) - own[queries]).mean() / np.sqrt(features)
    means.setflags(write=False)
    return means, features

"""One quantity for all families: what position adds to the score of equal tokens, over their offset."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import Reals, as_positions, checked
from core.inputs.parameter import check_whole
from core.numeric.sums import attenuation, cosine_sum, exponential_sum
from core.schemes.scheme import Family, OffsetProduct, Scheme

MOST = 801  # points of a curve


@dataclass(frozen=True)
class OffsetScores:
    """How far the score at each offset is above the score at offset 0."""

    values: NDArray[np.float64]  # (n,) in units of the score before softmax; NaN where the score does not exist
    features: int  # number of features in the product; 0 if position enters no product


@dataclass(frozen=True)
class OffsetCurve(OffsetScores):
    """Scores at the resolution of a screen."""

    # whether each value is the mean over its run; otherwise it is the value in the middle of the run
    is_mean: bool


@dataclass(frozen=True)
class Runs:
    """Runs of neighbouring offsets, symmetric about 0."""

    middles: NDArray[np.int_]  # (n,) ascending and evenly spaced, tokens; n is odd
    run_length: int  # offsets in each run, an odd number
    last: int  # the largest offset, tokens; the runs may end up to one run earlier


@checked()
def runs_of_offsets(length: int) -> Runs:
    """Offsets from -(length - 1) to length - 1 in at most MOST runs of equal size."""
    offsets = 2 * length - 1
    run_length = -(-offsets // MOST) | 1
    half = (offsets // run_length - 1) // 2
    return Runs(run_length * np.arange(-half, half + 1), run_length, length - 1)


@checked(offsets=as_positions)
def offset_scores(
    scheme: Scheme,
    offsets: Reals,  # (n,) k, key position minus query position, tokens
    *,
    d_model: int,  # features, at least 1; of no use to a trained table
    heads: int = 8,
    head: int = 4,  # of a bias, from 1
    # position of the query of a bias, tokens; None: the largest offset, so that the first key is at 0
    query: int | None = None,
    **parameters: Any,
) -> OffsetScores:
    r"""Score of a query with a key of the same content k tokens later, minus the score at k = 0.

    ADDITIVE
        :math:`(PE_p \cdot PE_{p+k} - PE_p \cdot PE_p) / \sqrt{d}` at p = 0: W_q and W_k are the identity, and terms
        with embeddings are left out. For a trained table it is the mean over all p for which both rows exist.
    ROTARY
        :math:`(\tilde q_0 \cdot \tilde k_k - \tilde q_0 \cdot \tilde k_0) / \sqrt{d}` with q = k = 1 in every
        feature, d the even part of d_model and at least 2.
    BIAS
        :math:`b_h(k) - b_h(0)` of one head, for one query.
    NONE
        0.
    """
    arguments = _arguments_of(scheme, parameters)
    if scheme.offset_product is not None:
        product = scheme.offset_product(d_model, **arguments)
        with np.errstate(over="ignore", invalid="ignore"):  # xPos grows without bound for keys in the future
            values = [float(product.weights @ (np.exp(k * product.exponents).real - 1)) for k in offsets]
        return OffsetScores(_scale_scores(np.array(values), product.features), product.features)
    if scheme.table is not None:
        return _of_table(scheme.table, offsets)
    if scheme.family is not Family.BIAS:
        return OffsetScores(np.zeros(len(offsets)), 0)
    here = float(np.abs(offsets).max(initial=0)) if query is None else check_whole(query, "query", least=0)
    bias = scheme.function([here], np.append(offsets, 0) + here, heads, **arguments)
    row = bias[check_whole(head, "head", most=heads) - 1, 0]
    return OffsetScores(row[:-1] - row[-1], 0)


def _arguments_of(scheme: Scheme, parameters: dict[str, Any]) -> dict[str, Any]:
    return {p.name: parameters[p.name] for p in scheme.parameters if p.name in parameters}


@checked()
def offset_curve(
    scheme: Scheme, runs: Runs, *, d_model: int, heads: int = 8, head: int = 4, **parameters: Any
) -> OffsetCurve:
    """`offset_scores` at the resolution of a screen.

    Schemes with an `offset_product` oscillate: their scores are averaged over each run, exactly and at a cost that
    does not depend on its size, except at offset 0, where the value is 0. Other schemes are evaluated in the
    middle of each run; the query of a bias stands at the last offset.
    """
    if scheme.offset_product is None:
        shape = {"d_model": d_model, "heads": heads, "head": head, "query": runs.last}
        scores = offset_scores(scheme, runs.middles, **shape, **parameters)
        return OffsetCurve(scores.values, scores.features, is_mean=False)
    product = scheme.offset_product(d_model, **_arguments_of(scheme, parameters))
    with np.errstate(over="ignore", invalid="ignore"):  # xPos grows without bound for keys in the future
        ahead, back = _means(product, runs.run_length, len(runs.middles) // 2)
    values = np.concatenate([back[:0:-1], [product.weights.sum()], ahead[1:]]) - product.weights.sum()
    return OffsetCurve(_scale_scores(values, product.features), product.features, is_mean=runs.run_length > 1)


def _means(product: OffsetProduct, size: int, half: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Means over the runs around 0, size, …, half · size tokens ahead, and over as many runs back."""
    frequencies = product.exponents.imag
    if not product.exponents.real.any():
        ahead = cosine_sum(product.weights * attenuation(frequencies, size), frequencies, 0, size, half + 1)
        return ahead, ahead
    halves = product.exponents / 2  # the terms of a run are a geometric series
    weights = product.weights * np.sinh(size * halves) / (size * np.sinh(halves))
    ahead, back = (exponential_sum(weights, sign * product.exponents, size, half + 1) for sign in (1, -1))
    return ahead, back


def _scale_scores(values: NDArray[np.float64], features: int) -> NDArray[np.float64]:
    return np.where(np.isfinite(values), values / np.sqrt(features), np.nan)


def _of_table(table: Callable[[], NDArray[np.float64]], offsets: NDArray[np.float64]) -> OffsetScores:
    means, features = _table_means(table)
    length = len(means) // 2 + 1
    there = np.abs(offsets) < length
    values = np.full(len(offsets), np.nan)
    values[there] = means[offsets[there].astype(int) + length - 1]
    return OffsetScores(values, features)


@lru_cache(maxsize=4)  # 4 kB for the sample
def _table_means(make: Callable[[], NDArray[np.float64]]) -> tuple[NDArray[np.float64], int]:
    """A mean for each offset from 1 - length to length - 1, and the number of features."""
    table = make()
    gram = table @ table.T
    length, features = table.shape
    squares = gram.diagonal()
    means = np.empty(2 * length - 1)
    for offset in range(1 - length, length):
        queries = slice(max(0, -offset), length - max(0, offset))
        means[offset + length - 1] = (gram.diagonal(offset) - squares[queries]).mean() / np.sqrt(features)
    means.setflags(write=False)
    return means, features

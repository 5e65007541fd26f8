"""One quantity for all families: what position does to the score of equal tokens, against their offset."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.parameter import D_MODEL, LENGTH, check_whole
from core.positions import as_positions
from core.scheme import Family, Scheme
from core.spread import evenly_spread

CHUNK = 2**20  # cells held at once, 8 MB
CELLS = 2**21  # of all rows of one curve
MOST = 401  # offsets a side


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


def symmetric_offsets(length: int, d_model: int) -> NDArray[np.int_]:
    """Offsets from -(length - 1) to length - 1 with 0 in the middle: all, or as many as a screen tells apart.

    Parameters
    ----------
    length : int
        Tokens.
    d_model : int
        Features; of very many there are fewer offsets, for each costs so many sines.

    Returns
    -------
    offsets : ndarray of int, shape (n,)
        Ascending, evenly spread on either side.
    """
    ahead = evenly_spread(LENGTH.check(length), min(MOST, CELLS // D_MODEL.check(d_model) + 1))
    return np.concatenate([-ahead[:0:-1], ahead])


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
    chosen = {p.name: parameters[p.name] for p in scheme.parameters if p.name in parameters}
    match scheme.family:
        case Family.ADDITIVE if scheme.table is not None:
            return _of_table(scheme.table(), at)
        case Family.ADDITIVE:
            return _additive(scheme, at, D_MODEL.check(d_model), chosen)
        case Family.ROTARY:
            return _rotary(scheme, at, D_MODEL.check(d_model), chosen)
        case Family.BIAS:
            here = float(np.abs(at).max(initial=0)) if query is None else check_whole(query, "query", least=0)
            bias = scheme.function([here], np.append(at, 0) + here, heads, **chosen)
            row = bias[check_whole(head, "head", most=heads) - 1, 0]
            return OffsetScores(row[:-1] - row[-1], 0)
        case Family.NONE:
            return OffsetScores(np.zeros(len(at)), 0)


def _additive(scheme: Scheme, at: NDArray[np.float64], d_model: int, chosen: dict[str, Any]) -> OffsetScores:
    origin = scheme.function([0], d_model, **chosen)[0]  # (d_model,)
    rows = [scheme.function(part, d_model, **chosen) @ origin for part in _parts(at, d_model)]
    return OffsetScores((np.concatenate(rows) - origin @ origin) / np.sqrt(d_model), d_model)


def _of_table(table: NDArray[np.float64], at: NDArray[np.float64]) -> OffsetScores:
    gram = table @ table.T
    length, features = table.shape
    own = gram.diagonal()
    means = np.full(2 * length - 1, np.nan)  # one for each offset from 1 - length to length - 1
    for offset in range(1 - length, length):
        queries = slice(max(0, -offset), length - max(0, offset))
        means[offset + length - 1] = (gram.diagonal(offset) - own[queries]).mean() / np.sqrt(features)
    there = np.abs(at) < length
    values = np.full(len(at), np.nan)
    values[there] = means[at[there].astype(int) + length - 1]
    return OffsetScores(values, features)


def _rotary(scheme: Scheme, at: NDArray[np.float64], d_model: int, chosen: dict[str, Any]) -> OffsetScores:
    dim = max(2, d_model - d_model % 2)
    query = scheme.function(np.ones((1, dim)), [0], **chosen)[0]  # (dim,)
    turn = scheme.keys or scheme.function
    with np.errstate(over="ignore", invalid="ignore"):  # a decay read backwards grows without bound
        keys = [turn(np.ones((len(part), dim)), part, **chosen) @ query for part in _parts(at, dim)]
    values = (np.concatenate(keys) - query @ query) / np.sqrt(dim)
    return OffsetScores(np.where(np.isfinite(values), values, np.nan), dim)


def _parts(at: NDArray[np.float64], features: int) -> list[NDArray[np.float64]]:
    """Offsets in runs whose tables fit into CHUNK cells."""
    step = max(1, CHUNK // features)
    return [at[start : start + step] for start in range(0, max(len(at), 1), step)]

"""How the score of a query and a key at a fixed offset drifts along a text when their rotations are rounded."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import Reals, as_positions, checked
from core.inputs.parameter import whole
from core.long_context.dtypes import SIGNIFICAND_BITS, Dtypes
from core.long_context.error_map import position_samples
from core.long_context.rotation_errors import rotations
from core.numeric.curve import evenly_spread

MAX_PAIRS = 64  # that a score is summed over


@dataclass(frozen=True)
class ScoreDrift:
    """The range of scores at one offset, along the position of the query."""

    edges: NDArray[np.int_]  # (columns + 1,) column j covers the queries edges[j] … edges[j + 1] - 1, tokens
    # (columns,) score ÷ its exact value at offset 0; NaN where a whole column overflows
    lowest: NDArray[np.float64]
    highest: NDArray[np.float64]  # (columns,) the same
    exact: float  # the score without rounding, the same for every query

    @property
    def low(self) -> float:
        """The lowest score, the exact one included."""
        return float(np.nanmin(np.append(self.lowest, self.exact)))

    @property
    def high(self) -> float:
        """The highest score, the exact one included."""
        return float(np.nanmax(np.append(self.highest, self.exact)))


@checked(whole("offset"))
def score_drift(
    length: int,  # queries offset … length - 1
    offset: int,  # query minus key, tokens, at least 1 and below length - 1
    dim: int,
    dtypes: Dtypes,
    *,
    columns: int = 80,
    samples: int = 3,
    rows: int = MAX_PAIRS,
    base: float = 10_000.0,
    scale: float = 1.0,
) -> ScoreDrift:
    """The score of a query and an equal key some tokens before it, for queries along a text.

    A column of many queries is sampled at a few of them, and where positions or angles are rounded to the next
    number of the dtype.
    """
    edges, positions = position_samples(offset, length, columns, samples)
    queries = np.union1d(positions, np.clip(_rounding_steps(positions, dtypes), offset, length - 1))
    scores = rotated_scores(queries, queries - offset, dim, dtypes, rows=rows, base=base, scale=scale)
    exact = rotated_scores([offset], [0], dim, Dtypes(), rows=rows, base=base, scale=scale).item()
    starts = np.searchsorted(queries, edges[:-1])
    return ScoreDrift(edges, np.fmin.reduceat(scores, starts), np.fmax.reduceat(scores, starts), exact)


def score_drift_columns(
    length: int,
    d_model: int,
    dtypes: Mapping[str, str],  # by step that is rounded
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
) -> dict[str, NDArray[Any]]:
    """The score of a query and an equal key one token before it, along a text."""
    drift = score_drift(length, 1, d_model, Dtypes(**dtypes), base=base, scale=scale)
    queries = {"first query": drift.edges[:-1], "last query": drift.edges[1:] - 1}
    exact = np.full(len(drift.lowest), drift.exact)
    return queries | {"lowest": drift.lowest, "highest": drift.highest, "exact": exact}


def rounded_scores_columns(
    queries: Sequence[int],  # positions, tokens
    d_model: int,
    dtypes: Mapping[str, str],  # by step that is rounded
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
) -> dict[str, NDArray[Any]]:
    """Scores of queries against the keys before them, beside the exact curve."""
    offsets = np.arange(65)  # query minus key, tokens

    def scores(query: int, rounding: Dtypes) -> NDArray[np.float64]:
        at = np.full(len(offsets), query)
        return rotated_scores(at, at - offsets, d_model, rounding, base=base, scale=scale)

    columns = {"offset": offsets, "exact": scores(64, Dtypes())}
    for query in queries:  # no key stands before position 0
        columns[f"query at {query}"] = np.where(offsets <= query, scores(query, Dtypes(**dtypes)), np.nan)
    return columns


def _rounding_steps(positions: NDArray[np.int_], dtypes: Dtypes) -> NDArray[np.int_]:
    """Positions near others where a position, or the angle of a pair that turns 1 radian a token, rounds up.

    A query there and the key before it drift apart the most, and regular samples of a long text rarely meet them.
    """
    bits = min(SIGNIFICAND_BITS[dtypes.position], SIGNIFICAND_BITS[dtypes.angle])
    step = 2.0 ** (np.floor(np.log2(positions)) + 1 - bits)  # tokens between numbers
    ties = (np.floor(positions / step) + 0.5) * step
    return np.concatenate([np.ceil(ties), np.floor(ties) + 1]).astype(int)


@checked(whole("dim", least=2), whole("rows"), queries=as_positions, keys=as_positions)
def rotated_scores(
    queries: Reals,  # (n,) positions m, tokens
    keys: Reals,  # (n,) positions n, tokens
    dim: int,
    dtypes: Dtypes,
    *,
    rows: int = MAX_PAIRS,  # largest number of pairs, evenly spread
    base: float = 10_000.0,
    scale: float = 1.0,
) -> NDArray[np.float64]:  # (n,) NaN where a position overflows
    """Scores of equal vectors after each was rotated to its position, divided by the product of their lengths.

    All pairs of the vectors have the same length, so without rounding this is the mean of cos((m - n) ω). Only the
    rotations are rounded; products and their sum are exact.
    """
    pairs = evenly_spread(dim // 2, rows)
    positions, inverse = np.unique([queries, keys], return_inverse=True)
    rotation = rotations(positions, dim, dtypes, pairs=pairs, base=base, scale=scale)
    points = rotation.cosines + 1j * rotation.sines  # (positions, pairs)
    query, key = points[inverse.reshape(2, -1)]
    return (query * key.conj()).real.mean(axis=1)

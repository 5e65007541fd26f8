"""What the RoPE room tells in numbers about one pair and about the score of a head."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.frequencies import inverse_frequencies
from core.inputs.checked import checked
from core.inputs.settings import BaseAndScale
from core.numeric.curve import Curve, evenly_spread
from core.numeric.once import computed_once
from core.schemes.analysis.rotary import (
    head_vectors,
    pair_products,
    partial_sums,
    score_curve,
    scores_at,
    upper_bound,
)
from core.sinusoidal.gram import landmarks

PLACES = 512  # positions at which the variation of a score is measured
OFFSETS = np.array([0, 10, 100])  # offsets whose scores are shown, tokens
NEAR = 512  # tokens; the bound is compared with the score up to this offset
DRAWS, EXAMPLES = 1000, 6  # draws of query and key that are averaged, and that are shown


@dataclass(frozen=True)
class PairReading:
    """Query and key that are (1, 0) in every pair, rotated to their positions."""

    m: int  # position of the query, tokens
    n: int  # position of the key, tokens
    pair: int  # from 0
    frequencies: NDArray[np.float64]  # (pairs,) radians per token
    offset: int  # query position minus key position, tokens
    frequency: float  # of the pair, radians per token
    query_turned: float  # angle of the query in the pair, radians
    key_turned: float  # angle of the key in the pair, radians
    product: float  # dot product of query and key in the pair, dimensionless

    @property
    def pairs(self) -> int:
        """Number of pairs of features in the head."""
        return len(self.frequencies)

    def products(self, query: ArrayLike, key: ArrayLike) -> NDArray[np.float64]:
        """Products of the pair and of the whole head after moving both by tokens of shape (n,); shape (2, n)."""
        offsets = self.offset + np.subtract(query, key)
        products = np.cos(np.multiply.outer(offsets, self.frequencies))
        return np.stack([products[:, self.pair], products.sum(axis=1)])


@checked()
def read_pair(m: int, n: int, pair: int, head_dim: int, *, base: float, scale: float) -> PairReading:
    """The reading of a pair; a pair beyond the last is the last."""
    frequencies = inverse_frequencies(head_dim, base) / scale
    pair, offset = min(pair, len(frequencies) - 1), m - n
    omega = float(frequencies[pair])
    return PairReading(m, n, pair, frequencies, offset, omega, m * omega, n * omega, math.cos(offset * omega))


def variation(
    vectors: NDArray[np.float64],  # (2, dim) query and key
    offset: int,
    length: int,
    *,
    base: float,
    scale: float,
    layout: str = "half",
    key_layout: str | None = None,
) -> float:
    """Difference of the largest and the smallest score at one offset over the positions of a text."""
    n = evenly_spread(length, PLACES)
    scores = scores_at(
        vectors[0], vectors[1], n + offset, n, base=base, scale=scale, layout=layout, key_layout=key_layout
    )
    return float(np.ptp(scores))


@dataclass(frozen=True)
class ScoreReading:
    """The score of a head and its bound over the offset."""

    curves: tuple[Curve, ...]  # of the first draws of query and key
    mean: Curve  # mean of all draws
    bound: NDArray[np.float64]  # (points,) on the score of the first draw
    at: NDArray[np.float64]  # (3,) scores at `OFFSETS`
    bounds: NDArray[np.float64]  # (3,) bounds there
    sums: NDArray[np.float64]  # (3,) sums of the sizes of the partial sums there
    steepest: float  # largest difference of neighbouring products: the bound is this times the sum
    pairs: int
    largest_deviation: float  # largest distance of the mean from its expectation
    tightest: float  # smallest ratio of bound to score
    near: float  # largest offset searched for it, tokens
    first_rise: int | None  # offset at which the score of ones rises for the first time, tokens
    search_limit: int  # largest offset searched for that rise, tokens

    @property
    def first(self) -> Curve:
        """Score of the first draw over the offset, dimensionless."""
        return self.curves[0]

    @property
    def mean_sums(self) -> NDArray[np.float64]:
        """Mean size of the partial sums at `OFFSETS`, which the paper draws; dimensionless."""
        return self.sums / self.pairs


@computed_once(most=32)  # 5 ms of 22 that a run takes; 60 kB
def read_score(vectors: str, head_dim: int, length: int, *, base: float, scale: float) -> ScoreReading:
    """The reading of a head's score."""
    rates = BaseAndScale(base=base, scale=scale)
    products = pair_products(*head_vectors(vectors, head_dim, count=DRAWS))  # (DRAWS, pairs)
    curves = tuple(score_curve(draw, length, **rates) for draw in products[:EXAMPLES])
    mean = score_curve(products.mean(axis=0), length, **rates)
    expectation = pair_products(*head_vectors("ones", head_dim))[0] * (vectors != "random")
    near = score_curve(products[0], min(length, NEAR), **rates)  # every offset by itself
    ratios = upper_bound(products[0], near.offsets, **rates) / np.maximum(np.abs(near.values), 1e-300)
    sums, bounds = partial_sums(OFFSETS, head_dim, **rates).sum(axis=1), upper_bound(products[0], OFFSETS, **rates)
    marks = landmarks(head_dim, **rates)
    query, key = head_vectors(vectors, head_dim)[:, 0]
    return ScoreReading(
        curves=curves,
        mean=mean,
        bound=upper_bound(products[0], curves[0].offsets, **rates),
        at=scores_at(query, key, OFFSETS, 0 * OFFSETS, **rates),
        bounds=bounds,
        sums=sums,
        steepest=float(bounds[0] / sums[0]),
        pairs=head_dim // 2,
        largest_deviation=float(np.abs(mean.values - score_curve(expectation, length, **rates).values).max()),
        tightest=float(ratios.min()),
        near=float(near.offsets[-1]),
        first_rise=marks.first_rise,
        search_limit=marks.search_limit,
    )

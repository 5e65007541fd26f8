"""What the RoPE room tells in numbers about one pair and about the score of a head."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.frequencies import inverse_frequencies
from core.inputs.checked import checked
from core.numeric.curve import evenly_spread
from core.schemes.analysis.rotary import scores_at

PLACES = 512  # positions at which the variation of a score is measured


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


def score_of_equal(offset: int, head_dim: int, rotary_dim: int, *, base: float, scale: float) -> float:
    """Score at one offset of a query and a key whose features are all 1, the first of which turn."""
    frequencies = inverse_frequencies(rotary_dim, base) / scale
    return head_dim - rotary_dim + float(2 * np.cos(offset * frequencies).sum())

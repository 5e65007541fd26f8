"""What the room tells about one bias: its heads, for the last query of a text."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.schemes.analysis.bias_weights import Mass, bias_by_distance, half_weight_distances, softmax_mass
from core.schemes.scheme import Scheme


@dataclass(frozen=True)
class BiasReading:
    """A bias with its heads, and the numbers about one of them."""

    scheme: Scheme  # of the family BIAS
    heads: int
    length: int  # tokens; the query is the last
    search_limit: int  # largest distance searched for the half of a weight, tokens
    halves: NDArray[np.float64]  # (heads,) distance at which the weight has halved, tokens; NaN if it never does
    mass: Mass  # where the attention of the query lies
    head: int  # the head in the middle, counted from 1
    distance: int  # of the key in the example, tokens
    bias: float  # of that head at that distance
    drop: float  # its difference from the bias at distance 0
    parameters: Mapping[str, Any] = field(default_factory=dict)  # of the scheme

    @property
    def query(self) -> int:
        """Position of the query, tokens."""
        return self.length - 1

    @property
    def ratio(self) -> float:
        """Weight at the distance relative to the weight at distance 0."""
        return float(np.exp(self.drop))

    @property
    def formula(self) -> str:
        """LaTeX of the bias of that head with numbers filled in."""
        fill = self.scheme.bias_latex
        return fill(self.distance, self.query, self.heads, self.head, **self.parameters) if fill else ""

    def at(self, distances: ArrayLike) -> NDArray[np.float64]:
        """Bias of each head at distances of shape (n,), in tokens; shape (heads, n)."""
        return bias_by_distance(self.scheme, distances, self.heads, query=self.query, **self.parameters)

    def extremes(self) -> tuple[int, int]:
        """Heads, counted from 1, whose weight halves at the shortest and at the longest distance."""
        order = np.argsort(np.where(np.isnan(self.halves), np.inf, self.halves), kind="stable")
        return int(order[0]) + 1, int(order[-1]) + 1


def read_bias(
    scheme: Scheme, length: int, heads: int, *, farthest: int, **parameters: Any
) -> BiasReading:  # farthest: tokens; beyond the text only where the offset alone matters
    """The reading of a bias, with a key 16 tokens before the query as the example."""
    query = length - 1
    search_limit = max(query, farthest) if scheme.relative else query
    head, distance = (heads + 1) // 2, min(16, query)
    here, there = bias_by_distance(scheme, [0, distance], heads, query=query, **parameters)[head - 1]
    return BiasReading(
        scheme=scheme,
        heads=heads,
        length=length,
        search_limit=search_limit,
        halves=half_weight_distances(scheme, heads, query=query, last=search_limit, **parameters),
        mass=softmax_mass(scheme, length, heads, **parameters),
        head=head,
        distance=distance,
        bias=float(there) + 0.0,  # without the sign of -0
        drop=float(there - here) + 0.0,
        parameters=parameters,
    )

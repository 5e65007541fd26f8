"""What the room tells about one bias: its heads, for the last query of a text, and offsets that share a number."""

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


FARTHEST = 2048  # tokens; no group ends beyond


@dataclass(frozen=True)
class Group:
    """A range of offsets that share one of a scheme's numbers."""

    number: int  # index of the shared number
    first: int | None  # offset, key minus query, tokens; None if unbounded
    last: int | None  # offset, key minus query, tokens; None if unbounded


def groups_columns(scheme: Scheme, **parameters: Any) -> dict[str, list[Any]]:
    """Which offsets share one of a scheme's numbers."""
    groups = shared_groups(scheme, **parameters)
    ends = {"first offset": [group.first for group in groups], "last offset": [group.last for group in groups]}
    labels = {name: ["no end" if end is None else str(end) for end in ends[name]] for name in ends}
    return {"number": [group.number for group in groups]} | labels


def shared_groups(scheme: Scheme, **parameters: Any) -> list[Group]:
    """Groups of offsets that share a number, from the far past to the far future; none if the scheme has no
    `groups`.
    """
    if scheme.groups is None:
        return []
    offsets = np.arange(-FARTHEST, FARTHEST + 1)
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


@dataclass(frozen=True)
class GroupReading:
    """The groups of a scheme and what a text of some length meets of them."""

    groups: tuple[Group, ...]
    offsets: NDArray[np.int_]  # (n,) tokens, to somewhat beyond the last edge
    numbers: NDArray[np.int_]  # (n,) the number that each offset gets
    edge: int  # distance from which on all offsets share a number, tokens
    used_numbers: int  # how many numbers the offsets within the text get
    unused_numbers: tuple[int, ...]  # numbers that no offset gets


def read_groups(scheme: Scheme, length: int, **parameters: Any) -> GroupReading | None:
    """The groups of a scheme in a text; None if every offset has its own number."""
    groups = shared_groups(scheme, **parameters)
    if not groups or scheme.groups is None:
        return None
    edge = max(abs(end) for group in groups for end in (group.first, group.last) if end is not None)
    reach = edge * 5 // 4 + 2
    offsets = np.arange(-reach, reach + 1)
    numbers = scheme.groups(offsets, **parameters)
    in_text = scheme.groups(np.clip(offsets, 1 - length, length - 1), **parameters)
    unused_numbers = tuple(number for number in range(int(numbers.max())) if number not in numbers)
    return GroupReading(tuple(groups), offsets, numbers, edge, len(np.unique(in_text)), unused_numbers)

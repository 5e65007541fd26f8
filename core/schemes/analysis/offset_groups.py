"""Offsets that share one of a scheme's numbers: T5's buckets, Shaw's clipped offsets."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.schemes.scheme import Scheme

FARTHEST = 2048  # tokens; no group ends beyond


@dataclass(frozen=True)
class Group:
    """A range of offsets that share one of a scheme's numbers."""

    number: int  # index of the shared number
    first: int | None  # offset, key minus query, tokens; None if unbounded
    last: int | None  # offset, key minus query, tokens; None if unbounded


def groups_columns(
    scheme: Scheme,
    **parameters: Any,  # of the scheme, such as {"direction": "causal"} of T5
) -> dict[str, list[Any]]:
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
    used: int  # how many numbers the offsets within the text get
    unmet: tuple[int, ...]  # numbers that no offset gets


def read_groups(scheme: Scheme, length: int, **parameters: Any) -> GroupReading | None:
    """The groups of a scheme in a text; None if every offset has its own number."""
    groups = shared_groups(scheme, **parameters)
    if not groups or scheme.groups is None:
        return None
    edge = max(abs(end) for group in groups for end in (group.first, group.last) if end is not None)
    reach = edge * 5 // 4 + 2
    offsets = np.arange(-reach, reach + 1)
    numbers = scheme.groups(offsets, **parameters)
    met = scheme.groups(np.clip(offsets, 1 - length, length - 1), **parameters)
    unmet = tuple(number for number in range(int(numbers.max())) if number not in numbers)
    return GroupReading(tuple(groups), offsets, numbers, edge, len(np.unique(met)), unmet)

"""Offsets that share one of a scheme's numbers: T5's buckets, Shaw's clipped offsets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from core.schemes.scheme import Scheme

FARTHEST = 2048  # tokens; no group ends beyond


@dataclass(frozen=True)
class Group:
    """A range of offsets that share one of a scheme's numbers.

    Parameters
    ----------
    number : int
        Index of the shared number.
    first, last : int or None
        Offsets, key minus query, tokens; None if the group is unbounded.
    """

    number: int
    first: int | None
    last: int | None


def shared_groups(scheme: Scheme, **parameters: Any) -> list[Group]:
    """Groups of offsets that share a number, from the far past to the far future.

    Parameters
    ----------
    scheme : Scheme
    **parameters
        Of the scheme.

    Returns
    -------
    groups : list of Group
        Empty if the scheme has no `groups`: then every offset has its own number.
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

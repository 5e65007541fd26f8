"""Positions of a long text, gathered in columns on a logarithmic scale and sampled where they are too many."""

from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import checked
from core.inputs.parameter import check_whole, whole

_GOLDEN_SECTION = (5**0.5 - 1) / 2  # its multiples keep away from multiples of 1 / 2**n


def _longer(first: int, length: int) -> None:
    check_whole(length, "length", first + 1)


@lru_cache(maxsize=8)
@checked(whole("columns"), whole("samples"), together=_longer)
def position_samples(
    first: int,
    length: int,  # tokens, above first
    columns: int,  # at most, evenly spaced on a logarithmic scale
    samples: int,  # positions of a column that are sampled; of a column with no more than these, all are
) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """Edges of columns, (columns + 1,) tokens, over the positions first … length - 1, and the sampled ones,
    ascending.

    Column j covers edges[j] … edges[j + 1] - 1. One of many positions is sampled at fixed fractions of its width,
    which avoid multiples of powers of two, where a position is a number of the dtype and rounding changes nothing.
    """
    edges = np.unique(np.rint(np.geomspace(first, length, columns + 1)).astype(int))
    fractions = _GOLDEN_SECTION * np.arange(1, samples + 1) % 1
    parts = [
        np.arange(start, end) if end - start <= samples else start + (fractions * (end - start)).astype(int)
        for start, end in pairwise(edges)
    ]
    return edges, np.unique(np.concatenate(parts))

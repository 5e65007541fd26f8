"""Where losses are averaged over positions, and how accuracy is asked for; training and curves share them."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

EDGES = (
    *(0, 8, *range(16, 160, 16), *range(160, 256, 32), *range(256, 512, 64)),
    *(*range(512, 1024, 128), *range(1024, 2049, 256)),
)
"""Ends of blocks of positions; none goes across the trained length of 128."""


def block_means(losses: NDArray[np.floating]) -> NDArray[np.float64]:
    """Means of losses (texts, n) over all texts and each whole block of positions, shape (blocks,)."""
    ends = [edge for edge in EDGES if edge <= losses.shape[1]]
    sums = np.append(0, losses.mean(axis=0, dtype=np.float64).cumsum())[ends]
    return np.diff(sums) / np.diff(ends)


def middles(blocks: int) -> NDArray[np.float64]:
    """Middle position of each of the first blocks, tokens."""
    return np.array([(first + last) / 2 for first, last in pairwise(EDGES[: blocks + 1])])


def between(means: NDArray[np.float64], first: int, last: int) -> float:
    """Mean loss at the positions from first up to last, both ends of blocks; nan where they are missing."""
    start, stop = EDGES.index(first), EDGES.index(last)
    widths = np.diff(EDGES)[start:stop]
    return float(np.average(means[start:stop], weights=widths)) if stop <= len(means) else float("nan")


def repeated(rng: np.random.Generator, count: int, n: int, symbols: int = 512) -> NDArray[np.int_]:
    """Sequences of n different random tokens, then the same again, shape (count, 2n)."""
    first = np.stack([rng.choice(symbols, n, replace=False) for _ in range(count)])
    return np.concatenate([first, first], axis=1)

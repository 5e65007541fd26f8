"""Scores of a query with cached keys that were rotated at other frequencies.

A rule whose frequencies follow the length of the text leaves such keys in the cache, unless keys are cached before
they are rotated.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.frequencies import inverse_frequencies
from core.inputs.checked import Reals, as_frequencies, checked
from core.inputs.parameter import check_whole, whole
from core.numeric.sums import cosine_sum, powers
from core.scaling.dynamic import dynamic
from core.scaling.rule import Rule

MAX_KEYS = 4096  # whose scores are computed; more keys are sampled at an even step


@checked(key_frequencies=as_frequencies, query_frequencies=as_frequencies)
def apparent_positions(
    position: float,  # n, of the key, tokens
    key_frequencies: Reals,  # (pairs,) frequencies of the key, above 0
    query_frequencies: Reals,  # (pairs,) frequencies of the query, above 0
) -> NDArray[np.float64]:  # (pairs,) tokens; may lie beyond the query
    """Where each pair of the query sees a cached key: n times its frequency then, over that now."""
    return position * key_frequencies / query_frequencies


@dataclass(frozen=True)
class StaleScores:
    """Scores of equal query and key, 1 at offset 0."""

    keys: NDArray[np.int_]  # (k,) sampled positions, tokens
    lengths: NDArray[np.int_]  # (r,) of the text, tokens; the query is its last token
    fresh: NDArray[np.float64]  # (r, k) with all keys rotated at the frequencies of this length
    stale: NDArray[np.float64]  # (r, k) with keys as they were rotated when the text had its original length

    @property
    def error(self) -> NDArray[np.float64]:
        """Root mean square difference over the keys at each length, shape (r,)."""
        return np.sqrt(((self.fresh - self.stale) ** 2).mean(axis=1))

    @property
    def half_grown(self) -> int:
        """Index of the first length at which the error is half of the last one."""
        return int(np.argmax(self.error >= self.error[-1] / 2))

    @property
    def last_size(self) -> float:
        """Root mean square of the fresh scores at the last length."""
        return float(np.sqrt((self.fresh[-1] ** 2).mean()))

    def blocks(self, columns: int) -> NDArray[np.float64]:
        """Root mean square difference over blocks of neighbouring keys, shape (r, at most columns)."""
        size = -(-len(self.keys) // columns)
        starts = np.arange(0, len(self.keys), size)
        counts = np.diff(np.append(starts, len(self.keys)))
        return np.sqrt(np.add.reduceat((self.fresh - self.stale) ** 2, starts, axis=1) / counts)


@checked(whole("original", least=2))
def stale_scores(
    rule: Rule, trained_frequencies: ArrayLike, *, factor: float, original: int, lengths: ArrayLike
) -> StaleScores:  # lengths: (r,) tokens, each at least original
    r"""Scores :math:`\frac1n\sum_i\cos(m\,\omega_i - n\,\omega_i^{cached})` of a growing text.

    The first `original` tokens are read at once, and their keys stay as they are rotated then.
    """
    text_lengths = np.array([check_whole(length, "length", original) for length in np.asarray(lengths).tolist()])
    step = -(-original // MAX_KEYS)
    keys = np.arange(0, original, step)

    def frequencies(length: int) -> NDArray[np.float64]:
        return rule.apply(trained_frequencies, factor=factor, original=original, sequence_length=length).inverse

    present = np.array([frequencies(length) for length in text_lengths])  # (r, pairs) radians per token
    pairs = present.shape[1]
    queries = text_lengths - 1
    fresh = [  # from the last key to the first, by ascending offset
        cosine_sum(np.ones(pairs), omega, query - keys[-1], step, len(keys))
        for omega, query in zip(present, queries, strict=True)
    ]
    turned_keys = powers(1j * step * frequencies(original), len(keys))  # (keys, pairs)
    turned_queries = np.exp(1j * queries[:, None] * present)  # (r, pairs)
    stale = turned_queries.view(float) @ turned_keys.view(float).T / pairs  # real part of query · key*
    return StaleScores(keys, text_lengths, np.array(fresh)[:, ::-1] / pairs, stale)


def believed_columns(
    rotary_dim: int,  # features
    original: int,  # tokens, context length in training
    target: int,  # tokens, context length wanted
    *,
    base: float = 10_000.0,
) -> dict[str, NDArray[Any]]:
    """The position at which each pair of a query sees a key cached before the text grew, under Dynamic NTK."""
    frequencies = inverse_frequencies(rotary_dim, base)
    present = dynamic(frequencies, factor=target / original, original=original, sequence_length=target)
    positions = apparent_positions(original - 1, frequencies, present)  # of the last key within the trained length
    return {"pair": np.arange(len(frequencies)), "taken for position": positions}

"""What a query sees of keys that were turned at other frequencies than its own.

Rules whose frequencies follow the length of the text leave such keys in the cache, unless keys are kept
as they are before turning.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.inputs.parameter import check_whole
from core.numeric.sums import cosine_sum, powers
from core.scaling.rule import Rule, as_frequencies

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

KEYS = 4096  # looked at; of more, every second or every so many


def apparent_positions(position: float, cached: ArrayLike, current: ArrayLike) -> NDArray[np.float64]:
    r"""Where each pair takes a cached key for standing, :math:`n\,\omega_i^{cached} / \omega_i^{now}`.

    Parameters
    ----------
    position : float
        n, where the key stands, tokens.
    cached, current : array_like of shape (pairs,)
        Frequencies of the key and of the query, radians per token, above 0.

    Returns
    -------
    positions : ndarray of shape (pairs,)
        Tokens; a key beyond the query is taken for a future one.
    """
    return position * as_frequencies(cached) / as_frequencies(current)


@dataclass(frozen=True)
class StaleScores:
    """Scores of equal query and key, 1 where nothing lies between them.

    Parameters
    ----------
    keys : ndarray of int, shape (k,)
        Positions looked at, tokens.
    lengths : ndarray of int, shape (r,)
        Of the text; the query is its last token.
    fresh : ndarray of shape (r, k)
        All keys turned again at the present frequencies.
    cached : ndarray of shape (r, k)
        Keys as they were turned when the text had its first length.
    """

    keys: NDArray[np.int_]
    lengths: NDArray[np.int_]
    fresh: NDArray[np.float64]
    cached: NDArray[np.float64]

    @property
    def error(self) -> NDArray[np.float64]:
        """Root of the mean square difference at each length, shape (r,)."""
        root: NDArray[np.float64] = np.sqrt(((self.fresh - self.cached) ** 2).mean(axis=1))
        return root

    def blocks(self, columns: int) -> NDArray[np.float64]:
        """The same for runs of neighbouring keys, shape (r, at most columns)."""
        size = -(-len(self.keys) // columns)
        starts = np.arange(0, len(self.keys), size)
        counts = np.diff(np.append(starts, len(self.keys)))
        return np.sqrt(np.add.reduceat((self.fresh - self.cached) ** 2, starts, axis=1) / counts)


def stale_scores(
    rule: Rule, trained: ArrayLike, *, factor: float, original: int, lengths: ArrayLike
) -> StaleScores:
    r"""Scores :math:`\frac1n\sum_i\cos(m\,\omega_i - n\,\omega_i^{cached})` of a growing text with its first keys.

    The first `original` tokens are read at once, and their keys stay as they are turned then.

    Parameters
    ----------
    rule : Rule
        One that asks for the sequence length.
    trained : array_like of shape (pairs,)
        Radians per token.
    factor : float
        Of the rule, dimensionless.
    original : int
        Tokens.
    lengths : array_like of int, shape (r,)
        Tokens, each at least original.

    Returns
    -------
    scores : StaleScores

    Raises
    ------
    ValueError
        If an argument is not valid.
    """
    original = check_whole(original, "original", 2)
    texts = np.array([check_whole(length, "length", original) for length in np.asarray(lengths).tolist()])
    step = -(-original // KEYS)
    keys = np.arange(0, original, step)

    def at(length: int) -> NDArray[np.float64]:
        return rule.apply(trained, factor=factor, original=original, sequence_length=length).inverse

    present = np.array([at(length) for length in texts])  # (r, pairs) radians per token
    pairs = present.shape[1]
    queries = texts - 1
    backwards = [
        cosine_sum(np.ones(pairs), own, query - keys[-1], step, len(keys))
        for own, query in zip(present, queries, strict=True)
    ]
    turned = powers(1j * step * at(original), len(keys))  # (keys, pairs)
    asked = np.exp(1j * queries[:, None] * present)  # (r, pairs)
    cached = asked.view(float) @ turned.view(float).T / pairs  # real part of xy*
    return StaleScores(keys, texts, np.array(backwards)[:, ::-1] / pairs, cached)

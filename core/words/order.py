"""Does self-attention notice the order of words? One untrained head reads the same words in two orders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.inputs.parameter import D_MODEL, check_whole
from core.schemes.sinusoidal import sinusoidal
from core.words.head import Head, random_head, self_attention

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

FIRST = ("the", "cat", "sat", "on", "the", "mat")
SECOND = ("the", "mat", "sat", "on", "the", "cat")
ROUNDING = 1e-12
"""Below it a difference between outputs is the rounding of one sum taken in two orders."""


@dataclass(frozen=True)
class Outputs:
    """What the head gives each word of the first sentence, in both sentences.

    Parameters
    ----------
    first, second : ndarray of shape (n, head_dim)
        Dimensionless; row i of both belongs to the same word.
    """

    first: NDArray[np.float64]
    second: NDArray[np.float64]

    @property
    def differences(self) -> NDArray[np.float64]:
        """Largest absolute difference of each word's outputs, shape (n,)."""
        differences: NDArray[np.float64] = np.abs(self.first - self.second).max(axis=1)
        return differences


@dataclass(frozen=True)
class Comparison:
    """The experiment on two sentences of the same words.

    Parameters
    ----------
    partners : ndarray of int, shape (n,)
        Position in the second sentence of each word of the first, tokens.
    unplaced, placed : Outputs
        Without and with the encoding added to the embeddings.
    """

    partners: NDArray[np.intp]
    unplaced: Outputs
    placed: Outputs

    def typical_size(self, share: float) -> float:
        """Size that this share of all outputs stays below, for the ends of a colour scale."""
        outputs = [values for both in (self.unplaced, self.placed) for values in (both.first, both.second)]
        return float(np.quantile(np.abs(outputs), share))


def partners(first: Sequence[str], second: Sequence[str]) -> NDArray[np.intp]:
    """Where each word of the first sentence stands in the second; the n-th "the" goes with the n-th.

    Parameters
    ----------
    first, second : sequence of str
        The same words.

    Returns
    -------
    positions : ndarray of int, shape (n,)
        Tokens, so that second[positions[i]] == first[i].

    Raises
    ------
    ValueError
        If the words differ.

    Examples
    --------
    >>> partners(["the", "cat", "sat"], ["sat", "the", "cat"])
    array([1, 2, 0])
    """
    if not first or sorted(first) != sorted(second):
        raise ValueError(f"second must be the words of first in any order, got {' '.join(second)!r:.80}")
    positions = np.empty(len(first), np.intp)
    positions[np.argsort(np.array(first), kind="stable")] = np.argsort(np.array(second), kind="stable")
    return positions


def compare_orders(
    d_model: int,
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
    first: Sequence[str] = FIRST,
    second: Sequence[str] = SECOND,
    head_dim: int = 16,
    seed: int = 8,
) -> Comparison:
    """Self-attention on two orders of the same words, without and with their positions.

    A word's embedding is normal with variance 1 and the same wherever it stands; the head is
    untrained. The default seed is one whose differences are easy to see.

    Parameters
    ----------
    d_model : int
        Features, at least 1.
    base, scale : float
        Of the encoding, as in `core.schemes.sinusoidal.sinusoidal`.
    first, second : sequence of str
        The same words, in any order.
    head_dim : int
        Outputs for each word.
    seed : int
        Of embeddings and head, at least 0.

    Returns
    -------
    comparison : Comparison

    Raises
    ------
    ValueError
        If an argument is not valid.
    """
    where = partners(first, second)
    rng = np.random.default_rng(check_whole(seed, "seed", least=0))
    vocabulary = list(dict.fromkeys(first))
    vectors = rng.standard_normal((len(vocabulary), D_MODEL.check(d_model)))
    head = random_head(d_model, check_whole(head_dim, "head_dim"), rng)
    words = vectors[[vocabulary.index(word) for word in first]]  # (n, d_model)
    encoding = sinusoidal(len(first), d_model, base=base, scale=scale)  # (n, d_model)
    return Comparison(where, _outputs(words, 0 * encoding, where, head), _outputs(words, encoding, where, head))


def _outputs(
    words: NDArray[np.float64], encoding: NDArray[np.float64], where: NDArray[np.intp], head: Head
) -> Outputs:
    """Outputs of each word at its own place in the first and in the second sentence."""
    reordered = words[np.argsort(where)]
    return Outputs(self_attention(words + encoding, head), self_attention(reordered + encoding, head)[where])

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

FIRST_SENTENCE = ("the", "cat", "sat", "on", "the", "mat")
SECOND_SENTENCE = ("the", "mat", "sat", "on", "the", "cat")
ROUNDING = 1e-12
"""Differences between outputs below this are rounding: the same terms summed in another order."""


@dataclass(frozen=True)
class Outputs:
    """Outputs of the head for each word of the first sentence, in both sentences.

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
class TwoOrders:
    """Outputs for two orders of the same words.

    Parameters
    ----------
    partners : ndarray of int, shape (n,)
        Position in the second sentence of each word of the first, tokens.
    without_position, with_position : Outputs
        Without and with the encoding added to the embeddings.
    """

    partners: NDArray[np.intp]
    without_position: Outputs
    with_position: Outputs

    def typical_size(self, share: float) -> float:
        """Quantile of the absolute outputs, for the ends of a colour scale."""
        outputs = [
            values for both in (self.without_position, self.with_position) for values in (both.first, both.second)
        ]
        return float(np.quantile(np.abs(outputs), share))


@dataclass(frozen=True)
class MovedWord:
    """The output of a word that position changes most between two orders.

    Parameters
    ----------
    before, after : int
        Positions of the word, tokens.
    output : int
        Which output, from 1.
    without_position : float
        Its value in both sentences without position, dimensionless.
    first, second : float
        Its values with position.
    """

    before: int
    after: int
    output: int
    without_position: float
    first: float
    second: float


def moved_word(found: TwoOrders, place: int) -> MovedWord:
    """The word at a position of the first sentence, by its output that position changes most."""
    first, second = found.with_position.first[place], found.with_position.second[place]
    cell = int(np.argmax(np.abs(first - second)))
    same = float(found.without_position.first[place, cell])
    return MovedWord(place, int(found.partners[place]), cell + 1, same, float(first[cell]), float(second[cell]))


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
    first: Sequence[str] = FIRST_SENTENCE,
    second: Sequence[str] = SECOND_SENTENCE,
    head_dim: int = 16,
    seed: int = 8,
) -> TwoOrders:
    """Self-attention on two orders of the same words, without and with their positions.

    A word's embedding is normal with variance 1 and does not depend on its position; the head is
    untrained. The default seed was chosen because its differences are easy to see.

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
    outputs : TwoOrders

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
    return TwoOrders(where, _outputs(words, 0 * encoding, where, head), _outputs(words, encoding, where, head))


def _outputs(
    words: NDArray[np.float64], encoding: NDArray[np.float64], where: NDArray[np.intp], head: Head
) -> Outputs:
    """Outputs of each word at its position in the first and in the second sentence."""
    reordered = words[np.argsort(where)]
    return Outputs(self_attention(words + encoding, head), self_attention(reordered + encoding, head)[where])

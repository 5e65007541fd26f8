"""Does self-attention notice the order of words? One untrained head reads the same words in two orders."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import checked
from core.inputs.parameter import whole
from core.schemes.sinusoidal import sinusoidal
from core.words.transformer import Head, random_head, self_attention

FIRST_SENTENCE = ("the", "cat", "sat", "on", "the", "mat")
SECOND_SENTENCE = ("the", "mat", "sat", "on", "the", "cat")
HEAD_DIM, SEED = 16, 8  # of the untrained head; the seed was chosen because its differences are easy to see
ROUNDING = 1e-12
"""Differences between outputs below this are rounding: the same terms summed in another order."""


@dataclass(frozen=True)
class Outputs:
    """Outputs of the head for each word of the first sentence, in both sentences."""

    first: NDArray[np.float64]  # (n, head_dim) row i of both belongs to the same word
    second: NDArray[np.float64]  # (n, head_dim)

    @property
    def differences(self) -> NDArray[np.float64]:
        """Largest absolute difference of each word's outputs, shape (n,)."""
        return np.abs(self.first - self.second).max(axis=1)


@dataclass(frozen=True)
class TwoOrders:
    """Outputs for two orders of the same words."""

    partners: NDArray[np.intp]  # (n,) position in the second sentence of each word of the first, tokens
    without_position: Outputs  # of the embeddings alone
    with_position: Outputs  # of embeddings plus encoding

    def typical_size(self, share: float) -> float:
        """Quantile of the absolute outputs, for the ends of a colour scale."""
        outputs = [
            values for both in (self.without_position, self.with_position) for values in (both.first, both.second)
        ]
        return float(np.quantile(np.abs(outputs), share))


@dataclass(frozen=True)
class EveryOrder:
    """Every order of the words of one sentence against the sentence as it stands."""

    # (m, n) which word stands at each position; each different reading once, equal words in the sentence's order
    orders: NDArray[np.intp]
    # (m, n) largest difference of each word's outputs from those in the sentence, by its place there
    without_position: NDArray[np.float64]
    with_position: NDArray[np.float64]  # (m, n) the same


def partners(
    first: Sequence[str],  # the same words
    second: Sequence[str],  # the same words
) -> NDArray[np.intp]:  # (n,) tokens, so that second[positions[i]] == first[i]
    """Where each word of the first sentence stands in the second; the n-th "the" goes with the n-th.

    >>> partners(["the", "cat", "sat"], ["sat", "the", "cat"])
    array([1, 2, 0])
    """
    if not first or sorted(first) != sorted(second):
        raise ValueError(f"second must be the words of first in any order, got {' '.join(second)!r:.80}")
    positions = np.empty(len(first), np.intp)
    positions[np.argsort(np.array(first), kind="stable")] = np.argsort(np.array(second), kind="stable")
    return positions


@checked(whole("head_dim"))
def compare_orders(
    d_model: int,
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
    first: Sequence[str] = FIRST_SENTENCE,  # the same words, in any order
    second: Sequence[str] = SECOND_SENTENCE,  # the same words, in any order
    causal: bool = False,  # whether a word sees only itself and the words before it
    head_dim: int = HEAD_DIM,  # outputs for each word
    seed: int = SEED,
) -> TwoOrders:
    """Self-attention on two orders of the same words, without and with their positions.

    A word's embedding is normal with variance 1 and does not depend on its position; the head is untrained.
    """
    where = partners(first, second)
    words, head = _words_and_head(first, d_model, head_dim, seed)
    encoding = sinusoidal(len(first), d_model, base=base, scale=scale)  # (n, d_model)
    pair = (_outputs(words, vectors, where, head, causal=causal) for vectors in (0 * encoding, encoding))
    return TwoOrders(where, *pair)


@cache  # takes 24 ms, as long as all else that Home does in a run
@checked()
def every_order(
    d_model: int,
    *,
    causal: bool = False,  # whether a word sees only itself and the words before it
) -> EveryOrder:  # sorted; the first is the sentence itself; the arrays are read-only
    """Differences of all orders of the first sentence's words, as `compare_orders` gives them for one."""
    words, head = _words_and_head(FIRST_SENTENCE, d_model, HEAD_DIM, SEED)
    orders = different_orders()  # (m, n)
    encoding = sinusoidal(len(words), d_model)  # (n, d_model)
    pair = (_all_differences(words, vectors, orders, head, causal=causal) for vectors in (0 * encoding, encoding))
    every = EveryOrder(orders, *pair)
    for array in vars(every).values():
        array.setflags(write=False)
    return every


def different_orders() -> NDArray[np.intp]:  # (m, n) sorted; the first is the sentence itself
    """Which word of the first sentence stands at each position, for each different reading of its words once."""
    places = range(len(FIRST_SENTENCE))
    return np.array([order for order in permutations(places) if _reads_anew(order)])


def _outputs(
    words: NDArray[np.float64], encoding: NDArray[np.float64], where: NDArray[np.intp], head: Head, *, causal: bool
) -> Outputs:
    """Outputs of each word at its position in the first and in the second sentence."""
    first, second = (
        self_attention(each + encoding, head, causal=causal) for each in (words, words[np.argsort(where)])
    )
    return Outputs(first, second[where])


def _words_and_head(
    sentence: Sequence[str], d_model: int, head_dim: int, seed: int
) -> tuple[NDArray[np.float64], Head]:
    """Embedding of each word of a sentence, shape (n, d_model), and an untrained head."""
    rng = np.random.default_rng(seed)
    vocabulary = list(dict.fromkeys(sentence))
    vectors = rng.standard_normal((len(vocabulary), d_model))
    head = random_head(d_model, head_dim, rng)
    return vectors[[vocabulary.index(word) for word in sentence]], head


def _reads_anew(order: Sequence[int]) -> bool:
    """Whether equal words come in the order of the first sentence; any other order of them reads the same."""
    words = [FIRST_SENTENCE[place] for place in order]
    return list(np.argsort(partners(FIRST_SENTENCE, words))) == list(order)


def _all_differences(
    words: NDArray[np.float64], encoding: NDArray[np.float64], orders: NDArray[np.intp], head: Head, *, causal: bool
) -> NDArray[np.float64]:
    """Difference of each word's outputs in each order from those in the sentence, shape (m, n)."""
    inputs = words[orders] + encoding  # (m, n, d_model)
    outputs = self_attention(inputs, head, causal=causal)
    by_word = np.take_along_axis(outputs, np.argsort(orders, axis=1)[..., None], axis=1)
    return np.abs(by_word - by_word[0]).max(axis=-1)

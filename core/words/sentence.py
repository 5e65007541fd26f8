"""What a transformer reads of a sentence: embedding, encoding and their sum, and one attention head on it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.inputs.checked import checked
from core.inputs.parameter import check_whole, whole
from core.schemes.sinusoidal import columns
from core.sinusoidal.dimensions import columns_at
from core.words.embedding import embed
from core.words.orders import Outputs, TwoOrders
from core.words.tokens import same_word
from core.words.transformer import Head, attend, random_head

_QueryKeyValue = NDArray[np.float64]  # (3, n, head_dim): queries, keys and values of n words

PIECE = 16  # words whose features are held at once, 2 MB at the largest d_model


@dataclass(frozen=True)
class ModelInputs:
    """The two summands of a transformer's input, one row a token."""

    embedding: NDArray[np.float64]  # (n, dimensions) dimensionless
    encoding: NDArray[np.float64]  # (n, dimensions) dimensionless

    @property
    def sum(self) -> NDArray[np.float64]:
        """Embedding plus encoding: the input of the first layer."""
        return self.embedding + self.encoding


def model_inputs(
    words: Sequence[str],
    d_model: int,
    *,
    positions: ArrayLike | None = None,  # (n,) tokens; None for 0 … n - 1
    base: float = 10_000.0,
    scale: float = 1.0,
    seed: int = 0,
    is_scaled: bool = True,
    dimensions: ArrayLike | None = None,  # indices, each from 0 to d_model - 1; None for all
) -> ModelInputs:
    """Embedding and encoding of every word of a sentence."""
    index = np.arange(d_model) if dimensions is None else np.asarray(dimensions, int)
    rows = embed(words, d_model, seed=seed, is_scaled=is_scaled)[:, index]
    places = len(words) if positions is None else positions
    return ModelInputs(rows, columns_at(places, index, columns(d_model, base=base), scale=scale))


@dataclass(frozen=True)
class Repetition:
    """The two rows of one word at two positions."""

    embedding_cosine: float  # between the two rows; NaN where one of them is zero
    encoding_cosine: float  # the same
    sum_cosine: float  # the same
    distance: float  # between the sums, dimensionless
    product: float  # dot product of the sums
    first_length: float  # of the sums
    second_length: float  # of the sums


def repetition(rows: ModelInputs) -> Repetition:  # of two tokens
    """Compare the two rows of a word that stands at two positions."""
    first, second = rows.sum
    return Repetition(
        cosine(*rows.embedding),
        cosine(*rows.encoding),
        cosine(first, second),
        float(np.linalg.norm(second - first)),
        float(first @ second),
        float(np.linalg.norm(first)),
        float(np.linalg.norm(second)),
    )


def cosine(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """Cosine of the angle between two vectors, from -1 to 1; NaN where one of them is zero.

    >>> cosine(np.array([1.0, 0.0]), np.array([0.0, 2.0]))
    0.0
    """
    sizes = np.sqrt((first @ first) * (second @ second))
    return float(np.clip(first @ second / sizes, -1, 1)) if sizes > 0 else float("nan")


def telling_swap(words: Sequence[str]) -> tuple[int, int] | None:  # tokens, ascending; None if all words are equal
    """Two positions whose words, when swapped, are likely to change the meaning.

    The first two different words between the same neighbours; otherwise the last two different names, which
    begin with a capital; otherwise the first word and the last word that differs from it.

    >>> telling_swap("the brown ball and the red ball".split())
    (1, 5)
    >>> telling_swap("yesterday Ann met Ben twice".split())
    (1, 3)
    """
    forms = [same_word(word) for word in words]
    between = ((i, j) for i, j in combinations(range(1, len(forms) - 1), 2) if forms[i] != forms[j])
    for i, j in between:
        if (forms[i - 1], forms[i + 1]) == (forms[j - 1], forms[j + 1]):
            return i, j
    names = [i for i, word in enumerate(words) if word[:1].isupper()]
    for i, j in combinations(reversed(names), 2):
        if forms[i] != forms[j]:
            return j, i
    different_places = [j for j, form in enumerate(forms) if form != forms[0]]
    return (0, different_places[-1]) if different_places else None


def _two_of_them(words: Sequence[str], first: int, second: int) -> None:
    for place, name in ((first, "first"), (second, "second")):
        check_whole(place, name, least=0, most=len(words) - 1)


@checked(whole("head_dim"), together=_two_of_them)
def swap_words(
    words: Sequence[str],
    first: int,  # position of a word to swap, tokens
    second: int,  # position of the other, tokens
    d_model: int,
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
    seed: int = 0,
    is_scaled: bool = True,
    head_dim: int = 16,  # outputs for each word
) -> TwoOrders:  # each word of the sentence is compared with itself
    """Self-attention on a sentence before and after swapping two words, without and with position."""
    pair = [first, second]
    where = np.arange(len(words))
    where[pair] = where[pair[::-1]]
    head = random_head(d_model, head_dim, np.random.default_rng(seed))

    def project(subset: Sequence[str], at: NDArray[np.intp]) -> tuple[_QueryKeyValue, _QueryKeyValue]:
        """Queries, keys and values of words without and with their positions."""
        rows = model_inputs(subset, d_model, positions=at, base=base, scale=scale, seed=seed, is_scaled=is_scaled)
        return _project(rows.embedding, head), _project(rows.sum, head)

    places = np.arange(len(words))
    pieces = [project(words[i : i + PIECE], places[i : i + PIECE]) for i in range(0, len(words), PIECE)]
    without, with_position = (np.concatenate(parts, axis=1) for parts in zip(*pieces, strict=True))
    after_swap = with_position.copy()
    if first != second:
        after_swap[:, pair] = project([words[place] for place in pair[::-1]], np.array(pair))[1]
    return TwoOrders(
        where,
        Outputs(attend(*without), attend(*without[:, where])[where]),
        Outputs(attend(*with_position), attend(*after_swap)[where]),
    )


def _project(inputs: NDArray[np.float64], head: Head) -> _QueryKeyValue:
    return np.stack([inputs @ weights for weights in (head.query, head.key, head.value)])

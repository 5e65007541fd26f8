"""A sentence on its way into a transformer: embedding, encoding, their sum, and one head that reads it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from core.inputs.arrays import as_positions
from core.inputs.parameter import check_whole
from core.schemes.sinusoidal import columns
from core.sinusoidal.dimensions import columns_at
from core.words.head import random_head, self_attention
from core.words.order import Comparison, Outputs
from core.words.tokens import embedding, same_word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True)
class Inputs:
    """What a transformer adds, one row a token.

    Parameters
    ----------
    embedding, encoding : ndarray of shape (n, dimensions)
        Dimensionless.
    """

    embedding: NDArray[np.float64]
    encoding: NDArray[np.float64]

    @property
    def sum(self) -> NDArray[np.float64]:
        """Embedding plus encoding: what the first layer reads."""
        return self.embedding + self.encoding


def inputs(
    words: Sequence[str],
    d_model: int,
    *,
    positions: ArrayLike | None = None,
    base: float = 10_000.0,
    scale: float = 1.0,
    seed: int = 0,
    scaled: bool = True,
    dimensions: int | None = None,
) -> Inputs:
    """Embedding and encoding of every word of a sentence.

    Parameters
    ----------
    words : sequence of str
    d_model : int
        Features, at least 1.
    positions : array_like of shape (n,), or None
        Tokens; None for 0 … n - 1.
    base, scale : float
        Of the encoding, as in `core.schemes.sinusoidal.sinusoidal`.
    seed, scaled, dimensions
        Of the embedding, as in `core.words.tokens.embedding`.

    Returns
    -------
    inputs : Inputs

    Raises
    ------
    ValueError
        If an argument is not valid.
    """
    rows = embedding(words, d_model, seed=seed, scaled=scaled, dimensions=dimensions)
    places = as_positions(len(words) if positions is None else positions)
    encoding = columns_at(places, np.arange(rows.shape[1]), columns(d_model, base=base), scale=scale)
    return Inputs(rows, encoding)


def cosine(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """Cosine of the angle between two vectors, from -1 to 1; NaN where one of them is zero.

    Examples
    --------
    >>> cosine(np.array([1.0, 0.0]), np.array([0.0, 2.0]))
    0.0
    """
    sizes = np.sqrt((first @ first) * (second @ second))
    return float(np.clip(first @ second / sizes, -1, 1)) if sizes > 0 else float("nan")


def telling_swap(words: Sequence[str]) -> tuple[int, int] | None:
    """Two positions whose words one would swap to say something else.

    The first two different words that stand between the same neighbours; where there are none, the
    first word and the last that differs from it.

    Parameters
    ----------
    words : sequence of str

    Returns
    -------
    positions : tuple of int, or None
        Tokens, ascending; None where no two words differ.

    Examples
    --------
    >>> telling_swap("the brown ball and the red ball".split())
    (1, 5)
    """
    forms = [same_word(word) for word in words]
    between = ((i, j) for i, j in combinations(range(1, len(forms) - 1), 2) if forms[i] != forms[j])
    for i, j in between:
        if (forms[i - 1], forms[i + 1]) == (forms[j - 1], forms[j + 1]):
            return i, j
    differing = [j for j, form in enumerate(forms) if form != forms[0]]
    return (0, differing[-1]) if differing else None


def swap(
    words: Sequence[str],
    first: int,
    second: int,
    d_model: int,
    *,
    base: float = 10_000.0,
    scale: float = 1.0,
    seed: int = 0,
    scaled: bool = True,
    head_dim: int = 16,
) -> Comparison:
    """Self-attention on a sentence and on the same with two words swapped, without and with position.

    Parameters
    ----------
    words : sequence of str
    first, second : int
        Positions of the words to swap, tokens.
    d_model, base, scale, seed, scaled
        As in `inputs`; the seed is also the untrained head's.
    head_dim : int
        Outputs for each word.

    Returns
    -------
    comparison : Comparison
        Each word of the sentence with itself, wherever it stands.

    Raises
    ------
    ValueError
        If an argument is not valid.
    """
    last = len(words) - 1
    pair = [check_whole(p, name, least=0, most=last) for p, name in ((first, "first"), (second, "second"))]
    where = np.arange(len(words))
    where[pair] = where[pair[::-1]]
    parts = inputs(words, d_model, base=base, scale=scale, seed=seed, scaled=scaled)
    head = random_head(d_model, check_whole(head_dim, "head_dim"), np.random.default_rng(seed))

    def read(encoding: NDArray[np.float64]) -> Outputs:
        swapped = parts.embedding[where] + encoding
        return Outputs(self_attention(parts.embedding + encoding, head), self_attention(swapped, head)[where])

    return Comparison(where, read(0 * parts.encoding), read(parts.encoding))

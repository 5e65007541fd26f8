"""Distances that count content instead of tokens: all of them are running sums or products.

RoPE counts 1 for each token between a query and a key; CoPE, FoX and stick-breaking count what each of these tokens
is worth.
"""

from functools import partial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.beyond_text.sizes import MAX_VALUES, Law, as_shape, dimensions
from core.inputs.checked import Reals, checked


def as_square(values: ArrayLike, name: str) -> NDArray[np.float64]:
    """Array (n, n); one (n,) stands for n equal rows. The error calls it `name`."""
    if dimensions(values) == 1:
        row = as_shape(values, name, None)
        check_pairs(len(row), name)
        return np.tile(row, (len(row), 1))
    array = as_shape(values, name, None, None)
    if array.shape[0] != array.shape[1]:
        raise ValueError(f"{name} must be square, got {array.shape}")
    return array


def check_pairs(tokens: int, name: str) -> None:
    """Refuse numbers of tokens whose square exceeds MAX_VALUES."""
    if tokens**2 > MAX_VALUES:
        raise ValueError(f"{name} must be for at most {int(MAX_VALUES**0.5):,} tokens, got {tokens:,}")


def _worth(gates: ArrayLike) -> NDArray[np.float64]:
    worth = as_square(gates, "gates")
    if worth.size and not (worth.min() >= 0 and worth.max() <= 1):
        raise ValueError(f"gates must be from 0 to 1, got {worth[(worth < 0) | (worth > 1)][0]}")
    return worth


SCORES = Law("logits", partial(as_square, name="logits"))


@checked(gates=_worth)
def counted_distances(
    gates: Reals,  # (n,) or (n, n) [query, token], worth of each token from 0 to 1; 1 counts tokens, plus 1
) -> NDArray[np.float64]:  # (n, n) [query, key]; 0 for keys after the query
    r"""Sum of what the tokens from a key up to the query are worth, :math:`p_{ij} = \sum_{l=j}^{i} g_{il}`.

    Source: Golovneva et al. 2024, section 3, equations 3 and 4, https://arxiv.org/abs/2405.18719
    """
    return np.cumsum(np.tril(gates)[:, ::-1], axis=1)[:, ::-1] * np.tri(len(gates))

"""The record of an encoding, which stands below its function in the same file."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.method import Method


class Family(StrEnum):
    """Where position enters; this fixes the signature and the result of the function.

    ADDITIVE
        ``f(positions, d_model, **parameters)`` → (n, d_model), added to the embeddings once.
    ROTARY
        ``f(vectors, positions, **parameters)`` → (n, dim), rotates queries and keys in every layer.
    BIAS
        ``f(query_positions, key_positions, heads, **parameters)`` → (heads, n, m), added to the scores.
    NONE
        ``f(positions, d_model)`` → (n, d_model) of zeros; only the mask tells order.
    """

    ADDITIVE = "additive"
    ROTARY = "rotary"
    BIAS = "bias"
    NONE = "none"

    @property
    def position(self) -> str:
        """What kind of position enters: "absolute", "relative" or "none"."""
        return {"additive": "absolute", "none": "none"}.get(self.value, "relative")


@dataclass(frozen=True)
class OffsetProduct:
    r"""Score of equal features k tokens apart, as the sum :math:`\sum_i w_i\,\mathrm{Re}\,e^{k z_i}`.

    Parameters
    ----------
    weights : ndarray of shape (n,)
        w, dimensionless.
    exponents : ndarray of shape (n,)
        z: imaginary parts in radians per token, real parts in growth per token.
    features : int
        How many features the score sums over.
    """

    weights: NDArray[np.float64]
    exponents: NDArray[np.complex128]
    features: int


@dataclass(frozen=True, kw_only=True)
class Scheme(Method):
    """An encoding: its function and facts about it.

    Parameters
    ----------
    name, year, source, function, parameters
        As in `Method`; the function has the signature of its family.
    family : Family
    relative : bool
        Whether the score of equal tokens depends only on their offset.
    learned : bool
        Whether it has trained parameters.
    acts : str
        Where it acts, in a few words.
    beyond : str
        What happens at positions past the trained length, in a few words.
    cost : str
        What it adds to a model, in a few words.
    keys : callable or None
        For ROTARY: the function for keys, if it differs from the one for queries.
    offset_product : callable or None
        For ADDITIVE without a table, and ROTARY: ``offset_product(d_model, **parameters)`` → `OffsetProduct`: the
        product of row 0 with row k, or of a query at 0 with a key at k, both 1 in every feature.
    table : callable or None
        For ADDITIVE: returns the trained table (positions, features), if there is one.
    groups : callable or None
        For BIAS whose offsets share numbers: ``groups(offsets, **parameters)`` → index of the number that each
        offset gets.
    substituted : callable or None
        Required for BIAS, which must be smooth past 2,048 tokens as the room integrates there:
        ``substituted(distance, query, heads, head, **parameters)`` → LaTeX of the bias that a head, counted from 1,
        gives the key `distance` tokens before the query, with numbers filled in, the distance among them.
    """

    family: Family
    relative: bool
    learned: bool
    acts: str
    beyond: str
    cost: str
    keys: Callable[..., Any] | None = None
    offset_product: Callable[..., OffsetProduct] | None = None
    table: Callable[[], Any] | None = None
    groups: Callable[..., Any] | None = None
    substituted: Callable[..., str] | None = None

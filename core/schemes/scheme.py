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
    r"""Score of equal features k tokens apart, as the sum :math:`\sum_i w_i\,\mathrm{Re}\,e^{k z_i}`."""

    weights: NDArray[np.float64]  # w, dimensionless
    exponents: NDArray[np.complex128]  # z: imaginary parts in radians per token, real parts in growth per token
    features: int  # how many features the score sums over


@dataclass(frozen=True, kw_only=True)
class Scheme(Method):
    """An encoding: its function and facts about it."""

    family: Family
    relative: bool  # whether the score of equal tokens depends only on their offset
    is_learned: bool  # whether it has trained parameters
    acts: str  # where it acts, in a few words
    beyond: str  # what happens at positions past the trained length, in a few words
    cost: str  # what it adds to a model, in a few words
    # for ROTARY: the function for keys, if it differs from the one for queries
    keys: Callable[..., Any] | None = None
    # for ADDITIVE without a table, and ROTARY: ``offset_product(d_model, **parameters)`` → `OffsetProduct`: the
    # product of row 0 with row k, or of a query at 0 with a key at k, both 1 in every feature
    offset_product: Callable[..., OffsetProduct] | None = None
    # for ADDITIVE: returns the trained table (positions, features), if there is one
    table: Callable[[], Any] | None = None
    # for BIAS whose offsets share numbers: ``groups(offsets, **parameters)`` → index of the number that each
    # offset gets
    groups: Callable[..., Any] | None = None
    # required for BIAS, which must be smooth past 2,048 tokens as the room integrates there:
    # ``bias_latex(distance, query, heads, head, **parameters)`` → LaTeX of the bias that a head, counted from 1,
    # gives the key `distance` tokens before the query, with numbers filled in, the distance among them
    bias_latex: Callable[..., str] | None = None

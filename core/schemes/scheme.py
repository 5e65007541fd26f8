"""What an encoding says of itself, declared once below its function."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from core.method import Method

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray


class Family(StrEnum):
    """Where position enters, which fixes the function's signature and its result.

    ADDITIVE
        ``f(positions, d_model, **parameters)`` → (n, d_model), added to the embeddings once.
    ROTARY
        ``f(vectors, positions, **parameters)`` → (n, dim), turns queries and keys in every layer.
    BIAS
        ``f(query_positions, key_positions, heads, **parameters)`` → (heads, n, m), added to the scores.
    NONE
        ``f(positions, d_model)`` → (n, d_model) of zeros: the mask alone tells order.
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
class Waves:
    r"""The product of equal features k tokens apart, :math:`\sum_i w_i\,\mathrm{Re}\,e^{k z_i}`.

    Parameters
    ----------
    weights : ndarray of shape (n,)
        w, dimensionless.
    exponents : ndarray of shape (n,)
        z: imaginary parts in radians per token, real parts in growth per token.
    features : int
        That take part.
    """

    weights: NDArray[np.float64]
    exponents: NDArray[np.complex128]
    features: int


@dataclass(frozen=True, kw_only=True)
class Scheme(Method):
    """An encoding: its function and its facts.

    Parameters
    ----------
    name, year, source, function, parameters
        As in `Method`; the function has the signature of the family.
    family : Family
    relative : bool
        Whether the score of equal tokens depends on the offset alone.
    learned : bool
        Whether it has trained numbers of its own.
    acts : str
        Where it acts, in a few words.
    beyond : str
        What happens at positions past the trained length, in a few words.
    cost : str
        What it adds to a model, in a few words.
    keys : callable or None
        For ROTARY: the function for keys where it is not the function for queries.
    waves : callable or None
        For ADDITIVE without a table, and ROTARY: ``waves(d_model, **parameters)`` → `Waves`. The product of row 0
        with row k, or of a query at 0 with a key at k that are 1 in every feature.
    table : callable or None
        For ADDITIVE: makes the trained table (positions, features), where there is one.
    groups : callable or None
        For BIAS: ``groups(offsets, **parameters)`` → which of the scheme's numbers each offset gets, where
        offsets share them.
    substituted : callable or None
        For BIAS: ``substituted(distance, query, heads, head, **parameters)`` → LaTeX of the bias that a head,
        counted from 1, gives the key `distance` tokens before the query, with its numbers.
    """

    family: Family
    relative: bool
    learned: bool
    acts: str
    beyond: str
    cost: str
    keys: Callable[..., Any] | None = None
    waves: Callable[..., Waves] | None = None
    table: Callable[[], Any] | None = None
    groups: Callable[..., Any] | None = None
    substituted: Callable[..., str] | None = None

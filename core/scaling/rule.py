"""What a context-extension rule says of itself, declared once below its function."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from core.inputs.arrays import as_real
from core.inputs.parameter import Parameter
from core.method import Declared

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

FACTOR = Parameter(
    name="factor",
    unit="1",
    meaning="How many times longer the context is to be than in training.",
    law="a finite number greater than 0",
    valid=lambda value: value > 0,
    stops=(1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64),
)
ORIGINAL = Parameter(
    name="original",
    unit="tokens",
    meaning="Context length in training.",
    law="a finite number of at least 2",
    valid=lambda value: value >= 2,
    stops=tuple(2**power for power in range(9, 21)),
)


@dataclass(frozen=True)
class Scaled:
    """What a rule makes of a model's frequencies.

    Parameters
    ----------
    inverse : ndarray of shape (n,)
        Radians per token.
    attention_factor : float
        Multiplies cosine and sine, and so queries and keys; scores grow by its square. Dimensionless.
    """

    inverse: NDArray[np.float64]
    attention_factor: float = 1.0


def kept_above(name: str, stops: tuple[int, ...]) -> Parameter:
    """How often a pair has to turn in the trained window to be kept."""
    return Parameter(
        name=name,
        unit="turns",
        meaning="Pairs with more turns in the trained window are kept.",
        law="a finite number greater than 0",
        valid=lambda value: value > 0,
        stops=stops,
    )


def divided_below(name: str, stops: tuple[int, ...]) -> Parameter:
    """How seldom a pair has to turn in the trained window to be divided by the whole factor."""
    return Parameter(
        name=name,
        unit="turns",
        meaning="Pairs with fewer turns in the trained window are divided by the whole factor.",
        law="a finite number greater than 0",
        valid=lambda value: value > 0,
        stops=stops,
    )


@dataclass(frozen=True, kw_only=True)
class Rule(Declared):
    """A rule: its function and its facts.

    The function is ``f(frequencies, **arguments)`` → frequencies, both of shape (n,) and in radians per token; its
    other arguments are among those of `apply`.

    Parameters
    ----------
    name, year, source, function, parameters
        As in `Declared`; parameters are those that belong to this rule alone.
    keys : tuple of str
        What a config calls it; the first is the one to write. Empty where configs cannot ask for it.
    slower : bool
        Whether no pair ever turns faster than unscaled for a factor of at least 1.
    attention : callable or None
        ``f(**arguments)`` → factor on cosine and sine; None where the rule leaves them alone.
    """

    keys: tuple[str, ...]
    slower: bool = True
    attention: Callable[..., float] | None = None

    def apply(self, frequencies: ArrayLike, **arguments: Any) -> Scaled:
        """Scale frequencies; arguments that this rule does not take are left aside.

        Parameters
        ----------
        frequencies : array_like of shape (n,)
            As trained, radians per token.
        **arguments
            "factor", "original" (tokens), "base", "sequence_length" (tokens or None), and any rule's own.

        Returns
        -------
        scaled : Scaled

        Raises
        ------
        ValueError
            If an argument is not valid.
        """
        inverse = self.function(frequencies, **_taken(self.function, arguments))
        return Scaled(inverse, self.attention_factor(**arguments))

    def attention_factor(self, **arguments: Any) -> float:
        """The factor on cosine and sine alone, of arguments as in `apply`; dimensionless."""
        return 1.0 if self.attention is None else float(self.attention(**_taken(self.attention, arguments)))


def as_frequencies(frequencies: ArrayLike) -> NDArray[np.float64]:
    """Frequencies as an array of shape (n,), refused unless they are finite and at least 0.

    Raises
    ------
    ValueError
        If they are not.
    """
    array = as_real(frequencies, "frequencies")
    if array.ndim != 1:
        raise ValueError(f"frequencies must be one-dimensional, got {array.ndim} dimensions")
    if (array < 0).any():
        raise ValueError(f"frequencies must be at least 0, got {array.min()}")
    return array


def _taken(function: Callable[..., Any], arguments: dict[str, Any]) -> dict[str, Any]:
    known = _known(function)
    return {name: value for name, value in arguments.items() if name in known}


@cache  # reading a signature takes longer than most rules
def _known(function: Callable[..., Any]) -> frozenset[str]:
    return frozenset(inspect.signature(function).parameters)

"""The record of a scaling rule: its function, what it promises, and its look on a figure."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.method import Method

NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Frequencies:
    """Frequencies after a rule."""

    inverse: NDArray[np.float64]  # radians per token
    # multiplies cosine and sine, and so queries and keys; scores grow by its square. Dimensionless.
    attention_factor: float = 1.0


@dataclass(frozen=True, kw_only=True)
class Rule(Method):
    """A scaling rule.

    Its function is ``f(frequencies, **arguments)`` → frequencies, both of shape (n,) and in radians per token. Of
    "factor", "original", "base", "dim" and "sequence_length" a rule gets those that its function names; further
    arguments are its own, such as `beta_fast`. At factor 1 and the trained length a rule changes nothing: figures
    compare it with the unscaled model, and a longer context starts from there.
    """

    # colour, "ink", "grey" or "rotary", and Plotly's dash of its curves; related rules share a colour
    look: tuple[str, str] = ("grey", "longdash")
    slower: bool = True  # whether no pair ever turns faster than unscaled for a factor of at least 1
    # ``f(**arguments)`` → factor on cosine and sine; None where the rule leaves them alone
    attention: Callable[..., float] | None = None
    # whether exponents span all features of a head, also where only a share of them turns
    whole_head: bool = False
    # ``f(pairs)`` → arguments for rules whose arguments are searched and follow from no formula
    example_arguments: Callable[[int], Mapping[str, Any]] | None = None

    @property
    def divides_by_factor(self) -> bool:
        """Whether the factor changes frequencies, and not the attention factor alone."""
        return "factor" in _arguments_of(self.function)

    @property
    def default_factor(self) -> float | None:
        """The factor where none is given; None where it follows from the lengths."""
        default = _arguments_of(self.function).get("factor", inspect.Parameter.empty)
        return None if default is inspect.Parameter.empty else float(default)

    def takes(self, name: str) -> bool:
        """Whether an argument of this name changes what the rule does."""
        return name in _arguments_of(self.function) or name in _arguments_of(self.attention)

    def sharpens(self, name: str) -> bool:
        """Whether an argument of this name changes the factor on cosine and sine."""
        return name in _arguments_of(self.attention)

    def apply(
        self,
        frequencies: ArrayLike,  # (n,) as trained, radians per token
        **arguments: Any,  # factor, original (tokens), base, sequence_length (tokens, None), those of any rule
    ) -> Frequencies:
        """Scale frequencies; arguments that the rule does not take are ignored."""
        inverse = self.function(frequencies, **_accepted_by(self.function, arguments))
        return Frequencies(inverse, self.attention_factor(**arguments))

    def attention_factor(self, **arguments: Any) -> float:
        """The factor on cosine and sine alone, of arguments as in `apply`; dimensionless."""
        return 1.0 if self.attention is None else float(self.attention(**_accepted_by(self.attention, arguments)))

    def examples(self, pairs: int) -> Mapping[str, Any]:
        """Values for arguments that follow from no formula, for a number of pairs; else nothing."""
        return NOTHING if self.example_arguments is None else self.example_arguments(pairs)


def _accepted_by(function: Callable[..., Any], arguments: dict[str, Any]) -> dict[str, Any]:
    accepted_names = _arguments_of(function)
    return {name: value for name, value in arguments.items() if name in accepted_names}


@cache  # reading a signature takes longer than most rules
def _arguments_of(function: Callable[..., Any] | None) -> Mapping[str, Any]:
    """Names of a function's arguments and their defaults."""
    if function is None:
        return NOTHING
    return {name: argument.default for name, argument in inspect.signature(function).parameters.items()}

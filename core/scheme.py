"""What an encoding says of itself, declared once below its function."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from core.parameter import Choice, Parameter


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
class Scheme:
    """An encoding: its function and its facts.

    Parameters
    ----------
    name : str
        The field's word for it, which is also its word in the address.
    family : Family
    year : int
        Of the first public paper.
    source : str
        Authors, section and link, in Markdown.
    function : callable
        Pure NumPy, with the signature of the family.
    parameters : tuple of Parameter or Choice
        Arguments of the function that a reader may set; the defaults stand in its signature.
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
    table : callable or None
        For ADDITIVE: makes the trained table (positions, features), where there is one.
    groups : callable or None
        For BIAS: ``groups(offsets, **parameters)`` → which of the scheme's numbers each offset gets, where
        offsets share them.
    substituted : callable or None
        For BIAS: ``substituted(distance, query, heads, head, **parameters)`` → LaTeX of the bias that a head,
        counted from 1, gives the key `distance` tokens before the query, with its numbers.

    Raises
    ------
    TypeError
        If a parameter is no argument of the function.
    """

    name: str
    family: Family
    year: int
    source: str
    function: Callable[..., Any]
    parameters: tuple[Parameter | Choice, ...]
    relative: bool
    learned: bool
    acts: str
    beyond: str
    cost: str
    keys: Callable[..., Any] | None = None
    table: Callable[[], Any] | None = None
    groups: Callable[..., Any] | None = None
    substituted: Callable[..., str] | None = None

    def __post_init__(self) -> None:
        arguments = inspect.signature(self.function).parameters
        for parameter in self.parameters:
            if parameter.name not in arguments:
                raise TypeError(
                    f"{self.name} declares {parameter.name!r}, but its function takes {', '.join(arguments)}"
                )

    @property
    def lesson(self) -> str:
        """The Markdown text beside the function, under the same stem."""
        return Path(inspect.getfile(self.function)).with_suffix(".md").read_text("utf-8")

    def default(self, parameter: Parameter | Choice) -> Any:
        """The default of a parameter, from the function's signature."""
        return inspect.signature(self.function).parameters[parameter.name].default

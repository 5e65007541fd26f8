"""What encodings and scaling rules have in common: a function, and the facts declared below it."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.parameter import Choice, Parameter


@dataclass(frozen=True, kw_only=True)
class Declared:
    """A function and its facts; its lesson stands beside it, under the same stem.

    Parameters
    ----------
    name : str
        The field's word for it, which is also its word in the address.
    year : int
        Of the first public text.
    source : str
        Authors, section and link, in Markdown.
    function : callable
        Pure NumPy.
    parameters : tuple of Parameter or Choice
        Arguments of the function that a reader may set; the defaults stand in its signature.

    Raises
    ------
    TypeError
        If a parameter is no argument of the function.
    """

    name: str
    year: int
    source: str
    function: Callable[..., Any]
    parameters: tuple[Parameter | Choice, ...] = ()

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

"""What encodings and scaling rules have in common: a function and a record of facts below it."""

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from core.inputs.parameter import Choice, Parameter
from core.inputs.sections import sections

_CITATION = re.compile(r"```\w*\n(.*)\n```", re.DOTALL)


@dataclass(frozen=True, kw_only=True)
class Method:
    """A function and its facts. A Markdown file of the same stem holds its explanation and its citation."""

    name: str  # the usual name, which is also its value in addresses
    year: int  # of the first publication
    source: str  # authors, section and link, in Markdown
    function: Callable[..., Any]  # pure NumPy
    # arguments of the function that a reader may set; their defaults are those of its signature
    parameters: tuple[Parameter | Choice, ...] = ()

    def __post_init__(self) -> None:
        arguments = inspect.signature(self.function).parameters
        for parameter in self.parameters:
            if parameter.name not in arguments:
                raise TypeError(
                    f"{self.name} declares {parameter.name!r}, but its function takes {', '.join(arguments)}"
                )

    @property
    def explanation(self) -> str:
        """Markdown for the reader, in sections; without the citation."""
        parts = sections(self._text()).items()
        return "\n\n".join(f"## {heading}\n{text}" for heading, text in parts if heading != "BibTeX")

    @property
    def citation(self) -> str:
        """BibTeX entries of its papers.

        Raises
        ------
        ValueError
            If the Markdown file has no section BibTeX.
        """
        match = _CITATION.fullmatch(sections(self._text()).get("BibTeX", ""))
        if match is None:
            raise ValueError(f"{self._path().name} must have a fenced section BibTeX, got none")
        return match[1].strip()

    def _path(self) -> Path:
        return Path(inspect.getfile(inspect.unwrap(self.function))).with_suffix(".md")

    def _text(self) -> str:
        return _read(self._path())

    def default(self, parameter: Parameter | Choice) -> Any:
        """The default of a parameter, from the function's signature."""
        return inspect.signature(self.function).parameters[parameter.name].default


@cache
def _read(path: Path) -> str:
    if not path.is_file():
        raise ValueError(f"{path.name} must stand beside its module, with lesson and BibTeX entry, got none")
    return path.read_text("utf-8")

"""A room's words: sections of its Markdown file, filled with values."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from numbers import Number
from pathlib import Path
from string import Formatter
from typing import Any

from core.inputs.sections import in_order, labels
from core.numeric.numerals import minus, superscript_power
from pages.shared.glossary import link_terms


def sections(text: str) -> dict[str, str]:
    """Text under each second-level heading of a Markdown file, by heading; under "Labels", that of each label.

    A list under "Labels: Comb" has the sections that go on from "Comb": its label `after` is "Comb: after".
    """
    named = (each for title, body in in_order(text) if title for each in _named_sections(title, body))
    return {name: link_terms(body) for name, body in named}


def _named_sections(title: str, body: str) -> list[tuple[str, str]]:
    """The section below a heading with its name, or each label of a list of labels."""
    kind, _, start = title.partition(": ")
    if kind != "Labels":
        return [(title, body)]
    return [(f"{start}: {label}" if start else label, words) for label, words in labels(body).items()]


class Words(Mapping[str, str]):
    """Sections of a Markdown file: `words["Title"]` as it stands, `words("Reading", position=3)` filled in."""

    def __init__(self, text: str) -> None:
        self._sections = sections(text)

    def __call__(
        self,
        heading: str,
        /,
        **facts: Any,  # values by name; those that the section does not use are left aside
    ) -> str:
        """A section with its fields filled.

        A field is written `{name}` or `{name:,.2f}`, as `str.format` takes it; braces that stay are doubled.
        Numbers get a true minus sign and, outside of formulas, raised powers of ten.
        """
        return (_FORMULA if "$$" in self[heading] else _PROSE).vformat(self[heading], (), facts)

    def __getitem__(self, heading: str) -> str:
        return self._sections[heading]

    def __iter__(self) -> Iterator[str]:
        return iter(self._sections)

    def __len__(self) -> int:
        return len(self._sections)

    def under(self, heading: str) -> dict[str, str]:
        """Sections that go on from a heading, "Reading: alt" from "Reading", by what follows the colon."""
        start = f"{heading}: "
        return {name.removeprefix(start): text for name, text in self.items() if name.startswith(start)}


@cache
def read(path: Path) -> Words:
    """The words of a Markdown file, read once."""
    return Words(path.read_text("utf-8"))


class _FieldFormatter(Formatter):
    """Fills fields; texts of numbers are written as `number` has them."""

    def __init__(self, number: Callable[[str], str]) -> None:
        self._number = number

    def format_field(self, value: Any, spec: str) -> Any:
        text = format(value, spec)
        return self._number(text) if isinstance(value, Number) else text


_PROSE, _FORMULA = _FieldFormatter(superscript_power), _FieldFormatter(minus)

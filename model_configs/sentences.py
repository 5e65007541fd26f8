"""Sentences of findings: templates that are filled with values, and with names of entries as a form has them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from core.inputs.sections import labels
from core.inputs.whole_text import whole_text
from model_configs.forms.names import RENAMED


class Name(str):
    """The name of an entry, as the form that was read calls it."""

    __slots__ = ()


@dataclass(frozen=True)
class Written:
    """An entry with its value, as the form that was read writes it."""

    name: str
    value: Any


@dataclass(frozen=True)
class Names(Formatter):
    """How a form calls entries, and writes an entry with its value.

    >>> Names().fill("Write {base}: {rope_theta} is {old}.", {"base": Written("rope_theta", 1e6), "old": 2e4})
    'Write "rope_theta": 1000000.0: rope_theta is 20,000.'
    >>> flags = Names({"rope_theta": "--rotary-base"}, " ")
    >>> flags.fill("Write {base}: {rope_theta} is {old}.", {"base": Written("rope_theta", 1e6), "old": 12.0})
    'Write --rotary-base 1000000.0: --rotary-base is 12.'
    """

    by_entry: Mapping[str, str] = field(default_factory=dict)  # name in a config.json → in this form
    sign: str = ""  # between such a name and its value

    def fill(self, template: str, fields: Mapping[str, Any]) -> str:
        """A template with its fields filled; a field that is the name of an entry needs no value."""
        return self.vformat(template, (), fields)

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """The value of a field, else the entry of this name."""
        if key in RENAMED:
            if key in kwargs:
                raise ValueError(f"the value of a field must not be called as an entry is, got {key!r}")
            return Name(key)
        return kwargs[str(key)]

    def format_field(self, value: Any, spec: str) -> str:
        """A value as text; several ones with commas, or what the template gives, between them."""
        match value:
            case Name():
                return whole_line(self.by_entry.get(value, value))
            case Written(name, inner):
                text, theirs = json.dumps(inner), self.by_entry.get(name)
                return f'"{name}": {text}' if theirs is None else theirs + self.sign + text.strip('"')
            case tuple():
                return (spec or ", ").join(self.format_field(each, "") for each in value)
            case str():
                return whole_line(value)
            case _:
                return format(value, spec) if spec else number(value)


def clause(label: str, **fields: Any) -> str:
    """A part of a message, from clauses.md."""
    return Names().fill(_clauses()[label], fields)


@cache
def _clauses() -> dict[str, str]:
    return labels(Path(__file__).with_name("clauses.md").read_text("utf-8").partition("\n\n")[2])


def number(value: float) -> str:
    """Format a number: whole ones in full, others to four digits.

    >>> number(131072.0), number(4 / 3)
    ('131,072', '1.333')
    """
    return f"{value:,.12g}" if value % 1 == 0 else f"{value:,.4g}"


def whole_line(text: str) -> str:  # untrusted
    """A text that stays on its line, since a message has a sentence a line."""
    return whole_text(text).replace("\n", "\N{REPLACEMENT CHARACTER}")

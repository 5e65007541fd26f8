"""Untrusted JSON objects, read entry by entry: each value is checked, and errors name the path of the entry."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.inputs.whole_text import whole_text

MISSING = object()  # as the value of an error: there is no such entry
LARGEST = 2**40  # bound of every count: larger than in any model, and exact in float64


class ConfigError(ValueError):
    """A value of a config that cannot be used.

    Parameters
    ----------
    key : str
        Path of the entry, such as "rope_scaling.factor".
    rule : str
        What is valid, in words that follow "must be".
    value : object
        What was found; `MISSING` where there is no such entry.
    line : int or None
        Line of the text, from 1, where it cannot be read as a whole.
    sentence : str
        What is wrong and what to do, without its last stop, where no single entry is at fault; else empty.
    """

    def __init__(self, key: str, rule: str, value: Any, *, line: int | None = None, sentence: str = "") -> None:
        actual = "but it is missing" if value is MISSING else f"got {as_text(value)}"
        super().__init__(sentence or f"{key} must be {rule}, {actual}")
        self.key, self.rule, self.value, self.line = key, rule, value, line


def as_text(value: Any) -> str:
    """A short text for a value of any size, for error messages."""
    if isinstance(value, Mapping | list | tuple):
        return f"{'an object' if isinstance(value, Mapping) else 'a list'} of {len(value)} entries"
    if isinstance(value, str):
        return json.dumps(whole_text(value if len(value) <= 60 else value[:60] + "…"), ensure_ascii=False)
    if isinstance(value, int) and abs(value) >= 10**30:
        return f"a number of some {value.bit_length() * 3 // 10} digits"
    return json.dumps(value) if value is None or isinstance(value, bool | int | float) else type(value).__name__


@dataclass(frozen=True)
class Entries:
    """One JSON object of a config.

    Each reading method takes alternative names and returns the value of the first one that is present, or None.
    All raise `ConfigError` for a value that is not valid.
    """

    values: Mapping[str, Any]  # untrusted
    path: str = ""  # path of the object in the whole config, ending with a dot; "" for the whole config

    def has(self, *names: str) -> bool:
        """Whether any of the names is present and not null."""
        return any(self.values.get(name) is not None for name in names)

    def key(self, *names: str) -> str:
        """Path of the first of the names that is present, else of the first name."""
        return self.path + next((name for name in names if self.has(name)), names[0])

    def absent(self, *names: str) -> Any:
        """How an error shows missing entries: null where one of them is null."""
        return None if any(name in self.values for name in names) else MISSING

    def whole(self, *names: str, least: int = 1, most: int = LARGEST) -> int | None:
        """A whole number within bounds."""
        number = self._first(names)
        law = f"a whole number from {least:,} to {most:,}"
        if number is None:
            return None
        if _is_number(number) and least <= number <= most and number == int(number):
            return int(number)
        raise ConfigError(self.key(*names), law, number)

    def number(
        self, *names: str, law: str = "a finite number", valid: Callable[[float], bool] = lambda number: True
    ) -> float | None:
        """A finite number for which `valid` is true; `law` says the same in words that follow "must be"."""
        number = self._first(names)
        if number is None:
            return None
        if _is_number(number) and valid(float(number)):
            return float(number)
        raise ConfigError(self.key(*names), law, number)

    def numbers(self, name: str, law: str, valid: Callable[[float], bool]) -> tuple[float, ...] | None:
        """A list of numbers, each as in `number`."""
        values = self._first([name])
        if values is None:
            return None
        if isinstance(values, list | tuple) and len(values) <= 2**16:
            if all(_is_number(value) and valid(float(value)) for value in values):
                return tuple(map(float, values))
            values = next(value for value in values if not _is_number(value) or not valid(float(value)))
        raise ConfigError(self.key(name), law, values)

    def flag(self, name: str) -> bool | None:
        """True or false."""
        value = self._first([name])
        if value is None or isinstance(value, bool):
            return value
        raise ConfigError(self.key(name), "true or false", value)

    def word(self, *names: str) -> str | None:
        """A text."""
        value = self._first(names)
        if value is None or isinstance(value, str):
            return value
        raise ConfigError(self.key(*names), "text", value)

    def words(self, name: str) -> tuple[str, ...] | None:
        """A list of texts."""
        values = self._first([name])
        if values is None:
            return None
        if isinstance(values, list | tuple) and all(isinstance(value, str) for value in values):
            return tuple(values)
        raise ConfigError(self.key(name), "a list of texts", values)

    def inner(self, name: str) -> Entries | None:
        """The object under a name."""
        value = self._first([name])
        if value is None:
            return None
        if not isinstance(value, Mapping):
            raise ConfigError(self.key(name), "an object", value)
        return Entries(value, f"{self.path}{name}.")

    def _first(self, names: Sequence[str]) -> Any:
        return next((self.values[name] for name in names if self.has(name)), None)


def _is_number(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) < 10**300 if isinstance(value, int) else math.isfinite(value)

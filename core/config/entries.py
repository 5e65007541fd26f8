"""A stranger's JSON: parsed within bounds, and read entry by entry with its laws."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

CHARACTERS = 2_000_000  # of a whole config; the longest known ones have some ten thousand
LARGEST = 2**40  # of any count: beyond all models, and exact in float64


class ConfigError(ValueError):
    """What a config says that cannot be used.

    Parameters
    ----------
    key : str
        Where, as a path such as "rope_scaling.factor".
    rule : str
        What is valid, in words that follow "must be".
    value : object
        What was found.
    """

    def __init__(self, key: str, rule: str, value: Any) -> None:
        super().__init__(f"{key} must be {rule}, got {shown(value)}")
        self.key, self.rule, self.value = key, rule, value


def shown(value: Any) -> str:
    """A value for a message, however large it is."""
    if isinstance(value, Mapping | list | tuple):
        return f"{'an object' if isinstance(value, Mapping) else 'a list'} of {len(value)} entries"
    if isinstance(value, str):
        return json.dumps(value if len(value) <= 60 else value[:60] + "…", ensure_ascii=False)
    if isinstance(value, int) and abs(value) >= 10**30:
        return f"a number of some {value.bit_length() * 3 // 10} digits"
    return json.dumps(value) if value is None or isinstance(value, bool | int | float) else type(value).__name__


@dataclass(frozen=True)
class Entries:
    """One object of a config.

    Parameters
    ----------
    values : mapping
        Untrusted.
    path : str
        Where it stands in the whole, with a dot at its end; "" for the whole.
    """

    values: Mapping[str, Any]
    path: str = ""

    def has(self, *names: str) -> bool:
        """Whether any of the names is there and not null."""
        return any(self.values.get(name) is not None for name in names)

    def key(self, *names: str) -> str:
        """Path of the first of the names that is there, or of the first."""
        return self.path + next((name for name in names if self.has(name)), names[0])

    def whole(self, *names: str, least: int = 1, most: int = LARGEST) -> int | None:
        """The first of the names that is there, as a whole number within bounds."""
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
        """The first of the names that is there, as a finite number that keeps a law."""
        number = self._first(names)
        if number is None:
            return None
        if _is_number(number) and valid(float(number)):
            return float(number)
        raise ConfigError(self.key(*names), law, number)

    def numbers(self, name: str, law: str, valid: Callable[[float], bool]) -> tuple[float, ...] | None:
        """A list of finite numbers that keep a law each."""
        values = self._first([name])
        if values is None:
            return None
        if isinstance(values, list | tuple) and len(values) <= 2**16:
            if all(_is_number(value) and valid(float(value)) for value in values):
                return tuple(map(float, values))
            values = next(value for value in values if not _is_number(value) or not valid(float(value)))
        raise ConfigError(self.key(name), law, values)

    def flag(self, name: str) -> bool | None:
        """True, false or None; anything else is refused."""
        value = self._first([name])
        if value is None or isinstance(value, bool):
            return value
        raise ConfigError(self.key(name), "true or false", value)

    def word(self, *names: str) -> str | None:
        """The first of the names that is there, as text."""
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


def parse(source: Any) -> dict[str, Any]:
    """A config as a dict of its own.

    Parameters
    ----------
    source : str or mapping
        JSON text, or what it stands for.

    Returns
    -------
    config : dict

    Raises
    ------
    ConfigError
        If it is no JSON object, too long or too deep, or holds a number that is not finite.
    """
    if isinstance(source, Mapping):
        return _parsed(_written(source))
    if not isinstance(source, str):
        raise ConfigError("config", "JSON text or a mapping", source)
    return _parsed(source)


def _parsed(text: str) -> dict[str, Any]:
    if len(text) > CHARACTERS:
        raise ConfigError("config", f"at most {CHARACTERS:,} characters", f"{len(text):,} characters")
    try:
        config = json.loads(text.removeprefix("\ufeff"), parse_constant=_no_number, parse_float=_finite)
    except json.JSONDecodeError as error:
        law = f"JSON, which it stops being at line {error.lineno}, column {error.colno} ({_reason(error)})"
        raise ConfigError("config", law, text[error.pos : error.pos + 20] or "the end of the text") from None
    except RecursionError:
        raise ConfigError("config", "nested less deeply", text) from None
    except ConfigError:
        raise
    except ValueError:  # an integer of thousands of digits
        raise ConfigError("config", "without numbers of thousands of digits", text) from None
    if not isinstance(config, dict):
        raise ConfigError("config", "a JSON object, { … }", config)
    if "\\u" in text and not _whole(config):
        raise ConfigError("config", "text of whole characters, not halves of surrogate pairs", config)
    return config


def _whole(config: dict[str, Any]) -> bool:
    """Whether every text in it can be written down."""
    try:
        json.dumps(config, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _written(source: Mapping[str, Any]) -> str:
    try:
        return json.dumps(source if isinstance(source, dict) else dict(source))
    except (TypeError, ValueError, RecursionError):
        raise ConfigError("config", "made of objects, lists, texts and numbers", source) from None


def _reason(error: json.JSONDecodeError) -> str:
    return error.msg[:1].lower() + error.msg[1:]


def _no_number(text: str) -> NoReturn:
    raise ConfigError("config", "made of finite numbers", text)


def _finite(text: str) -> float:
    return float(text) if math.isfinite(float(text)) else _no_number(text)


def _is_number(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) < 10**300 if isinstance(value, int) else math.isfinite(value)

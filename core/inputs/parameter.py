"""Parameters: unit, meaning, valid values (law) and the values that a slider offers (stops)."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from numbers import Real
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Parameter:
    """One argument of the core, declared once."""

    name: str  # the argument's name, which is also its name in the address
    unit: str  # what it counts, such as "tokens"
    meaning: str  # one sentence for the reader
    law: str  # what is valid, in words that follow "must be"
    valid: Callable[[float], bool]  # takes a finite number and returns whether it is valid
    stops: tuple[int, ...]  # what a slider offers, ascending, positive; the first and last bound addresses
    whole: bool = False  # whether only whole numbers are valid
    formerly: tuple[str, ...] = ()  # names that it had in addresses: links with these still work

    def check(self, value: Any) -> Any:
        """The value as a plain int (where it must be whole) or float, if it is valid.

        NumPy's small integers would overflow in the formulas, and `fractions.Fraction` would give object arrays.
        A ValueError names parameter, law and value.
        """
        kinds: Any = (int, np.integer) if self.whole else (Real, np.floating)
        usual = type(value) is (int if self.whole else float)  # without the slow question for an abstract class
        if not usual and (isinstance(value, bool) or not isinstance(value, kinds)):
            raise ValueError(f"{self.name} must be {self.law}, got {value!r}")
        number = _as_float(value)
        if not math.isfinite(number) or not self.valid(number):
            raise ValueError(f"{self.name} must be {self.law}, got {value if math.isfinite(number) else number}")
        return int(value) if self.whole else number

    def read(self, text: Any) -> float | None:  # text: untrusted; None where it is not a finite number
        """The number of an address's text, between the first and the last stop, and whole where it must be."""
        try:
            value = float(text)
        except (TypeError, ValueError, OverflowError):
            return None
        if not math.isfinite(value):
            return None
        in_range = min(max(value, self.stops[0]), self.stops[-1])
        return round(in_range) if self.whole or in_range == round(in_range) else in_range


def _as_float(number: Any) -> float:
    """Infinite for an int that is too large for a float."""
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def log_stops(last: int, mantissas: tuple[float, ...], radix: int, first: int = 1) -> tuple[int, ...]:
    """Whole numbers mantissa * radix**n from first to last: even steps on a logarithmic scale.

    >>> log_stops(20, (1, 2, 5), 10)
    (1, 2, 5, 10, 20)
    """
    powers = (radix**n for n in range(math.ceil(math.log(last, radix)) + 1))
    values = {mantissa * power for power in powers for mantissa in mantissas}
    return tuple(sorted(int(v) for v in values if v == int(v) and first <= v <= last))


QUARTER_OCTAVES = (1, 1.25, 1.5, 1.75)

D_MODEL = Parameter(
    name="d_model",
    unit="features",
    meaning="How many numbers describe one position: half of them sines, half cosines.",
    law="a whole number of at least 1",
    valid=lambda value: value >= 1,
    stops=tuple(sorted({*range(1, 17), *log_stops(16_384, QUARTER_OCTAVES, 2)})),
    whole=True,
)
DIM = replace(D_MODEL, name="dim")  # as rotary code calls it
LENGTH = Parameter(
    name="length",
    unit="tokens",
    meaning="Max length: how many positions the table has, from 0 to length − 1.",
    law="a whole number of at least 1",
    valid=lambda value: value >= 1,
    stops=tuple(sorted({*range(1, 17), *log_stops(1_048_576, QUARTER_OCTAVES, 2)})),
    whole=True,
)
BASE = Parameter(
    name="base",
    unit="1",
    meaning="About how many times longer the slowest wave is than the fastest; the more pairs, the closer.",
    law="a finite number greater than 1",
    valid=lambda value: value > 1,
    stops=log_stops(10_000_000, (1, 1.5, 2, 3, 4, 5, 7), 10, first=2),
)


def positive(name: str, unit: str, meaning: str, stops: tuple[int, ...]) -> Parameter:
    """The parameter of an argument that is any finite number greater than 0."""
    return Parameter(name, unit, meaning, "a finite number greater than 0", lambda value: value > 0, stops)


SCALE = positive(
    "scale",
    "1",
    "Position interpolation: position p is encoded as p / scale.",
    (*range(1, 9), *log_stops(64, QUARTER_OCTAVES, 2, first=10)),
)


def check_whole(value: Any, name: str, least: int = 1, most: int | None = None) -> int:
    """A whole number within bounds, for arguments that have no `Parameter`."""
    return int(whole(name, least, most).check(value))


@cache
def whole(name: str, least: int = 1, most: int | None = None) -> Parameter:
    """The law of an argument that is a whole number within bounds and offered by no slider."""
    law = f"a whole number of at least {least}" if most is None else f"a whole number from {least} to {most}"
    last = math.inf if most is None else most
    return replace(LENGTH, name=name, law=law, valid=lambda number: least <= number <= last)


@dataclass(frozen=True)
class Choice:
    """An argument that takes one of a few words."""

    name: str  # the argument's name, which is also its name in the address
    meaning: str  # one sentence for the reader
    options: tuple[str, ...]  # the words, the default first

    def check(self, value: Any) -> str:
        """The value, if it is one of the options; a ValueError lists them."""
        if value not in self.options:
            raise ValueError(f"{self.name} must be one of {', '.join(self.options)}, got {value!r}")
        return str(value)

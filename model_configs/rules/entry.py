"""The entries of a config that belong to one rule."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from model_configs.entries import Entries

RATIO_LAW = "a number from 0.000001 to 1,000,000,000"


@dataclass(frozen=True)
class Entry:
    """An entry that a config may hold for a rule."""

    name: str  # in the config, and of the argument of the rule's functions
    read: Callable[[Entries, str], Any]  # ``f(entries, name)`` → value, or None where the entry is missing
    # what the entry must be, in words that follow "must be", where a config without it is refused; else ""
    required_law: str = ""
    per_pair: bool = False  # whether it is a list with one number for each pair of features


def read_ratio(entries: Entries, name: str) -> float | None:
    """A positive number within the range that leaves frequencies finite."""
    return entries.number(name, law=RATIO_LAW, valid=_is_ratio)


def read_ratios(entries: Entries, name: str) -> tuple[float, ...] | None:
    """A list of such numbers."""
    return entries.numbers(name, RATIO_LAW, _is_ratio)


def read_attention(entries: Entries, name: str) -> float | None:
    """A number that attention is multiplied by, of any sign."""
    law = "a number from -1,000,000 to 1,000,000"
    return entries.number(name, law=law, valid=lambda number: abs(number) <= 1e6)


def read_flag(entries: Entries, name: str) -> bool | None:
    """True or false."""
    return entries.flag(name)


def _is_ratio(number: float) -> bool:
    return 1e-6 <= number <= 1e9

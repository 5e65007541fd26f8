"""The result of a measurement: tables and goals, kept as JSON and shown as Markdown."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from core.numeric.numerals import minus

Cell = str | float | None
"""Text or a number; None and nan if it was not measured."""


@dataclass(frozen=True)
class Goal:
    """A measured value with its upper or lower bound; nan if it was not measured."""

    what: str  # what was measured, without a full stop
    value: float  # in `unit`
    bound: float  # in `unit`
    unit: str = ""  # empty for counts and ratios
    least: bool = False  # whether `bound` is a lower bound

    @property
    def missed(self) -> bool:
        """Whether the value is beyond its bound; never true of nan."""
        return self.value < self.bound if self.least else self.value > self.bound

    @property
    def outcome(self) -> str:
        """Met, missed and by how much, or not measured."""
        if math.isnan(self.value):
            return "not measured"
        if not self.missed:
            return "met"
        by = abs(self.value - self.bound)
        share = f" ({100 * by / self.bound:,.0f} %)" if self.bound else ""
        return f"**missed** by {self._with_unit(by)}{share}"

    def cells(self) -> tuple[str, str, str, str]:
        """A row of a table: what, measured, goal, outcome."""
        sign = "≥" if self.least else "≤"
        return self.what, self._with_unit(self.value), f"{sign} {self._with_unit(self.bound)}", self.outcome

    def _with_unit(self, value: float) -> str:
        return f"{number(value)} {self.unit}".rstrip()


HEAD = ("what", "measured", "goal", "outcome")


@dataclass(frozen=True)
class Table:
    """Rows below a head."""

    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]

    def __str__(self) -> str:
        """Markdown; all columns except the first are aligned as numbers."""
        rows = [[cell if isinstance(cell, str) else number(cell) for cell in row] for row in self.rows]
        lines = [self.head, ["---"] + ["---:"] * (len(self.head) - 1), *rows]
        return "".join(f"| {' | '.join(line)} |\n" for line in lines)


@dataclass(frozen=True)
class Section:
    """One part of the measurements."""

    tables: Sequence[Table]
    goals: Sequence[Goal]
    note: str = ""  # a sentence above the tables

    def to_json(self) -> dict[str, Any]:
        """The same as JSON, numbers with four significant digits."""
        return _rounded(asdict(self))

    @classmethod
    def from_json(cls, part: Mapping[str, Any]) -> Section:
        """What `to_json` gave."""
        goals = [
            Goal(**goal | {"value": math.nan if goal["value"] is None else goal["value"]}) for goal in part["goals"]
        ]
        return cls([Table(**table) for table in part["tables"]], goals, part["note"])

    def __str__(self) -> str:
        """Markdown without a heading."""
        return "\n".join([*([f"{self.note}\n"] if self.note else []), *map(str, self.tables)])


def number(value: float | None) -> str:
    """About three significant digits; whole numbers in full; – for what was not measured."""
    if value is None or math.isnan(value):
        return "–"
    if math.isinf(value):
        return "never"
    if 0 < abs(value) < 1e-3:
        return minus(f"{value:.0e}")
    return minus(f"{value:,.{0 if value == int(value) or abs(value) >= 100 else 1 if abs(value) >= 10 else 2}f}")


def _rounded(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _rounded(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(each) for each in value]
    if isinstance(value, float):
        return None if math.isnan(value) else float(f"{value:.4g}")
    return value

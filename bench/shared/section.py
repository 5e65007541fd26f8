"""What a measurement tells: Markdown, and how its goals stand."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@dataclass(frozen=True)
class Goal:
    """A value that may not pass a bar; nan where it was not measured.

    Parameters
    ----------
    what : str
        One clause.
    value, bar : float
        In the unit.
    unit : str
        Empty for a count or a ratio.
    least : bool
        Whether the value must reach the bar, instead of staying below it.
    """

    what: str
    value: float
    bar: float
    unit: str = ""
    least: bool = False

    @property
    def missed(self) -> bool:
        """Whether the value is on the wrong side; one that was not measured is on none."""
        return self.value < self.bar if self.least else self.value > self.bar

    @property
    def outcome(self) -> str:
        """Met, or missed and by how much."""
        if math.isnan(self.value):
            return "not measured"
        if not self.missed:
            return "met"
        by = abs(self.value - self.bar)
        share = f" ({100 * by / self.bar:,.0f} %)" if self.bar else ""
        return f"**missed** by {self._with_unit(by)}{share}"

    def cells(self) -> tuple[str, str, str, str]:
        """A row of a table: what, measured, goal, outcome."""
        sign = "≥" if self.least else "≤"
        return self.what, self._with_unit(self.value), f"{sign} {self._with_unit(self.bar)}", self.outcome

    def _with_unit(self, value: float) -> str:
        return f"{number(value)} {self.unit}".rstrip()


HEAD = ("what", "measured", "goal", "outcome")


@dataclass(frozen=True)
class Section:
    """A part of the measurements: its name, its Markdown without a heading, its goals."""

    name: str
    text: str
    goals: tuple[Goal, ...]

    @property
    def missed(self) -> list[Goal]:
        """Goals that are measured and not met."""
        return [goal for goal in self.goals if goal.missed]


def number(value: float, digits: int | None = None) -> str:
    """To about three digits, whole numbers as they are; – for nan."""
    if math.isnan(value):
        return "–"
    if digits is None:
        digits = 0 if value == int(value) or abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    return f"{value:,.{digits}f}".replace("-", "−")


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """In Markdown; all columns but the first are numbers."""
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def show(section: Section, *, check: bool) -> None:
    """Print a section and its goals; with `check`, end with an error where one is missed."""
    print(section.text)
    print(table(HEAD, [goal.cells() for goal in section.goals]))
    if check:
        refuse(section.missed)


def refuse(missed: Sequence[Goal]) -> None:
    """End with an error if a goal is missed."""
    if missed:
        sys.exit("\n".join(["missed:", *(" · ".join(goal.cells()) for goal in missed)]))

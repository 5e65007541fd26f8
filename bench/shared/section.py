"""The result of a measurement: Markdown, and which goals are met."""

import math
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.numeric.numerals import minus


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
class Section:
    """One part of the measurements: name, Markdown without a heading, goals."""

    name: str
    text: str
    goals: tuple[Goal, ...]

    @property
    def missed(self) -> list[Goal]:
        """Goals that were measured and are not met."""
        return [goal for goal in self.goals if goal.missed]


def number(value: float, digits: int | None = None) -> str:
    """About three significant digits; whole numbers in full; – for nan."""
    if math.isnan(value):
        return "–"
    if digits is None:
        digits = 0 if value == int(value) or abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    return minus(f"{value:,.{digits}f}")


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; all columns except the first are aligned as numbers."""
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def show(section: Section, *, check: bool) -> None:
    """Print a section and its goals; with `check`, exit with an error if a goal is missed."""
    print(section.text)
    print(table(HEAD, [goal.cells() for goal in section.goals]))
    if check:
        refuse(section.missed)


def refuse(missed: Sequence[Goal]) -> None:
    """Exit with an error if there are missed goals."""
    if missed:
        sys.exit("\n".join(["missed:", *(" · ".join(goal.cells()) for goal in missed)]))

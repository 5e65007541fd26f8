"""What a run of a room has shown: every picture with its sentence and its data, and every table.

It is known while the run lasts and to that run alone; between runs nothing is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from components.kit.part import Part


@dataclass(frozen=True)
class Picture:
    """A mounted component that shows something.

    Parameters
    ----------
    key : str
        Of the widget.
    alt : str
        What it says, in a sentence.
    part : Part
        What draws it.
    data : bytes or mapping
        What that was given.
    """

    key: str
    alt: str
    part: Part
    data: bytes | Mapping[str, Any]


Table = Callable[[], Any]
"""Makes what `pandas.DataFrame` takes, when it is asked for."""


@dataclass(frozen=True)
class Shown:
    """Pictures and tables by key, in the order in which they were shown."""

    pictures: dict[str, Picture] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)

    def table_of(self, key: str) -> Table | None:
        """The table under the picture's key, else under one that goes on from it: "matrix_pixels" from "matrix"."""
        own = [name for name in self.tables if name == key or name.startswith(f"{key}_")]
        return self.tables[min(own, key=len)] if own else None


_RUN: ContextVar[Shown | None] = ContextVar("shown", default=None)


def begin() -> None:
    """Forget what was shown before."""
    _RUN.set(Shown())


def end() -> Shown:
    """What the run has shown; it is forgotten here."""
    shown = _RUN.get() or Shown()
    _RUN.set(None)
    return shown


def picture(shown: Picture) -> None:
    """Note a picture; outside a run nothing is noted."""
    if run := _RUN.get():
        run.pictures[shown.key] = shown


def table(make: Table, *, key: str) -> None:
    """Note a table, which is not made yet."""
    if run := _RUN.get():
        run.tables[key] = make

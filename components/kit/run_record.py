"""The pictures, tables and sliders that a room shows, recorded during its run for downloads and other pages.

Each run has its own record; nothing is kept between runs.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from components.kit.markup import Markup


@dataclass(frozen=True)
class Picture:
    """A mounted component that is a picture."""

    key: str  # of the widget
    alt: str  # description in one sentence
    markup: Markup
    data: bytes | Mapping[str, Any]  # as given to the component
    # sliders that it follows in the browser while they move; others it follows by runs of the server
    follows: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Slider:
    """A slider as it was shown."""

    name: str  # of the setting in the address
    label: str
    stops: tuple[str, ...]  # what it offers, as the address writes it
    texts: tuple[str, ...]  # what the address says, one for each thumb
    defaults: tuple[str, ...]  # what the address leaves out, likewise
    help: str = ""  # what the setting means, in a sentence or two
    unit: str = ""  # what its number counts; empty where the label says it
    # what may be typed: one of the "stops", or any "whole" or any "number" from the first to the last
    holds: str = "stops"
    allowed: str = ""  # the same in words, for a reader who typed something else


Table = Callable[[], Any]
"""Makes an argument for `pandas.DataFrame` when it is called."""


@dataclass(frozen=True)
class RunRecord:
    """Pictures, tables and sliders by key, in the order in which they were shown, and the code of each table."""

    pictures: dict[str, Picture] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    codes: dict[str, Any] = field(default_factory=dict)
    sliders: dict[str, Slider] = field(default_factory=dict)

    def table_of(self, key: str) -> str | None:
        """Key of a picture's table: the same, else the shortest that continues it.

        The picture "matrix" has the table "matrix_pixels" unless there is a table "matrix".
        """
        matching_keys = [name for name in self.tables if name == key or name.startswith(f"{key}_")]
        return min(matching_keys, key=len) if matching_keys else None


_RUN: ContextVar[RunRecord | None] = ContextVar("run_record", default=None)
_RECORD_LISTS: list[list[RunRecord]] = []


def begin() -> None:
    """Start with an empty record."""
    _RUN.set(RunRecord())


def end() -> RunRecord:
    """Return the record of the run and stop recording."""
    record = _RUN.get() or RunRecord()
    _RUN.set(None)
    for records in _RECORD_LISTS:
        records.append(record)
    return record


@contextmanager
def all_runs() -> Iterator[list[RunRecord]]:
    """Collect the records of all runs, of any thread; for pages that are made of what rooms have shown."""
    _RECORD_LISTS.append([])
    try:
        yield _RECORD_LISTS[-1]
    finally:
        _RECORD_LISTS.pop()


def picture(entry: Picture) -> None:
    """Record a picture; does nothing outside a run."""
    if run := _RUN.get():
        run.pictures[entry.key] = entry


def table(make: Table, *, key: str, code: Any) -> None:
    """Record a table, to be made later, with the code that makes the same; does nothing outside a run."""
    if run := _RUN.get():
        run.tables[key] = make
        run.codes[key] = code


def slider(entry: Slider) -> None:
    """Record a slider; does nothing outside a run."""
    if run := _RUN.get():
        run.sliders[entry.name] = entry

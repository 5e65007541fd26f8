"""Lessons: their words stand in `lessons/*.md`, a file each; here is how they are read and what is valid."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

if TYPE_CHECKING:
    from collections.abc import Mapping

CONTENTS = ("order", "clock", "dot-product", "words", "rope", "context")
"""File stems in the order in which they are taught."""

MOST_CONTROLS = 3
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")  # of a control, and of a setting

_FOLDER = Path(__file__).parents[2] / "lessons"
_HEAD = re.compile(r"(Room|Settings|Controls|Question): *(.*)")


@dataclass(frozen=True)
class Step:
    """One picture of a lesson and what is said about it.

    Parameters
    ----------
    title : str
    room : str
        File stem.
    settings : mapping of str to tuple of str
        What the room's address asks for.
    controls : tuple of str
        Names of those that are shown, in the address' words; one to three.
    question : str
        Name of a card; empty where nothing is asked.
    words : str
        Markdown.

    Raises
    ------
    ValueError
        If a name is none, or the number of controls is not valid; the message names title, rule and value.
    """

    title: str
    room: str
    settings: Mapping[str, tuple[str, ...]]
    controls: tuple[str, ...]
    question: str
    words: str

    def __post_init__(self) -> None:
        for name in (self.room, *self.settings, *self.controls):
            if not NAME.fullmatch(name):
                raise ValueError(f"a name in step {self.title!r} must be small letters, digits and _, got {name!r}")
        if not 1 <= len(self.controls) <= MOST_CONTROLS:
            raise ValueError(f"controls of step {self.title!r} must be 1 to 3, got {len(self.controls)}")


@dataclass(frozen=True)
class Lesson:
    """Steps in the order of teaching.

    Parameters
    ----------
    slug : str
        Its name in the address.
    title : str
    minutes : int
        That it takes.
    goal : str
        What one can do afterwards, Markdown.
    steps : tuple of Step
        At least two.
    """

    slug: str
    title: str
    minutes: int
    goal: str
    steps: tuple[Step, ...]


def read_lesson(slug: str, text: str) -> Lesson:
    """Read the text of a lesson.

    Parameters
    ----------
    slug : str
    text : str
        A title, "Minutes: n", the goal; then steps, each a second-level heading, the lines Room, Settings,
        Controls and perhaps Question, an empty line and words.

    Returns
    -------
    lesson : Lesson

    Raises
    ------
    ValueError
        If the text has another form; the message names lesson, rule and value.
    """
    head, *parts = re.split(r"^## +", text, flags=re.MULTILINE)
    found = re.fullmatch(r"# (.+)\nMinutes: (\d{1,2})\n\n(.+)", head.strip(), flags=re.DOTALL)
    if not found:
        raise ValueError(
            f"lesson {slug!r} must begin with a title, minutes, an empty line and its goal, got {head[:80]!r}"
        )
    if len(parts) < 2:
        raise ValueError(f"lesson {slug!r} must have at least 2 steps, got {len(parts)}")
    return Lesson(slug, found[1], int(found[2]), found[3].strip(), tuple(map(_read_step, parts)))


def _read_step(text: str) -> Step:
    top, _, words = text.partition("\n\n")
    title, *lines = top.splitlines()
    found = filter(None, (_HEAD.fullmatch(line.strip()) for line in lines))
    given = {line[1]: line[2] for line in found}
    if len(given) < len(lines) or not {"Room", "Settings", "Controls"} <= given.keys():
        raise ValueError(f"step {title!r} must have the lines Room, Settings and Controls, got {lines}")
    settings: dict[str, tuple[str, ...]] = {}
    for name, value in parse_qsl("&".join(given["Settings"].split()), keep_blank_values=True):
        settings[name] = (*settings.get(name, ()), value)
    controls = tuple(given["Controls"].replace(",", " ").split())
    question = given.get("Question", "")
    return Step(title.strip(), given["Room"], MappingProxyType(settings), controls, question, words.strip())


@cache
def lessons() -> Mapping[str, Lesson]:
    """All lessons by name, in the order of `CONTENTS`."""
    read = (read_lesson(slug, (_FOLDER / f"{slug}.md").read_text("utf-8")) for slug in CONTENTS)
    return MappingProxyType({lesson.slug: lesson for lesson in read})

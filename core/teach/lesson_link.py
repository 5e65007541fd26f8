"""What an address asks for beside a room's settings: a step of a lesson, or a teacher's own link to a room."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.teach.room_address import NAME

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.teach.lesson import Lesson, Step

TITLE, NOTE = 80, 1000  # characters at most
MOST_KEPT = 12  # controls

_STEP = re.compile(r"([a-z-]{1,40})\.(\d{1,2})")


@dataclass(frozen=True)
class LessonLink:
    """How a room is to be shown.

    Parameters
    ----------
    lesson : Lesson or None
        The lesson that the address names.
    number : int
        Of the lesson's step, from 1.
    controls : tuple of str or None
        Names of the controls that stay visible; None for all.
    title, note : str
        A teacher's own words, plain text.
    projector : bool
        Whether to use large type and show nothing around the room.
    ignored : tuple of str
        A sentence for each part of the address that could not be used.
    """

    lesson: Lesson | None = None
    number: int = 1
    controls: tuple[str, ...] | None = None
    title: str = ""
    note: str = ""
    projector: bool = False
    ignored: tuple[str, ...] = ()

    @property
    def step(self) -> Step | None:
        """The lesson's step."""
        return self.lesson.steps[self.number - 1] if self.lesson else None


def read_lesson_link(asked: Mapping[str, Sequence[str]], lessons: Mapping[str, Lesson]) -> LessonLink:
    """Read an address, whose values are not trusted.

    Parameters
    ----------
    asked : mapping of str to sequence of str
        Parameters of the address: "step" as lesson.number, or any of "keep" (repeated), "title" and "note"; and
        "projector", which is on if it is "true". A proxy that refuses an address replaces it by "ignored=address".
    lessons : mapping of str to Lesson

    Returns
    -------
    link : LessonLink
        With a step, the lesson says which controls are shown, and the link's own words are dropped.
    """
    projector = _last(asked, "projector").lower() == "true"
    if _last(asked, "ignored") == "address":
        return LessonLink(ignored=("the address, which was too long for a server on the way.",))
    if "step" in asked:
        return _read_step(_last(asked, "step"), lessons, projector)
    title, long_title = _text(asked, "title", TITLE)
    note, long_note = _text(asked, "note", NOTE)
    controls, unknown = _controls(asked)
    ignored = (*long_title, *long_note, *unknown)
    return LessonLink(None, 1, controls, " ".join(title.split()), note, projector, ignored)


def _read_step(text: str, lessons: Mapping[str, Lesson], projector: bool) -> LessonLink:
    found = _STEP.fullmatch(text)
    lesson = lessons.get(found[1]) if found else None
    if found is None or lesson is None:
        return LessonLink(projector=projector, ignored=(f"step={_short(text)} names no lesson.",))
    last = len(lesson.steps)
    number = min(max(int(found[2]), 1), last)
    ignored = () if number == int(found[2]) else (f"step={text}: the steps of this lesson are 1 to {last}.",)
    return LessonLink(lesson, number, lesson.steps[number - 1].controls, projector=projector, ignored=ignored)


def _controls(asked: Mapping[str, Sequence[str]]) -> tuple[tuple[str, ...] | None, tuple[str, ...]]:
    """Names of the controls to keep, None for all, and a sentence for each value that cannot be used."""
    if "keep" not in asked:
        return None, ()
    names = [name for name in dict.fromkeys(asked["keep"]) if name]
    valid = [name for name in names if NAME.fullmatch(name)]
    ignored = [f"keep={_short(name)} names no control." for name in names if name not in valid]
    if len(valid) > MOST_KEPT:
        ignored.append(f"keep: of {len(valid)} controls the first {MOST_KEPT} are kept.")
    return tuple(valid[:MOST_KEPT]), tuple(ignored[:3])


def _text(asked: Mapping[str, Sequence[str]], name: str, most: int) -> tuple[str, tuple[str, ...]]:
    """Text without control characters, cut to `most`, and a sentence if something was cut off."""
    given = re.sub(r"[^\S\n]|[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]", " ", _last(asked, name)).strip()
    if len(given) <= most:
        return given, ()
    return f"{given[:most]}…", (f"{name}: of {len(given):,} characters the first {most:,} are shown.",)


def _last(asked: Mapping[str, Sequence[str]], name: str) -> str:
    values = asked.get(name) or [""]
    return str(values[-1])


def _short(text: str) -> str:
    return f"“{text[:40]}…”" if len(text) > 40 else f"“{text}”"

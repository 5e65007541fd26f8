"""What an address asks for beside a room's settings: a step of a lesson, or a teacher's own link to a room."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.teach.lesson import NAME, Lesson, Step

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

TITLE, NOTE = 80, 1000  # characters at most
MOST_KEPT = 12

_STEP = re.compile(r"([a-z-]{1,40})\.(\d{1,2})")


@dataclass(frozen=True)
class Guide:
    """How a room is to be shown.

    Parameters
    ----------
    lesson : Lesson or None
        That is being taught.
    number : int
        Of its step, from 1.
    kept : tuple of str or None
        Names of the controls that are shown; None for all.
    title, note : str
        A teacher's own, plain text.
    projector : bool
        Large type, and nothing around the room.
    ignored : tuple of str
        Sentences on what the address asks for in vain.
    """

    lesson: Lesson | None = None
    number: int = 1
    kept: tuple[str, ...] | None = None
    title: str = ""
    note: str = ""
    projector: bool = False
    ignored: tuple[str, ...] = ()

    @property
    def step(self) -> Step | None:
        """The lesson's step."""
        return self.lesson.steps[self.number - 1] if self.lesson else None


def read_guide(asked: Mapping[str, Sequence[str]], lessons: Mapping[str, Lesson]) -> Guide:
    """Read an address; nothing in it is trusted.

    Parameters
    ----------
    asked : mapping of str to sequence of str
        Parameters of the address: "step" as lesson.number, or any of "keep", repeated, "title" and "note"; and
        "projector", which is on where it says true. A proxy that refused an address puts "ignored" in its place.
    lessons : mapping of str to Lesson

    Returns
    -------
    guide : Guide
        Where a step is asked for, the lesson says what is shown, and a link's own words are left out.
    """
    projector = _last(asked, "projector").lower() == "true"
    if _last(asked, "ignored") == "address":
        return Guide(ignored=("the address, which was too long for a server on the way.",))
    if "step" in asked:
        return _read_step(_last(asked, "step"), lessons, projector)
    title, ignored = _text(asked, "title", TITLE)
    note, more = _text(asked, "note", NOTE)
    kept, unknown = _kept(asked)
    return Guide(
        kept=kept, title=" ".join(title.split()), note=note, projector=projector,
        ignored=(*ignored, *more, *unknown),
    )  # fmt: skip


def _read_step(text: str, lessons: Mapping[str, Lesson], projector: bool) -> Guide:
    found = _STEP.fullmatch(text)
    lesson = lessons.get(found[1]) if found else None
    if found is None or lesson is None:
        return Guide(projector=projector, ignored=(f"step={_short(text)} names no lesson.",))
    last = len(lesson.steps)
    number = min(max(int(found[2]), 1), last)
    ignored = () if number == int(found[2]) else (f"step={text}: the steps of this lesson are 1 to {last}.",)
    return Guide(lesson, number, lesson.steps[number - 1].controls, projector=projector, ignored=ignored)


def _kept(asked: Mapping[str, Sequence[str]]) -> tuple[tuple[str, ...] | None, tuple[str, ...]]:
    if "keep" not in asked:
        return None, ()
    names = [name for name in dict.fromkeys(asked["keep"]) if name]
    valid = [name for name in names if NAME.fullmatch(name)]
    ignored = [f"keep={_short(name)} names no control." for name in names if name not in valid]
    if len(valid) > MOST_KEPT:
        ignored.append(f"keep: of {len(valid)} controls the first {MOST_KEPT} are kept.")
    return tuple(valid[:MOST_KEPT]), tuple(ignored[:3])


def _text(asked: Mapping[str, Sequence[str]], name: str, most: int) -> tuple[str, tuple[str, ...]]:
    """Text that can be shown, without control characters, and a word on what was cut off."""
    given = re.sub(r"[^\S\n]|[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]", " ", _last(asked, name)).strip()
    if len(given) <= most:
        return given, ()
    return f"{given[:most]}…", (f"{name}: of {len(given):,} characters the first {most:,} are shown.",)


def _last(asked: Mapping[str, Sequence[str]], name: str) -> str:
    values = asked.get(name) or [""]
    return str(values[-1])


def _short(text: str) -> str:
    return f"“{text[:40]}…”" if len(text) > 40 else f"“{text}”"

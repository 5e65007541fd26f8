"""Lessons: read from `lessons/*.md`, one lesson a file, and checked."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from urllib.parse import unquote_plus

from core.inputs.sections import sections
from core.teach.room_address import NAME, RoomAddress, room_address

CONTENTS = (
    "order",
    "clock",
    "dot-product",
    "words",
    "positions",
    "rope",
    "context",
    "longer",
    "patch",
    "four-trades",
)
"""File stems in the order in which they are taught."""

MOST_CONTROLS = 3

_FOLDER = Path(__file__).parents[2] / "lessons"
_STEP_LINE = re.compile(r"(Room|Settings|Controls|Question|Picture|Shows|Choose): *(.*)")
_LATER = "after the guess"
_SHOWS = {
    "the first picture": 1,
    "the second picture": 2,
    "the second picture first": -2,
    "the answer beside it": 3,
    "the answer first": 4,
}
_SUMMARY = "In short"


@dataclass(frozen=True)
class Alternatives:
    """A few values of one setting, to choose among by a touch."""

    name: str  # of the setting, as in the address
    names: Mapping[str, str]  # what a reader sees, by the value


@dataclass(frozen=True)
class Step:
    """One room of a lesson, and the text beside it."""

    title: str
    address: RoomAddress  # the room that the step opens, with its settings
    controls: tuple[str, ...]  # names of the controls that stay visible, as in the address; at most three
    question: str  # slug of a question card; empty if the step asks no question
    text: str  # what the picture shows, Markdown
    task: str  # what to try, Markdown
    why: str  # what trying shows, and why; Markdown, folded at first
    # whether the room is hidden until there is a guess, because its picture gives the answer away
    guess_first: bool = False
    # of a room with two pictures: 1 or 2, the one that is shown; -2, the second one first on a phone; 0, both;
    # 3 or 4: of a room with one picture, the answer's stands beside it or above it
    shows: int = 0
    choices: tuple[Alternatives, ...] = ()

    def __post_init__(self) -> None:
        for name in self.controls:
            if not NAME.fullmatch(name):
                raise ValueError(
                    f"a control of step {self.title!r} must be named in small letters, digits and _, got {name!r}"
                )
        if len(self.controls) > MOST_CONTROLS:
            raise ValueError(f"controls of step {self.title!r} must be at most 3, got {len(self.controls)}")


@dataclass(frozen=True)
class Lesson:
    """Steps in the order of teaching."""

    slug: str  # its name in the address
    title: str
    minutes: int  # duration
    goal: str  # what a learner can do afterwards, Markdown
    steps: tuple[Step, ...]  # at least two
    summary: str  # the whole in a few sentences, Markdown
    recall: str = ""  # slug of a card of an earlier lesson that is asked again at the end; empty for none

    @property
    def questions(self) -> tuple[str, ...]:
        """Slugs of the cards that the steps ask, in their order."""
        return tuple(step.question for step in self.steps if step.question)


def read_lesson(
    slug: str,
    # title, "Minutes: n", optionally "Recall: slug", goal; steps: "## heading"; Room, optionally Settings,
    # Controls, Question, "Picture: after the guess", Shows, and "Choose: setting: value=name | value=name" a
    # setting; text; "### Try", "### Why"; at the end "## In short"
    markdown: str,
) -> Lesson:
    """Read a lesson's Markdown."""
    steps = sections(markdown)
    head = steps.pop("", "")
    match = re.fullmatch(r"# (.+)\nMinutes: (\d{1,2})(?:\nRecall: (.+?))?\n\n(.+)", head, flags=re.DOTALL)
    if not match:
        raise ValueError(
            f"lesson {slug!r} must begin with a title, minutes, an empty line and its goal, got {head[:80]!r}"
        )
    if len(steps) < 3:
        raise ValueError(f"lesson {slug!r} must have at least 2 steps and then its summary, got {len(steps)}")
    last, summary = steps.popitem()
    if last != _SUMMARY:
        raise ValueError(f"lesson {slug!r} must end with the section {_SUMMARY!r}, got {last!r}")
    goal, recall = match[4].strip(), match[3] or ""
    read_steps = tuple(_read_step(title, body) for title, body in steps.items())
    return Lesson(slug, match[1], int(match[2]), goal, read_steps, summary, recall)


def _read_step(title: str, markdown: str) -> Step:
    head, _, text = markdown.partition("\n\n")
    lines = head.splitlines()
    matches = [match for line in lines if (match := _STEP_LINE.fullmatch(line.strip()))]
    fields = {line[1]: line[2] for line in matches}
    if len(matches) < len(lines) or "Room" not in fields:
        raise ValueError(f"step {title!r} must have a line Room, and may have Settings and Controls, got {lines}")
    address = room_address(fields["Room"], fields.get("Settings", ""))
    controls = tuple(fields.get("Controls", "").replace(",", " ").split())
    question, picture = fields.get("Question", ""), fields.get("Picture", _LATER)
    if picture != _LATER or ("Picture" in fields and not question):
        raise ValueError(
            f"Picture of step {title!r} must be {_LATER!r}, of a step with a question, got {picture!r}"
        )
    shows = fields.get("Shows", "")
    if shows and shows not in _SHOWS:
        raise ValueError(f"Shows of step {title!r} must be one of {', '.join(_SHOWS)}, got {shows!r}")
    choices = tuple(_read_alternatives(title, line[2]) for line in matches if line[1] == "Choose")
    parts = _read_parts(title, text)
    is_later, picture_shown = "Picture" in fields, _SHOWS.get(shows, 0)
    return Step(title, address, controls, question, *parts, is_later, picture_shown, choices)


def _read_alternatives(title: str, text: str) -> Alternatives:
    name, _, rest = text.partition(":")
    pairs = [each.strip().rpartition("=") for each in rest.split("|")]
    if not NAME.fullmatch(name) or len(pairs) < 2 or not all(value and label for value, _, label in pairs):
        raise ValueError(f"Choose of step {title!r} must be setting: value=name | value=name, got {text!r}")
    return Alternatives(name, MappingProxyType({unquote_plus(value): label for value, _, label in pairs}))


def _read_parts(title: str, text: str) -> tuple[str, str, str]:
    """Text, task and reason of a step."""
    parts = sections(text, 3)
    if [*parts] != ["", "Try", "Why"] or not all(parts.values()):
        raise ValueError(f"step {title!r} must have a text, then ### Try and ### Why, got {text.strip()[-80:]!r}")
    return parts[""], parts["Try"], parts["Why"]


@cache
def lessons() -> Mapping[str, Lesson]:
    """All lessons by slug, in the order of `CONTENTS`."""
    all_lessons = (read_lesson(slug, (_FOLDER / f"{slug}.md").read_text("utf-8")) for slug in CONTENTS)
    return MappingProxyType({lesson.slug: lesson for lesson in all_lessons})

"""The parameters of an address beside a room's settings: a step of a lesson, or of a teacher's own link."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.teach.lesson import Lesson, Step
from core.teach.own_step import FIELDS, OF_SEVERAL, OwnStep, last, read_own_step, read_own_words, short

MOST_STEPS = 12
MOVES = 5
"""Full screens of one drag that show the whole idea, before what one knows at their end."""
NAMES = (*FIELDS, *OF_SEVERAL, "projector", "unfolded", "question", "ignored", "move")
"""Parameters of every room's address that belong to a link."""

_STEP = re.compile(r"([a-z-]{1,40})\.(\d{1,2})")


@dataclass(frozen=True)
class LessonLink:
    """How a room is to be shown."""

    lesson: Lesson | None = None  # the lesson that the address names
    number: int = 1  # of the lesson's step, or of the teacher's, from 1
    teacher_step: OwnStep = field(default_factory=OwnStep)  # what a teacher's link says of this room
    # all steps of a teacher's link, each with its address; none if the link is to one room
    steps: tuple[OwnStep, ...] = ()
    projector: bool = False  # whether to use large type and show nothing around the room
    unfolded: bool = False  # whether the step's reasons, or the answer to the teacher's question, are shown
    question: str = ""  # slug of the question that the reader came from; empty if from none
    ignored: tuple[str, ...] = ()  # a sentence for each part of the address that could not be used
    move: int = 0  # number of one of the moves, from 1; one more for what one knows at their end; 0 for none

    @property
    def step(self) -> Step | None:
        """The lesson's step."""
        return self.lesson.steps[self.number - 1] if self.lesson else None

    @property
    def controls(self) -> tuple[str, ...] | None:
        """Names of the controls that stay visible; None for all."""
        return self.step.controls if self.step else self.teacher_step.controls

    @property
    def is_one_of_several(self) -> bool:
        """Whether the room is a step on a way through several, which has its own title."""
        return bool(self.lesson or self.steps)


def read_lesson_link(
    # "step" as lesson.number; or one teacher's step for `read_own_words`; or several as "go" (repeated) for
    # `read_own_step`, shown at "at"; "move"; "projector" and "unfolded", on if "true"; "ignored=address" where a
    # proxy refused the address
    query: Mapping[str, Sequence[str]],
    lessons: Mapping[str, Lesson],
    cards: Collection[str] = (),  # slugs of the questions that "question" may name
    # by file stem, the parameters that the address of a room may have, for "go"
    rooms: Mapping[str, Collection[str]] | None = None,
) -> LessonLink:  # with a step of a lesson, the link's own words are dropped; with several steps, those beside them
    """Read an address, which is untrusted."""
    projector, unfolded = (last(query, name).lower() == "true" for name in ("projector", "unfolded"))
    if last(query, "ignored") == "address":
        return LessonLink(ignored=("the address, which was too long for a server on the way.",))
    if last(query, "move") in map(str, range(1, MOVES + 2)):
        return LessonLink(projector=projector, move=int(last(query, "move")))
    if "step" in query:
        return replace(_read_step(last(query, "step"), lessons, projector), unfolded=unfolded)
    link = _several(query, rooms or {}) if "go" in query else LessonLink()
    if not link.steps:
        step, ignored = read_own_words(query)
        link = replace(link, teacher_step=step, ignored=(*link.ignored, *ignored))
    question = last(query, "question") if last(query, "question") in cards else ""
    return replace(link, projector=projector, unfolded=unfolded, question=question)


def _read_step(text: str, lessons: Mapping[str, Lesson], projector: bool) -> LessonLink:
    match = _STEP.fullmatch(text)
    lesson = lessons.get(match[1]) if match else None
    if match is None or lesson is None:
        return LessonLink(projector=projector, ignored=(f"step={short(text)} names no lesson.",))
    number = min(max(int(match[2]), 1), len(lesson.steps))
    ignored = () if number == int(match[2]) else (_beyond(f"step={text}", len(lesson.steps)),)
    return LessonLink(lesson, number, projector=projector, ignored=ignored)


def _several(query: Mapping[str, Sequence[str]], rooms: Mapping[str, Collection[str]]) -> LessonLink:
    """The steps that can be shown, and the one to show; of the others, only those that are left out are named."""
    texts = query["go"]
    step_results = [read_own_step(text, rooms) for text in texts[:MOST_STEPS]]
    steps = [(step, sentences) for step, sentences in step_results if step]
    ignored = [sentence for step, sentences in step_results if not step for sentence in sentences]
    if len(texts) > MOST_STEPS:
        ignored.append(f"go: of {len(texts)} steps the first {MOST_STEPS} are shown.")
    if not steps:
        return LessonLink(ignored=tuple(ignored))
    at = last(query, "at") or "1"
    requested_number = int(at) if re.fullmatch(r"[0-9]{1,2}", at) else 0
    number = min(max(requested_number, 1), len(steps))
    if number != requested_number:
        ignored.append(_beyond(f"at={short(at)}", len(steps)))
    current, sentences = steps[number - 1]
    return LessonLink(None, number, current, tuple(step for step, _ in steps), ignored=(*ignored, *sentences))


def _beyond(place: str, most: int) -> str:
    return f"{place}: the steps of this lesson are 1 to {most}."

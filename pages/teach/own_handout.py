"""A teacher's own lesson on paper: a sheet to write on and, where it asks questions, a sheet of answers."""

from collections.abc import Sequence
from html import escape

from core.teach.own_step import OwnStep
from pages.shared.words import Words, read
from pages.teach.handout import answer_page, choices, head, page, show, to_write
from pages.teach.lesson_way import WORDS, own_title

_ROOMY = 7  # steps on two pages with two lines for each answer; where there are more, a step has one line in all


def own_handout(steps: Sequence[OwnStep], words: Words) -> None:
    """Draw the sheets as they are printed."""
    sheets = {"Sheet": own_sheet(steps, words)}
    if any(step.asks for step in steps):
        sheets["Answers"] = own_answers(steps, words)
    show(_title(), sheets, words, name="lesson")


def own_sheet(steps: Sequence[OwnStep], words: Words) -> str:
    """The sheet of a student: a teacher's words as plain text, with room to write; a page of HTML."""
    lines = 2 if len(steps) <= _ROOMY else 1
    sections = "".join(_step(number, step, words, lines) for number, step in enumerate(steps, 1))
    return page(_title(), head(_title(), words) + sections)


def own_answers(steps: Sequence[OwnStep], words: Words) -> str:
    """The questions with the right choices ticked; a page of HTML."""
    asking_steps = [(number, step) for number, step in enumerate(steps, 1) if step.asks]
    sections = (_section(number, step, _question(step, is_ticked=True)) for number, step in asking_steps)
    return answer_page(_title(), "".join(sections), words)


def _title() -> str:
    return read(WORDS)["Own"]


def _section(number: int, step: OwnStep, body: str) -> str:
    return f"<section><h2>{number}. {escape(own_title(step))}</h2>{body}</section>"


def _step(number: int, step: OwnStep, words: Words, lines: int) -> str:
    body = "".join(f"<p>{escape(line)}</p>" for line in step.note.splitlines() if line)
    if step.asks:
        body += _question(step, to_write(words["Handout: because"], lines=lines))
    if lines > 1 or not step.asks:
        body += to_write(words["Handout: seen"], lines=lines)
    return _section(number, step, body)


def _question(step: OwnStep, why: str = "", *, is_ticked: bool = False) -> str:
    assert step.asks is not None
    right = step.asks.options[int(step.asks.truth or 0)] if is_ticked else None
    question = f"<p><b>{escape(step.asks.text)}</b></p>{choices(step.asks.options, right=right)}"
    return f'<div class="ask wide">{question}{why}</div>'

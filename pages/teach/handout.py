"""A lesson on paper: a sheet to write on, two A4 pages a student, and a sheet of answers."""

from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import Literal

import streamlit as st

from components.controls import room_links, save_page
from core.teach.lesson import Lesson, Step
from core.teach.questions import CARDS
from core.teach.questions.card import Card, Claim, Shape
from figures.teach.paper import LETTERS, choices_svg, evidence_svg
from pages.shared import contents
from pages.shared.plain_markdown import paragraphs, spans
from pages.shared.style import style_of
from pages.shared.words import Words
from pages.teach.lesson_way import anchor, block, style
from pages.teach.question_words import because, card_words, settle_card, verdict
from pages.teach.question_words import words as question_words

_STYLE = Path(__file__).with_suffix(".css")
_EMPTY_BOX, _TICKED_BOX = "☐☑"


def handout_link(lesson: Lesson) -> str:
    """Address of a lesson's handout, from the app's root."""
    return contents.address("lessons", {"handout": [lesson.slug]})


def handout(lesson: Lesson, words: Words) -> None:
    """Draw both sheets as they are printed."""
    sheets = {"Sheet": sheet(lesson, words), "Answers": answers(lesson, words)}
    show(lesson.title, sheets, words, name=lesson.slug)


def show(title: str, sheets: Mapping[str, str], words: Words, *, name: str) -> None:
    """Draw sheets, "Sheet" and "Answers", with buttons to print and to save each as a file of this name."""
    st.html(style())
    room_links(block("aside", anchor(contents.address("lessons", {}), words["Handout: back"])))
    st.title(title)
    for kind, html in sheets.items():
        st.markdown(f"##### {words[f'Handout: {kind}']}")
        file = f"clockface-{name}" + ("-answers" if kind == "Answers" else "")
        save, print_ = words["Handout: save"], words["Handout: print"]
        save_page(html, name=file, title=words[f"Handout: {kind}"], save=save, print_=print_)


def sheet(lesson: Lesson, words: Words) -> str:
    """The sheet of a student: what to look at, to guess, to try and to write down; a page of HTML."""
    steps = "".join(_step(number, step, words) for number, step in enumerate(lesson.steps, 1))
    goal = f"<p>{spans(lesson.goal)} <i>{escape(words['Handout: screen'])}</i></p>"
    return page(lesson.title, head(lesson.title, words) + goal + steps)


def head(title: str, words: Words) -> str:
    """The title of a student's sheet, with room for name and date."""
    blanks = "".join(f'<span class="blank">{words[f"Handout: {each}"]}</span>' for each in ("name", "date"))
    return f"<header><h1>{escape(title)}</h1>{blanks}</header>"


def _step(number: int, step: Step, words: Words) -> str:
    task = f"<p><b>{words['Handout: try']}</b> {spans(step.task)}</p>"
    blank = to_write(words["Handout: seen"])
    asks = _question(CARDS[step.question], words) if step.question else ""
    return f"<section><h2>{number}. {escape(step.title)}</h2>{paragraphs(step.text)}{asks}{task}{blank}</section>"


def to_write(label: str, *, lines: int = 2) -> str:
    """Lines to write on."""
    return f'<div class="blank">{label}</div>' + '<div class="blank"></div>' * (lines - 1)


def _question(card: Card, words: Words) -> str:
    """The question with its choices, or with axes to draw into."""
    asks, text = card.asks, card_words(card.slug)
    intro = f"<p><b>{spans(text.claim)}</b> {spans(text.ask)}</p>"
    why = to_write(words["Handout: because"])
    if isinstance(asks, Shape):
        x, curves = asks.draw()
        return f'<div class="ask wide">{intro}{choices_svg(x, curves)}{choices(LETTERS[: len(curves)])}{why}</div>'
    if isinstance(asks, Claim):
        blank = choices([question_words()["True"], question_words()["False"]])
    else:
        blank = f'<div class="blank">{words["Handout: guess"]}</div>'
    axes = evidence_svg(settle_card(card.slug).evidence, has_data=False)
    return f'<div class="ask"><div>{intro}{blank}{why}</div><div>{words["Handout: draw"]}{axes}</div></div>'


def choices(names: Iterable[str], *, right: str | None = None) -> str:
    """A box before each name; that of `right` is ticked."""
    boxes = " ".join(
        f"<span>{_TICKED_BOX if name == right else _EMPTY_BOX} {escape(name)}</span>" for name in names
    )
    return f'<p class="choices">{boxes}</p>'


def answers(lesson: Lesson, words: Words) -> str:
    """The answers to all questions with their pictures, and what every task shows; a page of HTML."""
    steps = [
        f"<section><h2>{number}. {escape(step.title)}</h2>{_answer(step)}{paragraphs(step.why)}</section>"
        for number, step in enumerate(lesson.steps, 1)
    ]
    return answer_page(lesson.title, "".join(steps), words)


def answer_page(title: str, body: str, words: Words) -> str:
    """A page of HTML with the answers to a lesson of this title; `body` is HTML."""
    heading = f"{title}: {words['Handout: Answers']}"
    return page(heading, f"<header><h1>{escape(heading)}</h1></header>{body}", kind="answers")


def _answer(step: Step) -> str:
    if not step.question:
        return ""
    card = CARDS[step.question]
    intro = f"<p><b>{spans(card_words(card.slug).claim)}</b></p><p>{answer_line(card)}</p>"
    picture = evidence_svg(settle_card(card.slug).evidence)
    return f'<div class="ask"><div>{intro}{paragraphs(because(card))}</div><div>{picture}</div></div>'


def answer_line(card: Card) -> str:
    """The answer to a question, within a line."""
    prefix = f"<b>{letter(card)}.</b> " if isinstance(card.asks, Shape) else ""
    return f"{prefix}{spans(verdict(card, None))}"


def letter(card: Card) -> str:
    """The letter of the right curve."""
    assert isinstance(card.asks, Shape)
    return LETTERS[list(card.asks.draw()[1]).index(str(settle_card(card.slug).truth))]


def page(title: str, body: str, *, kind: Literal["sheet", "answers"] = "sheet") -> str:
    """A page of HTML as it is printed; `body` is HTML."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title>{style_of(_STYLE)}</head>"
        f'<body><main class="{kind}">{body}</main></body></html>'
    )

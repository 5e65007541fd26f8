"""A lesson on paper: a sheet to write on, two A4 pages a student, and a sheet of answers."""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from components.links.doors import doors
from components.links.save_page import save_page
from core.teach.questions import CARDS
from core.teach.questions.card import Claim, Shape
from figures.teach.paper import LETTERS, choices_svg, evidence_svg
from pages.shared import contents
from pages.teach.lesson_way import anchor, block, style
from pages.teach.plain_markdown import paragraphs, spans
from pages.teach.question_words import because, settled, told, verdict
from pages.teach.question_words import words as question_words

if TYPE_CHECKING:
    from core.teach.lesson import Lesson, Step
    from core.teach.questions.card import Card
    from pages.shared.words import Words

_BOX = "☐"


def handout_link(lesson: Lesson) -> str:
    """Address of a lesson's handout, from the app's root."""
    return contents.address("lessons", {"handout": [lesson.slug]})


def handout(lesson: Lesson, words: Words) -> None:
    """Draw both sheets as they are printed, with buttons to print and to save each."""
    st.html(style())
    doors(block("aside", anchor(contents.address("lessons", {}), words["Handout: back"])))
    st.title(lesson.title)
    for kind, page in (("Sheet", sheet(lesson, words)), ("Answers", answers(lesson, words))):
        st.markdown(f"##### {words[f'Handout: {kind}']}")
        name = f"clockface-{lesson.slug}" + ("-answers" if kind == "Answers" else "")
        save, print_ = words["Handout: save"], words["Handout: print"]
        save_page(page, name=name, title=words[f"Handout: {kind}"], save=save, print_=print_)


def sheet(lesson: Lesson, words: Words) -> str:
    """The sheet of a student: what to look at, to guess, to try and to write down; a page of HTML."""
    blanks = "".join(f'<span class="blank">{words[f"Handout: {each}"]}</span>' for each in ("name", "date"))
    head = f"<header><h1>{escape(lesson.title)}</h1>{blanks}</header>{paragraphs(lesson.goal)}"
    steps = "".join(_step(number, step, words) for number, step in enumerate(lesson.steps, 1))
    return _page(lesson.title, head + steps)


def _step(number: int, step: Step, words: Words) -> str:
    task = f"<p><b>{words['Handout: try']}</b> {spans(step.task)}</p>"
    seen = f'<div class="blank">{words["Handout: seen"]}</div><div class="blank"></div>'
    asked = _question(CARDS[step.question], words) if step.question else ""
    return f"<section><h2>{number}. {escape(step.title)}</h2>{paragraphs(step.text)}{asked}{task}{seen}</section>"


def _question(card: Card, words: Words) -> str:
    """The question with its choices, or with axes to draw into."""
    asks, text = card.asks, told(card.slug)
    said = f"<p><b>{spans(text.claim)}</b> {spans(text.ask)}</p>"
    why = f'<div class="blank">{words["Handout: because"]}</div><div class="blank"></div>'
    if isinstance(asks, Shape):
        x, curves = asks.draw()
        return f'<div class="ask wide">{said}{choices_svg(x, curves)}{_choices(LETTERS[: len(curves)])}{why}</div>'
    if isinstance(asks, Claim):
        given = _choices([question_words()["True"], question_words()["False"]])
    else:
        given = f'<div class="blank">{words["Handout: guess"]}</div>'
    axes = evidence_svg(settled(card.slug).evidence, drawn=False)
    return f'<div class="ask"><div>{said}{given}{why}</div><div>{words["Handout: draw"]}{axes}</div></div>'


def _choices(names: list[str] | str) -> str:
    return f'<p class="choices">{"".join(f"<span>{_BOX} {escape(name)}</span>" for name in names)}</p>'


def answers(lesson: Lesson, words: Words) -> str:
    """The answers to all questions with their pictures, and what every task shows; a page of HTML."""
    head = f"<header><h1>{escape(lesson.title)}: {words['Handout: Answers']}</h1></header>"
    steps = [
        f"<section><h2>{number}. {escape(step.title)}</h2>{_answer(step)}{paragraphs(step.why)}</section>"
        for number, step in enumerate(lesson.steps, 1)
    ]
    return _page(f"{lesson.title}: {words['Handout: Answers']}", head + "".join(steps), kind="answers")


def _answer(step: Step) -> str:
    if not step.question:
        return ""
    card = CARDS[step.question]
    letter = f"<b>{_letter(card)}.</b> " if isinstance(card.asks, Shape) else ""
    said = f"<p><b>{spans(told(card.slug).claim)}</b></p><p>{letter}{spans(verdict(card, None))}</p>"
    picture = evidence_svg(settled(card.slug).evidence)
    return f'<div class="ask"><div>{said}{paragraphs(because(card))}</div><div>{picture}</div></div>'


def _letter(card: Card) -> str:
    assert isinstance(card.asks, Shape)
    return LETTERS[list(card.asks.draw()[1]).index(str(settled(card.slug).truth))]


@cache
def _style() -> str:
    return Path(__file__).with_name("handout.css").read_text("utf-8")


def _page(title: str, body: str, *, kind: str = "sheet") -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{_style()}</style></head>"
        f'<body class="{kind}"><main>{body}</main></body></html>'
    )

"""A lesson on paper: its text, questions and pictures on one page, to print or to save as one file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from components.links.doors import doors
from components.links.save_page import save_page
from core.teach.questions import CARDS
from pages.shared import contents
from pages.teach.lesson_way import anchor, block, style
from pages.teach.question_words import because, told

if TYPE_CHECKING:
    from core.teach.lesson import Lesson, Step
    from pages.shared.words import Words

PICTURES = Path(__file__).parents[2] / "lessons" / "pictures"
_PAGE = "handout_page"


def handout_link(lesson: Lesson) -> str:
    """Address of a lesson's handout, from the app's root."""
    return contents.address("lessons", {"handout": [lesson.slug]})


def picture(lesson: Lesson, number: int) -> Path:
    """File of a step's picture, which `python -m docs.pictures.make lessons` takes from the room."""
    return PICTURES / f"{lesson.slug}.{number}.png"


def handout(lesson: Lesson, words: Words) -> None:
    """Draw the page."""
    st.html(style())
    doors(block("aside", anchor(contents.address("lessons", {}), words["Handout: back"])))
    save_page(_PAGE, name=f"clockface-{lesson.slug}", save=words["Handout: save"], print_=words["Handout: print"])
    with st.container(key=_PAGE):
        st.markdown(f"## {lesson.title}\n{lesson.goal}")
        for number, step in enumerate(lesson.steps, 1):
            _step(lesson, number, step, words)
        _answers(lesson, words)


def _step(lesson: Lesson, number: int, step: Step, words: Words) -> None:
    st.markdown(f"### {number}. {step.title}\n{step.text}")
    if step.question:
        text = told(step.question)
        st.markdown(f"> **{words['Handout: question']}** {text.claim} {text.ask}")
    st.image(
        picture(lesson, number),
        caption=contents.ROOMS[step.address.room].title,
        alt=words("Handout: alt", title=step.title),
    )


def _answers(lesson: Lesson, words: Words) -> None:
    """All answers at the end, so that a question is read without its answer."""
    asked = [step.question for step in lesson.steps if step.question]
    reasons = {slug: " ".join(because(CARDS[slug]).split()) for slug in asked}  # one line each
    answers = "\n".join(f"- *{told(slug).name}* {reason}" for slug, reason in reasons.items())
    st.markdown(f"### {words['Handout: answers']}\n{answers}")

"""A lesson on paper: its words, questions and pictures on one page, to print or to keep as one file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from components.links.doors import doors
from components.links.save_page import save_page
from core.teach.questions import CARDS
from pages.shared import contents, guide, question

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.teach.lesson import Lesson, Step

PICTURES = Path(__file__).parents[2] / "lessons" / "pictures"
_PAGE = "handout_page"


def link(lesson: Lesson) -> str:
    """Address of a lesson's handout, from the app's root."""
    return contents.address("lessons", {"handout": [lesson.slug]})


def picture(lesson: Lesson, number: int) -> Path:
    """Where the picture of a step lies; `python -m docs.pictures.make lessons` takes them from the rooms."""
    return PICTURES / f"{lesson.slug}.{number}.png"


def show(lesson: Lesson, words: Mapping[str, str]) -> None:
    """Draw the page.

    Parameters
    ----------
    lesson : Lesson
    words : mapping of str
        Of the room; those under "Handout" are used.
    """
    st.html(guide.style())
    back = guide.anchor(contents.address("lessons", {}), words["Handout: back"])
    doors(f'<div class="guide"><div class="aside">{back}</div></div>')
    save_page(_PAGE, name=f"clockface-{lesson.slug}", save=words["Handout: save"], print_=words["Handout: print"])
    with st.container(key=_PAGE):
        st.markdown(f"## {lesson.title}\n{lesson.goal}")
        for number, step in enumerate(lesson.steps, 1):
            _step(lesson, number, step, words)
        _answers(lesson, words)


def _step(lesson: Lesson, number: int, step: Step, words: Mapping[str, str]) -> None:
    st.markdown(f"### {number}. {step.title}\n{step.text}")
    if step.question:
        told = question.told(step.question)
        st.markdown(f"> **{words['Handout: question']}** {told.claim} {told.ask}")
    st.image(
        picture(lesson, number),
        caption=contents.ROOMS[step.address.room].title,
        alt=words["Handout: alt"].format(title=step.title),
    )


def _answers(lesson: Lesson, words: Mapping[str, str]) -> None:
    """At the end, where they give nothing away."""
    asked = [step.question for step in lesson.steps if step.question]
    because = {slug: " ".join(question.because(CARDS[slug]).split()) for slug in asked}  # one line each
    answers = "\n".join(f"- *{question.told(slug).name}* {why}" for slug, why in because.items())
    st.markdown(f"### {words['Handout: answers']}\n{answers}")

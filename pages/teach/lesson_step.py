"""A lesson's step beside its room: what to look at, a question, what to try, and the reason once asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import streamlit as st

from components.links.clicker import clicker
from components.links.doors import doors
from core.teach.questions import CARDS
from pages.shared import address, contents, frame, sliders
from pages.shared.glossary import explained
from pages.shared.words import read
from pages.teach import question_form
from pages.teach.lesson_way import WORDS, anchor, block, link, way
from pages.teach.question_words import told

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage

    from components.links.clicker import Keys
    from core.teach.lesson import Lesson, Step
    from core.teach.lesson_link import LessonLink

_LATER = "<style>.st-key-lesson_shown { display: none }</style>"
OWN = "lesson_"
"""Start of the keys of widgets that stand beside the room."""

_UNFOLD, _FOLD = f".st-key-{OWN}unfold", f".st-key-{OWN}fold"
_NEXT, _PREVIOUS = (f"nav.lesson-frame a[rel={rel}]" for rel in ("next", "prev"))


def head(asked: LessonLink, lesson: Lesson, step: Step) -> None:
    """Draw the step's title and the way through the lesson, above text and room."""
    with st.container(key=f"{OWN}head"):
        st.markdown(f"# {step.title}")
        doors(way(asked, lesson))
        presenter(asked, folds=True)


def presenter(asked: LessonLink, *, folds: bool) -> None:
    """Let a presenter's keys reveal first, where something is folded, and go on second."""
    keys: Keys = "class" if asked.projector else "step"
    if folds and asked.unfolded:
        clicker(on=[_NEXT], back=[f"{_FOLD} button"], show=_FOLD, keys=keys)
    else:
        clicker(on=[f"{_UNFOLD} button" if folds else _NEXT], back=[_PREVIOUS], keys=keys)


def text(asked: LessonLink, lesson: Lesson, step: Step, page: StreamlitPage) -> None:
    """Draw what stands beside the room, in the order in which it is used."""
    words = read(WORDS)
    elsewhere(page, step.address.room, link(lesson, asked.number))
    seen, task, why = explained(step.text, step.task, step.why)
    st.markdown(seen)
    if step.question:
        with st.container(border=True, key=f"{OWN}question"):
            question_form.ask(step.question, key=_key(asked, lesson), revealed=asked.unfolded)
    st.markdown(f"**{words['Try']}** {task}")
    with st.container(key=f"{OWN}controls"):
        sliders.sliders(frame.stem_of(page))
    _why(asked, why)


def elsewhere(page: StreamlitPage, room: str, href: str) -> None:
    """Show the way to a step's own room where the address names another one."""
    if frame.stem_of(page) != room:
        st.caption(read(WORDS)["Elsewhere"])
        doors(block("aside", anchor(href, contents.ROOMS[room].title)))


def _why(asked: LessonLink, why: str) -> None:
    with st.container(key=f"{OWN}why"):
        if asked.unfolded:
            st.markdown(why)
        fold(asked, read(WORDS)["Unfold"], kind="primary")


def fold(asked: LessonLink, label: str, *, kind: Literal["primary", "secondary"]) -> None:
    """A button that unfolds what is asked for, or folds it again."""
    if asked.unfolded:
        st.button(read(WORDS)["Fold"], key=f"{OWN}fold", type="tertiary", on_click=_fold)
    else:
        st.button(label, key=f"{OWN}unfold", type=kind, on_click=_unfold)


def _unfold() -> None:
    address.put(unfolded=True)


def _fold() -> None:
    address.put(unfolded=None)


def answer(asked: LessonLink, lesson: Lesson, step: Step) -> None:
    """Draw the picture that settles the step's question, with the guess in it, once there is a verdict.

    Until then a room that gives the answer away is hidden.
    """
    from pages.teach.questions.picture import plain_picture  # noqa: PLC0415 – it needs Plotly, which Home does not

    guess = question_form.judged(_key(asked, lesson))
    decided = asked.unfolded or guess is not None
    if step.guess_first and not decided:
        st.html(_LATER)
        st.info(read(WORDS)["Guess first"])
    if step.question and decided:
        with st.container(border=True, key=f"{OWN}answer"):
            st.markdown(f"**{told(step.question).claim}**")
            plain_picture(CARDS[step.question], guess, key=f"{OWN}evidence_{step.question}")


def _key(asked: LessonLink, lesson: Lesson) -> str:
    return f"{OWN}{lesson.slug}_{asked.number}"

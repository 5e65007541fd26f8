"""A room of a teacher's link: the way through several, the teacher's words, and a question with its verdict."""

from html import escape
from zlib import crc32

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from components.controls import room_links
from core.teach.lesson_link import LessonLink
from core.teach.live.question import Question
from pages.shared import sliders
from pages.shared.frame import stem_of
from pages.shared.verbatim import markdown
from pages.shared.words import read
from pages.teach import lesson_step
from pages.teach.lesson_step import PREFIX
from pages.teach.lesson_way import WORDS, own_link, own_title, own_way, style
from pages.teach.question_words import words as question_words

_QUIET = """<style>
[data-testid="stMain"] .stHeading h1 { padding: 0; font-size: 1.1rem; font-weight: 400 }
[data-testid="stElementContainer"]:has(h1) + :has(p > strong:only-child) { display: none }
.lesson-frame h2 { padding: 0; font-size: 2rem; line-height: 1.2 }
</style>"""
"""Below a teacher's title the room's own is small, and its takeaway is gone."""


def head(route: LessonLink) -> None:
    """Draw the step's title and the way through the steps, above words and room."""
    with st.container(key=f"{PREFIX}head"):
        st.markdown(f"# {markdown(own_title(route.teacher_step))}")
        room_links(own_way(route))


def text(route: LessonLink, page: StreamlitPage) -> None:
    """Draw what stands beside the room: the teacher's note and question, and the controls."""
    if route.teacher_step.address:
        lesson_step.elsewhere(page, route.teacher_step.address.room, own_link(route, route.number))
    draw(route)
    with st.container(key=f"{PREFIX}controls"):
        sliders.sliders(stem_of(page))


def draw(route: LessonLink) -> None:
    """Draw the teacher's words as plain text, and the question; its keys are a presenter's."""
    step = route.teacher_step
    title = f"<h2>{escape(step.title)}</h2>" if step.title and not route.steps else ""  # of several: in the head
    if title or step.note:
        quiet = _QUIET if title else ""
        st.html(f'{style()}{quiet}<div class="lesson-frame">{title}<p class="note">{escape(step.note)}</p></div>')
    if step.asks:
        with st.container(border=True, key=f"{PREFIX}question"):
            _ask(step.asks, route)
    if step.asks or route.steps:
        folds = step.asks is not None
        lesson_step.presenter(route, folds=folds, shows=lesson_step.QUESTION if folds and route.unfolded else "")


def _ask(question: Question, route: LessonLink) -> None:
    words, options = question_words(), [markdown(option) for option in question.options]
    key = f"{PREFIX}own_{crc32(repr(question).encode()):08x}"  # another question begins without a guess
    st.markdown(f"#### {markdown(question.text)}")
    guess = st.radio(
        words["Your guess"],
        range(len(options)),
        index=None,
        format_func=options.__getitem__,
        key=key,
        label_visibility="collapsed",
    )
    with st.container(horizontal=True, gap="small"):
        st.button(words["Check"], key=f"{key}_check", type="primary", on_click=_check, args=(key,))
        lesson_step.fold(route, read(WORDS)["Own: unfold"], kind="secondary")
    is_checked = guess is not None and guess == st.session_state.get(f"{key}_checked")
    if is_checked or route.unfolded:
        st.markdown(_verdict(question, options, guess if is_checked else None))


def _check(key: str) -> None:
    """Judge the guess, which may have come with the same click."""
    st.session_state[f"{key}_checked"] = st.session_state[key]


def _verdict(question: Question, options: list[str], guess: int | None) -> str:
    assert question.truth is not None
    words = question_words()
    answer = words("Answer: number", truth=options[int(question.truth)])
    if guess is None:
        return answer
    return words("Right" if question.judge(guess) else "Wrong", guess=options[guess], answer=answer)

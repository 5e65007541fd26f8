from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.links.doors import doors
from core.teach.lesson import lessons
from pages.shared import address, lesson_link, room
from pages.shared.views import bound
from pages.teach.handout import handout, handout_link
from pages.teach.lesson_way import anchor, block, link, style, tell
from pages.teach.own_handout import own_handout

if TYPE_CHECKING:
    from core.inputs.settings import Settings
    from core.teach.lesson import Lesson
    from pages.shared.words import Words


def draw(settings: Settings, words: Words) -> None:
    asked = address.texts("handout")
    lesson, own = lessons().get(asked[-1]) if asked else None, lesson_link.of_steps(asked)
    if lesson:
        handout(lesson, words)
    elif own.steps:
        tell(own)
        own_handout(own.steps, words)
    else:
        every_lesson(words)
    room.close(words)


def every_lesson(words: Words) -> None:
    st.markdown(words["How"])
    projector = st.toggle(words["Projector"], help=words["Projector: help"], **bound("for_projector"))
    st.html(style())
    grid = st.grid(3, min_column_width=300, gap="medium")
    for number, lesson in enumerate(lessons().values(), 1):
        with grid.container(border=True, height="stretch"):
            one_lesson(number, lesson, projector, words)
    st.markdown(words["Own"])


def one_lesson(number: int, lesson: Lesson, projector: bool, words: Words) -> None:
    st.markdown(f"#### {number}. {lesson.title}")
    st.caption(words("Minutes", minutes=lesson.minutes, steps=len(lesson.steps)))
    st.markdown(lesson.goal)
    start = anchor(link(lesson, 1, projector=projector), words["Start"])
    doors(block("way", start + anchor(handout_link(lesson), words["Handout"])))


draw(*room.enter(__file__))

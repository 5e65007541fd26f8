from collections import Counter
from pathlib import Path

import streamlit as st

from components.controls import room_links
from core.inputs.settings import Settings
from core.teach.lesson import Lesson, lessons
from pages.shared import address, lesson_link, room
from pages.shared.card import picture
from pages.shared.style import style_of
from pages.shared.views import bind
from pages.shared.words import Words
from pages.teach.handout import handout, handout_link
from pages.teach.lesson_ending import ending
from pages.teach.lesson_way import anchor, block, link, style, tell
from pages.teach.own_handout import own_handout
from pages.teach.score import guesses


def draw(settings: Settings, words: Words) -> None:
    on_paper = address.texts("handout")
    route = lesson_link.of_steps(on_paper)
    if lesson := _lesson_of("ending"):
        ending(lesson, words)
    elif lesson := _lesson_of("handout"):
        handout(lesson, words)
    elif route.steps:
        tell(route)
        own_handout(route.steps, words)
    else:
        every_lesson(words)
    room.close(words)


def _lesson_of(parameter: str) -> Lesson | None:
    """The lesson that a parameter of the address names."""
    return lessons().get(address.text(parameter) or "")


def every_lesson(words: Words) -> None:
    st.html(style() + style_of(Path(__file__).with_suffix(".css")))
    grid = st.grid(3, min_column_width=280, gap="small")
    projector = st.toggle(words["Projector"], help=words["Projector: help"], **bind("for_projector"))
    for number, lesson in enumerate(lessons().values(), 1):
        with grid.container(border=True, height="stretch", gap="xsmall", key=f"one_lesson_{number}"):
            one_lesson(number, lesson, projector, words)
    st.markdown(words["Own"])


def one_lesson(number: int, lesson: Lesson, projector: bool, words: Words) -> None:
    first, is_done = number == 1, set(lesson.questions) <= guesses().keys()
    rooms = Counter(step.address.room for step in lesson.steps)
    st.html(f'<img class="lesson-drawing" src="{picture(max(rooms, key=rooms.__getitem__))}" alt="">')
    st.markdown(f"## {number}. {lesson.title}")
    st.markdown(lesson.goal)
    start = anchor(link(lesson, 1, projector=projector), words["Start"], style="main" if first else "")
    sheets = anchor(handout_link(lesson), words["Handout"])
    mark = f"<b>{words['Done']}</b> · " if is_done else f"<b>{words['First']}</b> · " if first else ""
    room_links(block("way", f"{start}{sheets}<small>{mark}{words('Minutes', minutes=lesson.minutes)}</small>"))


draw(*room.enter(__file__, has_title=_lesson_of("ending") is None))

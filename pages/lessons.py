import streamlit as st

from components.links.doors import doors
from core.teach.lesson import Lesson, lessons
from pages.shared import guide, handout, room

settings, words = room.enter(__file__)


def card(number: int, lesson: Lesson, projector: bool) -> None:
    st.markdown(f"#### {number}. {lesson.title}")
    st.caption(words["Minutes"].format(minutes=lesson.minutes, steps=len(lesson.steps)))
    st.markdown(lesson.goal)
    start = guide.anchor(guide.link(lesson, 1, projector=projector), words["Start"])
    print_ = guide.anchor(handout.link(lesson), words["Handout"])
    doors(f'<div class="guide"><div class="way">{start}{print_}</div></div>')


def contents() -> None:
    st.markdown(words["How"])
    projector = st.toggle(
        words["Projector"], key="for_projector", help=words["Projector: help"], bind="query-params"
    )
    st.html(guide.style())
    grid = st.grid(3, min_column_width=300, gap="medium")
    for number, lesson in enumerate(lessons().values(), 1):
        with grid.container(border=True, height="stretch"):
            card(number, lesson, projector)


asked = lessons().get(st.query_params.get("handout", ""))
if asked:
    handout.show(asked, words)
else:
    contents()
room.close(words)

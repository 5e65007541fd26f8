"""What stands around a room: the sidebar, or text and a few controls for a lesson's step or a teacher's link."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from components.links.doors import doors
from pages.shared import contents, frame, lesson_link, settings, sidebar
from pages.shared.verbatim import markdown
from pages.shared.words import read
from pages.teach import question_form
from pages.teach.lesson_way import WORDS, anchor, block, link, style, way

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from streamlit.navigation.page import StreamlitPage

    from core.teach.lesson import Lesson, Step
    from core.teach.lesson_link import LessonLink

_SHOWN = 40  # characters of a name
_PROJECTOR = Path(__file__).with_name("projector.css")
_OWN = "lesson_"  # start of the keys of widgets that stand beside the room


def run(page: StreamlitPage) -> None:
    """Draw what the address asks for around a room, and run the room."""
    words, asked = read(WORDS), lesson_link.asked()
    too_large = tuple(words("Overflow", name=name[:_SHOWN]) for name in settings.left_out())
    asked = replace(asked, ignored=(*asked.ignored, *too_large))
    if asked.projector:
        for_projector()
    if asked.controls is None:
        sidebar.draw(frame.stem_of(page))
        _tell(asked)
        frame.run(page)
    else:
        _run_beside(page, asked, asked.controls)


@cache
def _projector_style() -> str:
    return f"<style>{_PROJECTOR.read_text('utf-8')}</style>"


def for_projector() -> None:
    """Use large type, and hide everything around the room."""
    st.html(_projector_style())


def _run_beside(page: StreamlitPage, asked: LessonLink, controls: Sequence[str]) -> None:
    st.html(f"{style()}<style>{_hidden(controls)}</style>")
    with st.container(key="beside_lesson"):
        beside, inside = st.columns([5 if asked.projector else 4, 9], gap="large")
        with beside.container(key="lesson_text"):
            if asked.lesson and asked.step:
                _step(asked, asked.lesson, asked.step, page)
            else:
                _tell(asked)
            with st.container(key=f"{_OWN}controls"):
                sidebar.sliders(frame.stem_of(page))
            _ways_out(asked, page)
            missing = st.empty()
        with inside:
            frame.run(page)
    unknown = [name for name in controls if name not in st.session_state]
    if unknown:
        missing.caption(_ignored(f"keep=“{name}” names no control of this room." for name in unknown))


def _hidden(controls: Sequence[str]) -> str:
    """Style that hides all controls but some; safe, since their names hold small letters, digits and _ alone."""
    spared = "".join(f":not(.st-key-{name})" for name in controls) + f":not([class*=st-key-{_OWN}])"
    picture = ":not(:has(.stBidiComponent))"
    nameless = ":is([data-testid=stButton], [data-testid=stDownloadButton], [data-testid=stPopover])"
    return (
        f".st-key-beside_lesson [data-testid=stElementContainer][class*=st-key-]{spared}{picture},"
        f".st-key-beside_lesson [data-testid=stElementContainer]:not([class*=st-key-]):has(> {nameless}),"
        f".st-key-beside_lesson .st-key-doors,"
        f".st-key-beside_lesson [data-testid=stTabs]{spared} [role=tablist] {{ display: none }}"
    )


def _step(asked: LessonLink, lesson: Lesson, step: Step, page: StreamlitPage) -> None:
    with st.container(key=f"{_OWN}head"):
        doors(way(asked, lesson))
        st.markdown(f"## {step.title}")
    st.markdown(step.text)
    if step.question:
        with st.container(border=True):
            question_form.ask(step.question, key=f"{_OWN}{lesson.slug}_{asked.number}")
    if frame.stem_of(page) != step.address.room:
        st.caption(read(WORDS)["Elsewhere"])
        title = contents.ROOMS[step.address.room].title
        doors(f'<div class="lesson-frame">{anchor(link(lesson, asked.number), title)}</div>')
    if asked.ignored:
        st.caption(_ignored(asked.ignored))


def _ways_out(asked: LessonLink, page: StreamlitPage) -> None:
    words = read(WORDS)
    if asked.lesson:
        ways = {
            words["Again"]: link(asked.lesson, asked.number, projector=asked.projector),
            words["Leave"]: contents.address("lessons", {}),
        }
    else:
        rest = {name: st.query_params.get_all(name) for name in st.query_params if name not in lesson_link.NAMES}
        ways = {words["All controls"]: contents.address(frame.stem_of(page), rest)}
    doors(block("aside", "".join(anchor(href, text) for text, href in ways.items())))


def _tell(asked: LessonLink) -> None:
    """A teacher's own title and note as plain text, and what is ignored."""
    if asked.title or asked.note:
        title = f"<h2>{escape(asked.title)}</h2>" if asked.title else ""
        st.html(f'{style()}<div class="lesson-frame">{title}<p class="note">{escape(asked.note)}</p></div>')
    if asked.ignored:
        st.caption(_ignored(asked.ignored))


def _ignored(sentences: Iterable[str]) -> str:
    return f"{read(WORDS)['Ignored']} {markdown(' '.join(sentences))}"

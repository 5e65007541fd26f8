"""What stands around a room: the sliders, or text and a few controls for a lesson's step or a teacher's link."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.navigation.page import StreamlitPage

from components.classroom.clicker import clicker
from components.controls.room_links import room_links
from core.teach.lesson_link import NAMES, LessonLink
from pages.shared import contents, frame, lesson_link, settings
from pages.shared.words import read
from pages.teach import lesson_step, live_class, moves, own_step
from pages.teach.lesson_way import WORDS, anchor, block, ignored, link, own_link, style, tell

_SHOWN = 40  # characters of a name
_PROJECTOR = Path(__file__).with_name("projector.css")


def run(page: StreamlitPage) -> None:
    """Draw what the address asks for around a room, and run the room."""
    words, asked = read(WORDS), lesson_link.asked()
    too_large = tuple(words("Overflow", name=name[:_SHOWN]) for name in settings.left_out())
    asked = replace(asked, ignored=(*asked.ignored, *too_large))
    if asked.projector:
        for_projector()
    live_class.listen(frame.stem_of(page))
    if asked.move:
        moves.run(page, asked.move, _hidden(asked.controls or ()))
    elif asked.controls is None:
        own_step.said(asked)
        tell(asked)
        _way_back(asked, page)
        frame.run(page, with_sliders=True)
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
        _head(asked)
        beside, inside = st.columns([5, 8], gap="medium")
        room_side = inside.container(key="lesson_room")
        with beside.container(key="lesson_text"):
            _text(page, asked, room_side)
            lesson_step.ways_on(asked)
            _ways_out(asked, page)
            missing = st.empty()
        with room_side:
            shown = st.container(key="lesson_shown")
            if asked.lesson and asked.step:
                lesson_step.answer(asked, asked.lesson, asked.step)
            with shown:
                frame.run(page, with_sliders=False)
    unknown = [name for name in controls if name not in st.session_state]
    if unknown:
        missing.caption(ignored(f"keep=“{name}” names no control of this room." for name in unknown))


def _head(asked: LessonLink) -> None:
    if asked.lesson and asked.step:
        lesson_step.head(asked, asked.lesson, asked.step)
    elif asked.steps:
        own_step.head(asked)


def _text(page: StreamlitPage, asked: LessonLink, room_side: DeltaGenerator) -> None:
    if asked.lesson and asked.step:
        lesson_step.text(asked, asked.lesson, asked.step, page, room_side)
    else:
        own_step.text(asked, page)
    tell(asked)


def _hidden(controls: Sequence[str]) -> str:
    """Style that hides all controls but some; safe, since their names hold small letters, digits and _ alone."""
    spared = "".join(f":not(.st-key-{name})" for name in controls) + f":not([class*=st-key-{lesson_step.OWN}])"
    picture = ":not(:has(.stBidiComponent))"
    nameless = ":is([data-testid=stButton], [data-testid=stDownloadButton], [data-testid=stPopover])"
    return (
        f".st-key-beside_lesson [data-testid=stElementContainer][class*=st-key-]{spared}{picture},"
        f".st-key-beside_lesson [data-testid=stElementContainer]:not([class*=st-key-]):has(> {nameless}),"
        f".st-key-beside_lesson :is(.st-key-doors, [data-testid=stPopover]),"
        f".st-key-beside_lesson [data-testid=stTabs]{spared} [role=tablist] {{ display: none }}"
    )


def _ways_out(asked: LessonLink, page: StreamlitPage) -> None:
    words = read(WORDS)
    rest = {name: st.query_params.get_all(name) for name in st.query_params if name not in NAMES}
    ways = {words["All controls"]: contents.address(frame.stem_of(page), rest)}
    if asked.lesson:
        ways[words["Again"]] = link(asked.lesson, asked.number, projector=asked.projector)
    elif asked.steps:
        ways[words["Again"]] = own_link(asked, asked.number)
    room_links(block("aside", "".join(anchor(href, text) for text, href in ways.items())))


def _way_back(asked: LessonLink, page: StreamlitPage) -> None:
    """From the room behind a question back to the class that looks at it."""
    if asked.question and asked.projector:
        there = {"card": [asked.question], "class_view": ["true"], "revealed": ["true"]}
        st.html(style())
        room_links(
            block("way", anchor(contents.address("questions", there), read(WORDS)["To question"], rel="prev"))
        )
        clicker(on=(), back=(".lesson-frame a[rel=prev]",), keys="class")

"""What stands around a room: the sliders, or text and a few controls for a lesson's step or a teacher's link."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.navigation.page import StreamlitPage

from components.classroom import clicker
from components.controls import mark_tall, room_links
from core.teach.lesson_link import NAMES, LessonLink
from pages.shared import contents, frame, lesson_link, settings
from pages.shared.style import style_of
from pages.shared.words import read
from pages.teach import lesson_step, live_class, moves, own_step
from pages.teach.lesson_way import WORDS, anchor, block, ignored_note, link, own_link, style, tell

_NAME_LENGTH = 40  # characters of a name
_PROJECTOR = Path(__file__).with_name("projector.css")


def run(page: StreamlitPage) -> None:
    """Draw what the address asks for around a room, and run the room."""
    words, route = read(WORDS), lesson_link.current()
    too_large = tuple(words("Overflow", name=name[:_NAME_LENGTH]) for name in settings.left_out())
    route = replace(route, ignored=(*route.ignored, *too_large))
    _open_step(page, route)
    if route.projector:
        for_projector()
    live_class.listen(frame.stem_of(page))
    if route.move:
        _run_moves(page, route)
    elif route.controls is None:
        own_step.draw(route)
        tell(route)
        _way_back(route, page)
        frame.run(page, with_sliders=True)
    else:
        _run_beside(page, route, route.controls)


def _open_step(page: StreamlitPage, route: LessonLink) -> None:
    """The room of a step whose address was typed by hand: it names the step alone."""
    if not (route.lesson and route.step) or frame.stem_of(page) != "home" or set(st.query_params) - set(NAMES):
        return
    step = route.step.address
    if step.room != "home":
        query = {**step.settings, **{name: st.query_params.get_all(name) for name in st.query_params}}
        st.switch_page(frame.page_of(step.room), query_params=query)


def _run_moves(page: StreamlitPage, route: LessonLink) -> None:
    """The moves instead of a room; they were once shown in rooms, whose addresses lead to them."""
    if frame.stem_of(page) != "home":
        st.switch_page("pages/home.py", query_params={"move": f"{route.move}"})
    frame.dress(page)
    moves.draw()


def for_projector() -> None:
    """Use large type, and hide everything around the room."""
    st.html(style_of(_PROJECTOR))


def _run_beside(page: StreamlitPage, route: LessonLink, controls: Sequence[str]) -> None:
    st.html(f"{style()}<style>{_hidden(controls)}</style>")
    with st.container(key="beside_lesson"):
        _head(route)
        beside, inside = st.columns([5, 8], gap="medium")
        room_side = inside.container(key="lesson_room")
        with beside.container(key="lesson_text"):
            choices_place = _text(page, route, room_side)
            lesson_step.ways_on(route)
            _ways_out(route, page)
            missing_note = st.empty()
        with room_side:
            room_place = st.container(key="lesson_shown")
            if route.lesson and route.step:
                lesson_step.answer(route, route.lesson, route.step)
            with room_place:
                mark_tall("lesson_shown")
                frame.run(page, with_sliders=False)
    if route.step and choices_place:
        with choices_place:
            lesson_step.choices(route.step)
    unknown = [name for name in controls if name not in st.session_state]
    if unknown:
        missing_note.caption(ignored_note(f"keep=“{name}” names no control of this room." for name in unknown))


def _head(route: LessonLink) -> None:
    if route.lesson and route.step:
        lesson_step.head(route, route.lesson, route.step)
    elif route.steps:
        own_step.head(route)


def _text(page: StreamlitPage, route: LessonLink, room_side: DeltaGenerator) -> DeltaGenerator | None:
    choices_place = None
    if route.lesson and route.step:
        choices_place = lesson_step.text(route, route.lesson, route.step, page, room_side)
    else:
        own_step.text(route, page)
    tell(route)
    return choices_place


def _hidden(controls: Sequence[str]) -> str:
    """Style that hides all controls but some; safe, since their names hold small letters, digits and _ alone."""
    others = "".join(f":not(.st-key-{name})" for name in controls) + f":not([class*=st-key-{lesson_step.PREFIX}])"
    picture = (
        ":not(:has(.stBidiComponent)), .st-key-beside_lesson [data-testid=stElementContainer]:has(.slider)" + others
    )
    nameless = ":is([data-testid=stButton], [data-testid=stDownloadButton], [data-testid=stPopover])"
    return (
        f".st-key-beside_lesson [data-testid=stElementContainer][class*=st-key-]{others}{picture},"
        f".st-key-beside_lesson [data-testid=stElementContainer]:not([class*=st-key-]):has(> {nameless}),"
        f".st-key-beside_lesson :is(.st-key-doors, .st-key-all_rooms, [data-testid=stPopover]),"
        f".st-key-beside_lesson [data-testid=stTabs]{others} [role=tablist] {{ display: none }}"
    )


def _ways_out(route: LessonLink, page: StreamlitPage) -> None:
    words = read(WORDS)
    rest = {name: st.query_params.get_all(name) for name in st.query_params if name not in NAMES}
    ways = {words["All controls"]: contents.address(frame.stem_of(page), rest)}
    if route.lesson:
        ways[words["Again"]] = link(route.lesson, route.number, projector=route.projector)
    elif route.steps:
        ways[words["Again"]] = own_link(route, route.number)
    room_links(block("aside", "".join(anchor(href, text) for text, href in ways.items())))


def _way_back(route: LessonLink, page: StreamlitPage) -> None:
    """From the room behind a question back to the class that looks at it."""
    if route.question and route.projector:
        there = {"card": [route.question], "class_view": ["true"], "revealed": ["true"]}
        st.html(style())
        room_links(
            block("way", anchor(contents.address("questions", there), read(WORDS)["To question"], rel="prev"))
        )
        clicker(on=(), back=(".lesson-frame a[rel=prev]",), keys="class")

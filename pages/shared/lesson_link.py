"""The lesson's step or the teacher's link that the address asks for, and the form that makes such a link."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path

import streamlit as st

from components.controls import lesson_link
from core.teach.lesson import lessons
from core.teach.lesson_link import NAMES, LessonLink, read_lesson_link
from core.teach.live import has_live_routes
from core.teach.own_step import OwnStep
from core.teach.questions import CARDS
from core.teach.room_address import RoomAddress
from pages.shared import contents
from pages.shared.contents import ROOMS
from pages.shared.words import read

_WORDS = Path(__file__).with_suffix(".md")
_CLASS = Path(__file__).parents[1] / "class.md"


def current() -> LessonLink:
    """Read the address."""
    fields = ((name, tuple(st.query_params.get_all(name))) for name in st.query_params if name in NAMES)
    return _read(tuple(fields))


@lru_cache(maxsize=64)  # twelve steps take 2 ms to read, several times in each run of all who follow the link
def _read(query: tuple[tuple[str, tuple[str, ...]], ...]) -> LessonLink:
    route = read_lesson_link(dict(query), lessons(), CARDS, _declared_names())
    return replace(route, teacher_step=_followed(route.teacher_step), steps=tuple(map(_followed, route.steps)))


def _followed(step: OwnStep) -> OwnStep:
    """A step at the view to which its address leads, which may be one of another room."""
    if step.address is None:
        return step
    room, settings = contents.follow(step.address.room, step.address.settings)
    return replace(step, address=RoomAddress(room, {name: tuple(values) for name, values in settings.items()}))


@cache
def _declared_names() -> Mapping[str, frozenset[str]]:
    """By room, its declared query parameters."""
    return {stem: frozenset((*room.settings, *room.address)) for stem, room in ROOMS.items()}


def of_steps(steps: Sequence[str]) -> LessonLink:
    """Read steps as a link to several has them."""
    return _read((("go", tuple(steps)),))


def offers(control: str) -> bool:
    """Whether a control is visible: all are unless a step or a link chooses among them."""
    controls = current().controls
    return controls is None or control in controls


def form() -> None:
    """Draw an expander in which nothing is sent before it is open: the form is 14 kB in each run."""
    words = read(_WORDS)
    fold = st.expander(words["Make"], key="lesson_link", type="compact", on_change="rerun")
    if fold.open:
        with fold:
            lesson_link(words, _question_words(), draws_qr=has_live_routes())


@cache
def _question_words() -> Mapping[str, str]:
    """Those of a live class."""
    words = read(_CLASS)
    return {name: words[f"In class: {name}"] for name in ("Claim", "Option", "Option: right", "Option: truth")}

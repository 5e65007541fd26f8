"""The lesson's step or the teacher's link that the address asks for."""

from __future__ import annotations

import streamlit as st

from core.teach.lesson import lessons
from core.teach.lesson_link import LessonLink, read_lesson_link

NAMES = ("step", "keep", "title", "note", "projector", "ignored")
"""Parameters of every room's address that belong to a link."""


def asked() -> LessonLink:
    """Read the address."""
    given = {name: st.query_params.get_all(name) for name in NAMES if name in st.query_params}
    return read_lesson_link(given, lessons())


def offers(control: str) -> bool:
    """Whether a control is visible: all are unless a step or a link chooses among them."""
    controls = asked().controls
    return controls is None or control in controls

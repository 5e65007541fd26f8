"""Five moves in ninety seconds: full screens of one sentence, one drag and the way on."""

from functools import cache
from html import escape
from pathlib import Path

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from components.classroom import clicker
from components.controls import room_links
from core.teach.lesson import lessons
from core.teach.room_address import MOVES
from pages.shared import contents, frame, sliders
from pages.shared.words import read
from pages.teach.lesson_way import anchor, link

_WORDS = Path(__file__).with_suffix(".md")
_STYLE = Path(__file__).with_suffix(".css")


def address(number: int) -> str:
    """Of a move, from the app's root; `number` from 1."""
    there = MOVES[number - 1].address
    return contents.address(there.room, {**there.settings, "move": [f"{number}"]})


def run(page: StreamlitPage, number: int, hidden: str) -> None:
    """Draw a move around its room; the style `hidden` takes away all controls but its own."""
    with st.container(key="beside_lesson"):
        st.html(f"{_style()}<style>{hidden}</style>")
        st.title(read(_WORDS)[f"Move: {number}"])
        sliders.sliders(frame.stem_of(page))
        with st.container(key="move_room"):
            frame.run(page, with_sliders=False)
        room_links(_way(number))
    clicker(on=[".moves a[rel=next]"], back=[".moves a[rel=prev]"], keys="class")


def _way(number: int) -> str:
    words, last = read(_WORDS), len(MOVES)
    back = anchor(address(number - 1), "‹", label=words["Back"], rel="prev") if number > 1 else ""
    first_lesson = next(iter(lessons().values()))
    onward = (
        anchor(address(number + 1), words["On"], rel="next")
        if number < last
        else anchor(link(first_lesson, 1), words["On: lesson"], rel="next")
    )
    place = f"<span>{escape(words('Place', number=number, last=last))}</span>"
    skip = anchor(contents.address("home", {}), words["Skip"])
    return f'<nav class="moves" aria-label="{escape(words["Name"])}">{skip}{place}{back}{onward}</nav>'


@cache
def _style() -> str:
    return f"<style>{_STYLE.read_text('utf-8')}</style>"

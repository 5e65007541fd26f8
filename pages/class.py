from __future__ import annotations

import json
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from components.kit.inline import AsItStands
from components.links.fetch_ahead import fetch_ahead
from core.teach.live import served
from pages.shared import address, room
from pages.shared.verbatim import markdown
from pages.teach.live_class import given

if TYPE_CHECKING:
    from core.inputs.settings import Settings
    from pages.shared.words import Words

_CODE = 12  # characters shown of a code that the address says


def draw(settings: Settings, words: Words) -> None:
    if joins():
        st.markdown(words("Door", code=markdown(joins()[:_CODE].upper())))
        return
    if served():
        st.html(place())
        fetch_ahead()  # the first picture that a projector reveals waits for no script
    else:
        st.info(words["Needs"])
        st.code(words["Needs: command"], language="sh")
    st.markdown(words["How"])
    room.close(words)


def joins() -> str:
    """The code of the class that a student comes to; "" where the room is the teacher's."""
    code = address.text("code") or ""
    return code if served() else ""


@cache
def place() -> AsItStands:
    """What `components/links/class_teacher` fills."""
    style = Path(__file__).with_suffix(".css").read_text("utf-8")
    values = escape(json.dumps(given()))
    return AsItStands(f'<style>{style}</style><div class="class-room" data-given="{values}"></div>')


draw(*room.enter(__file__, titled=not joins()))

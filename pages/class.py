import json
from functools import cache
from html import escape
from pathlib import Path

import streamlit as st

from components.kit.files import AsItStands
from components.page import fetch_ahead
from core.inputs.settings import Settings
from core.teach.live import has_live_routes
from core.teach.live.codes import read_code
from core.teach.live.untrusted import LiveError
from pages.shared import address, room
from pages.shared.style import style_of
from pages.shared.verbatim import markdown
from pages.shared.words import Words
from pages.teach.live_class import class_values

_CODE = 12  # characters shown of a code that the address says
_TRY = "try"  # instead of a code: a phone that tries the address before there is a class


def draw(settings: Settings, words: Words) -> None:
    if code := joins():
        with st.container(key="class_door"):
            st.markdown(entry(code, words))
        st.html(place("class-room class-door", "" if code == _TRY else code[:_CODE]))
        return
    if has_live_routes():
        st.html(place("class-room", json.dumps(class_values())))
        fetch_ahead()  # the first picture that a projector reveals waits for no script
    else:
        st.info(words["Needs"])
        st.code(words["Needs: command"], language="sh")
    st.markdown(words["How"])
    room.close(words)


def joins() -> str:
    """The code of the class that a student comes to; "" where the room is the teacher's."""
    code = address.text("code") or ""
    return code if has_live_routes() else ""


def entry(code: str, words: Words) -> str:
    """Text for a browser that comes with a code."""
    label = markdown(code[:_CODE].upper())
    if code == _TRY:
        return words["Reached"]
    try:
        read_code(code)
    except LiveError:
        return f"# {words('In class: No class', code=label)}\n\n{words['In class: No class: do']}"
    return words("Door", code=label)


@cache
def place(kind: str, values: str = "") -> AsItStands:
    """What the scripts of a class fill."""
    style = style_of(Path(__file__).with_suffix(".css"))
    return AsItStands(f'{style}<div class="{kind}" data-given="{escape(values)}"></div>')


draw(*room.enter(__file__, has_title=not joins()))

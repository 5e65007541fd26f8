"""The frame that every room stands in: navigation, style, head, sliders."""

from contextvars import ContextVar
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.navigation.page import StreamlitPage

from components.kit.streamlit_internals import run_inside_navigation, runnable_copy
from components.page import page as page_parts
from pages.shared import contents, sliders
from pages.shared.contents import ROOMS, SECTIONS
from pages.shared.words import read

_FRAMED = "_framed"
_WORDS = Path(__file__).with_suffix(".md")
_HEAD: ContextVar[DeltaGenerator | None] = ContextVar("head", default=None)
_CONTROLS: ContextVar[DeltaGenerator | None] = ContextVar("controls", default=None)
_COLOURS = (("primary", "primaryColor"), ("ground", "backgroundColor"))


def rooms() -> dict[str, list[StreamlitPage]]:
    """The pages of every section, as `st.navigation` takes them.

    They have no icons: Streamlit would fetch a page's icon from the network for the browser's tab.
    """
    return {section: [runnable_copy(page_of(stem)) for stem in entries] for section, entries in SECTIONS.items()}


@cache
def page_of(stem: str) -> StreamlitPage:
    """A room's page; made once, since Streamlit looks for its file each time."""
    visible: Literal["visible", "hidden"] = "visible" if contents.is_in_menu(stem) else "hidden"
    return st.Page(f"pages/{stem}.py", title=ROOMS[stem].title, default=stem == "home", visibility=visible)


def about() -> str:
    """The text of the menu ⋮, with a link to the reference values."""
    return read(_WORDS)["About"]


def stem_of(page: StreamlitPage) -> str:
    """The file stem of a room that `st.navigation` has chosen."""
    return page.url_path or "home"


def run(page: StreamlitPage, *, with_sliders: bool) -> None:
    """Run a room: a place for its head, a row of controls, with the shared sliders if asked for, then its page."""
    contents.enter(stem_of(page))
    dress(page, in_frame=with_sliders and bool(st.context.is_embedded))  # a lesson's step keeps its words
    _HEAD.set(st.container(gap="xsmall"))
    row = st.container(key="controls", horizontal=True, vertical_alignment="bottom", gap="medium")
    _CONTROLS.set(row)
    if with_sliders:
        with row:
            sliders.draw(stem_of(page))
    st.session_state[_FRAMED] = True
    page.run()


def dress(page: StreamlitPage, *, in_frame: bool = False) -> None:
    """What every page has, below whatever it shows."""
    page_parts(page.url_path, colours=_colours(), hides=sliders.without_effect(stem_of(page)), in_frame=in_frame)


def head() -> DeltaGenerator:
    """The place of the room's title, above the sliders."""
    place = _HEAD.get()
    assert place is not None
    return place


def controls() -> DeltaGenerator:
    """The row above the picture, which the shared sliders begin; rooms add their own controls."""
    place = _CONTROLS.get()
    assert place is not None
    return place


@st.fragment(run_every=timedelta(days=1))
def outlive_connection() -> None:
    """See to it that a picture whose message was lost with its connection is drawn all the same.

    When the browser has a connection again it asks for a run only where something in the page runs by itself from
    time to time; this does, and draws nothing. A connection that breaks within the milliseconds between the start
    of a run and this leaves the old picture beside the new settings till the next move: once in sixty times.
    """


@cache
def _colours() -> dict[str, tuple[str, str]]:
    return {
        name: (st.get_option(f"theme.light.{each}"), st.get_option(f"theme.dark.{each}")) for name, each in _COLOURS
    }


def require() -> None:
    """First statement of every room: restart the run inside the frame if that has not run."""
    if not st.session_state.pop(_FRAMED, False):
        run_inside_navigation(rooms())

"""The frame that every room stands in: navigation, style, head, sliders."""

from __future__ import annotations

from contextvars import ContextVar
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.navigation.page import StreamlitPage

from components.kit.inline import AsItStands
from components.kit.streamlit_internals import run_inside_navigation, runnable_copy
from components.links.forward import forward
from components.links.on_paper import on_paper
from components.links.terms import terms
from pages.shared import contents, sliders
from pages.shared.contents import ROOMS, SECTIONS
from pages.shared.words import read

_FRAMED = "_framed"
_WORDS = Path(__file__).with_suffix(".md")
_HEAD: ContextVar[DeltaGenerator | None] = ContextVar("head", default=None)
_COLOURS = {"primary": "primaryColor", "ground": "backgroundColor"}


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
    """Run a room: a place for its head, the sliders of the shared settings if asked for, then the room's page."""
    st.html(_style(sliders.idle(stem_of(page))))
    forward(page.url_path)
    on_paper()
    terms()
    contents.enter(stem_of(page))
    _HEAD.set(st.container(gap="xsmall"))
    if with_sliders:
        sliders.draw(stem_of(page))
    st.session_state[_FRAMED] = True
    page.run()


def head() -> DeltaGenerator:
    """The place of the room's title, above the sliders."""
    place = _HEAD.get()
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
def _style(idle: tuple[str, ...]) -> AsItStands:
    """Of every page. Idle controls are hidden: so they keep their values and their places in the address."""
    files = (Path(__file__).with_name(name) for name in ("frame.css", "print.css"))
    hidden = "".join(f".st-key-{key} {{ display: none }}" for key in idle)
    return AsItStands(f"<style>{''.join(file.read_text('utf-8') for file in files)}{_colours()}{hidden}</style>")


def _colours() -> str:
    """The theme's colours for elements that it does not reach; browsers from before 2024 use the system's."""
    both = {
        name: [st.get_option(f"theme.{kind}.{option}") for kind in ("light", "dark")]
        for name, option in _COLOURS.items()
    }
    given = "".join(f"--{name}: light-dark({light}, {dark});" for name, (light, dark) in both.items())
    return f"@supports (color: light-dark(red, red)) {{ :root {{ {given} }} }}"


def require() -> None:
    """First statement of every room: restart the run inside the frame if that has not run."""
    if not st.session_state.pop(_FRAMED, False):
        run_inside_navigation(rooms())

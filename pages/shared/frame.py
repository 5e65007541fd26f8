"""The rooms, and the frame that every room stands in."""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import streamlit as st

from components.kit.streamlit_internals import run_inside_navigation, runnable_copy

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from streamlit.navigation.page import StreamlitPage

_FRAMED = "_framed"

SECTIONS: Mapping[str, Mapping[str, str]] = {
    "": {"home": "Home"},
    "Sinusoidal": {
        "matrix": "Matrix",
        "waves": "Waves",
        "clocks": "Clocks",
        "similarity": "Similarity",
        "shift": "Shift",
    },
    "Words": {
        "sentence": "Sentence",
        "concatenate": "Add or concatenate",
    },
    "Schemes": {
        "rope": "RoPE",
        "biases": "Attention biases",
        "nope": "NoPE",
        "learned": "Learned",
        "compare": "Compare",
    },
    "Long context": {
        "stretch": "Stretch",
        "model": "Model",
        "precision": "Precision",
    },
    "Teach": {
        "lessons": "Lessons",
        "questions": "Questions",
        "verified": "Verified",
    },
}
"""Table of contents: section → room (file stem and address) → title."""


def rooms() -> dict[str, list[StreamlitPage]]:
    """The pages of every section, as `st.navigation` takes them.

    They have no icons: Streamlit would fetch a page's icon from the network for the browser's tab.
    """
    return {section: [runnable_copy(page_of(stem)) for stem in entries] for section, entries in SECTIONS.items()}


@cache
def page_of(stem: str) -> StreamlitPage:
    """A room's page, to link to; made once, since Streamlit looks for its file each time."""
    return st.Page(f"pages/{stem}.py", title=title_of(stem), default=stem == "home")


def title_of(stem: str) -> str:
    """A room's title."""
    return next(entries[stem] for entries in SECTIONS.values() if stem in entries)


def stem_of(page: StreamlitPage) -> str:
    """The file stem of a room that `st.navigation` has chosen."""
    return page.url_path or "home"


def address(stem: str, asked: Mapping[str, Sequence[str]]) -> str:
    """A room's address with what it asks for, from the app's root."""
    return ("./" if stem == "home" else stem) + (f"?{urlencode(asked, doseq=True)}" if asked else "")


def run(page: StreamlitPage) -> None:
    """Run a room inside the frame that has just been drawn."""
    st.html(_style())
    st.session_state[_FRAMED] = True
    page.run()


@st.fragment(run_every=timedelta(days=1))
def outlive_connection() -> None:
    """See to it that a picture whose message was lost with its connection is drawn all the same.

    When the browser has a connection again it asks for a run only where something in the page runs by itself from
    time to time; this does, and draws nothing. A connection that breaks within the milliseconds between the start
    of a run and this leaves the old picture beside the new settings till the next move: once in sixty times.
    """


@cache
def _style() -> str:
    return f"<style>{Path(__file__).with_suffix('.css').read_text('utf-8')}</style>"


def require() -> None:
    """First statement of every room: where the frame has not run, start again with it."""
    if not st.session_state.pop(_FRAMED, False):
        run_inside_navigation(rooms())

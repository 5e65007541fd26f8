"""Keeps the Forward button working when a reader goes back before a room has answered; closes a phone's drawer."""

from functools import lru_cache
from pathlib import Path

import streamlit as st

from components.kit.inline import AsItStands, inline


def forward(room: str) -> None:  # path of the room that runs, below the app's root
    """Keep a run that comes too late from writing its room into the history; close the drawer over a new room."""
    st.html(_html(room), unsafe_allow_javascript=True)


@lru_cache(maxsize=32)  # more than there are rooms
def _html(room: str) -> AsItStands:
    return inline(Path(__file__).parent, '<span class="forward"></span>', {"room": room})

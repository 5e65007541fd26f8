"""A button that leads into a room."""

import streamlit as st

from core.teach.room_address import RoomAddress, room_address
from pages.shared import frame
from pages.shared.address import open_room
from pages.shared.words import Words

_ARROW = ":material/arrow_forward:"


def goes_on(words: Words) -> None:
    """Links to rooms in which a room's idea goes on: its sections "Goes on: <room> <settings>"."""
    with st.container(horizontal=True):
        for place, label in words.under("Goes on").items():
            stem, _, settings = place.partition(" ")
            room_link(room_address(stem, settings), label, key=f"goes_on_{stem}")


def room_link(
    address: RoomAddress,  # shared settings that it does not name go to their defaults
    label: str,
    *,
    key: str,  # of the button
) -> None:
    """Draw a button that opens a room with settings; it keeps the session."""
    if st.button(label, key=key, type="tertiary", icon=_ARROW):
        open_room(frame.page_of(address.room), address.settings)

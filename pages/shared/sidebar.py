"""The sidebar: the sliders of the shared settings that the room declares, presets, reset and links."""

from __future__ import annotations

import streamlit as st

from components.links.copy_link import copy_link
from components.links.lesson_link import lesson_link
from core.inputs.settings import PARAMETERS, PRESETS, Settings
from pages.shared.contents import ROOMS

_PRESET = "preset"
_DEFAULT = Settings()


def draw(stem: str) -> None:
    """Draw the sidebar of a room.

    Parameters
    ----------
    stem : str
        Of the room.
    """
    with st.sidebar:
        sliders(stem)
        if ROOMS[stem].settings:
            with st.container(horizontal=True):
                st.menu_button("Presets", list(PRESETS), key=_PRESET, on_click=_take_preset)
                st.button("Reset", on_click=_take, args=(_DEFAULT,))
        copy_link("Copy link to this view", "Copied")
        lesson_link()


def sliders(stem: str) -> None:
    """The sliders of the shared settings; those that change nothing in the room are hidden.

    A hidden slider keeps its value and its place in the address for the next room; Streamlit would forget the value
    of one that is not drawn.
    """
    for parameter in PARAMETERS:
        st.select_slider(
            parameter.name,
            options=parameter.stops,
            value=getattr(_DEFAULT, parameter.name),
            help=parameter.meaning,
            key=parameter.name,
            bind="query-params",
        )
    unused = [f".st-key-{each.name}" for each in PARAMETERS if each.name not in ROOMS[stem].settings]
    if unused:
        st.html(f"<style>{', '.join(unused)} {{ display: none }}</style>")


def _take_preset() -> None:
    _take(PRESETS[st.session_state[_PRESET]])


def _take(settings: Settings) -> None:
    for parameter in PARAMETERS:
        st.session_state[parameter.name] = getattr(settings, parameter.name)

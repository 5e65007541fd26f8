"""The shared settings: drawn by the frame, bound to the address, read by every room."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import streamlit as st

from components.links.copy_link import copy_link
from components.links.lesson_link import lesson_link
from core.inputs.settings import PARAMETERS, PRESETS, Settings

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage

_PRESET = "preset"
_LEFT_OUT = "_left_out"
_DEFAULT = Settings()


def clamp_address(page: StreamlitPage) -> None:
    """Where an address asks for values between or beyond the stops, go to the nearest ones.

    Streamlit itself drops what is no stop, but stumbles over a number too large for its number boxes,
    so no such number gets further than here. Text that is no number is left to it.

    An address that the browser goes back to meets widgets that stand already; their part of an address only they
    may change, so they are told.
    """
    asked = {name: st.query_params.get_all(name) for name in st.query_params}
    wanted = {name: values for name, values in asked.items() if not any(map(_overflows, values))}
    found = {each.name: each.nearest_stop(asked.get(each.name, [None])[-1]) for each in PARAMETERS}
    stops = {name: stop for name, stop in found.items() if stop is not None}
    wanted |= {name: [str(stop)] for name, stop in stops.items()}
    if wanted != asked:
        st.session_state[_LEFT_OUT] = [name for name in asked if name not in wanted]
        st.session_state.update({name: stop for name, stop in stops.items() if name in st.session_state})
        st.switch_page(page, query_params={name: wanted[name] for name in wanted.keys() - st.session_state.keys()})


def left_out() -> list[str]:
    """Names of an address whose numbers float64 does not hold; told once.

    Returns
    -------
    names : list of str
        As they stood there: plain text, and not trusted.
    """
    names: list[str] = st.session_state.pop(_LEFT_OUT, [])
    return names


def draw(*, whole: bool) -> None:
    """The sliders; and where it is the whole, presets, reset and links."""
    for parameter in PARAMETERS:
        st.select_slider(
            parameter.name,
            options=parameter.stops,
            value=getattr(_DEFAULT, parameter.name),
            help=parameter.meaning,
            key=parameter.name,
            bind="query-params",
        )
    if whole:
        with st.container(horizontal=True):
            st.menu_button("Presets", list(PRESETS), key=_PRESET, on_click=_take_preset)
            st.button("Reset", on_click=_take, args=(_DEFAULT,))
        copy_link("Copy link to this view", "Copied")
        lesson_link()


def read() -> Settings:
    """The reader's choice.

    Returns
    -------
    settings : Settings
        Every value one of its parameter's stops.
    """
    return Settings(**{parameter.name: st.session_state[parameter.name] for parameter in PARAMETERS})


def _overflows(text: str) -> bool:
    """Whether text is a number that float64 holds only as infinity, such as 1e400."""
    return any(map(str.isdigit, text)) and math.isinf(_number(text))


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _take_preset() -> None:
    _take(PRESETS[st.session_state[_PRESET]])


def _take(settings: Settings) -> None:
    for parameter in PARAMETERS:
        st.session_state[parameter.name] = getattr(settings, parameter.name)

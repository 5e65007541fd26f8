from functools import partial

import streamlit as st

from core.inputs.parameter import log_stops
from core.inputs.settings import Settings
from pages.shared import room, sliders
from pages.shared.words import Words
from pages.sinusoidal.shift import arrows, rotation

AHEAD = sorted({3, 7, *log_stops(1000, (1, 2, 5), 10)})  # tokens
OFFSETS = [*(-offset for offset in reversed(AHEAD)), *AHEAD]


def draw(settings: Settings, words: Words) -> None:
    offset = sliders.slider("Offset k (tokens)", OFFSETS, 7, key="offset", help=words["Offset: help"])
    if settings.d_model < 2:
        st.info(words["No pair"])
        room.close(words)
    else:
        arrows.draw(offset, settings, words)
        room.close(words, partial(rotation.draw, offset, settings, words))


draw(*room.enter(__file__))

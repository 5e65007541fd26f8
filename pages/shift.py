import streamlit as st

from core.inputs.parameter import log_stops
from core.inputs.settings import Settings
from pages.shared import preview, room
from pages.shared.view_row import view_name
from pages.shared.words import Words
from pages.sinusoidal.shift import arrows, matrices

AHEAD = sorted({3, 7, *log_stops(1000, (1, 2, 5), 10)})  # tokens
OFFSETS = [*(-offset for offset in reversed(AHEAD)), *AHEAD]
PICTURES = {"Same sine": arrows.draw, "Rotation": matrices.rotations, "Least squares": matrices.least_squares}


def draw(settings: Settings, words: Words) -> None:
    offset = preview.slider("Offset k (tokens)", OFFSETS, 7, key="offset", help=words["Offset: help"])
    more = None
    if settings.d_model < 2:
        st.info(words["No pair"])
    else:
        more = PICTURES[view_name()](offset, settings, words)
    room.close(words, more)


draw(*room.enter(__file__))

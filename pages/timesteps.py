import streamlit as st

from core.inputs.settings import Settings
from pages.beyond_text.timesteps import presets, slips
from pages.shared import room
from pages.shared.view_row import view_name
from pages.shared.words import Words

VIEWS = {"A slip": slips.draw, "Four models": presets.draw}
LEAST = 4  # features: with fewer, the exponents of DDPM divide by zero


def draw(settings: Settings, words: Words) -> None:
    more = None
    if settings.d_model < LEAST:
        st.info(words["Too few"])
    else:
        more = VIEWS[view_name()](settings, words)
    room.close(words, more)


draw(*room.enter(__file__))

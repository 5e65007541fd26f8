import streamlit as st

from core.inputs.settings import Settings
from pages.beyond_text.timesteps import slips
from pages.shared import room
from pages.shared.words import Words

LEAST = 4  # features: with fewer, the exponents of DDPM divide by zero


def draw(settings: Settings, words: Words) -> None:
    more = None
    if settings.d_model < LEAST:
        st.info(words["Too few"])
    else:
        more = slips.draw(settings, words)
    room.close(words, more)


draw(*room.enter(__file__))

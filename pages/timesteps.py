from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from pages.beyond_text.timesteps import presets, slips
from pages.shared import room, views

if TYPE_CHECKING:
    from core.inputs.settings import Settings
    from pages.shared.words import Words

LEAST = 4  # features: with fewer, the exponents of DDPM divide by zero


def draw(settings: Settings, words: Words) -> None:
    if settings.d_model < LEAST:
        st.info(words["Too few"])
    else:
        views.draw({"A slip": slips.draw, "Four models": presets.draw}, settings, words)
    room.close(words)


draw(*room.enter(__file__))

import streamlit as st

from core.inputs.settings import Settings
from pages.shared import frame, room
from pages.shared.view_row import view_name
from pages.shared.views import bind
from pages.shared.words import Words
from pages.sinusoidal.similarity import curve, gram

PICTURES = {"Curve": curve.draw, "Gram matrix": gram.draw}


def draw(settings: Settings, words: Words) -> None:
    more = None
    if settings.d_model < 2:
        st.info(words["No pair"])
    else:
        controls = frame.controls()
        normalise = controls.toggle("normalised", **bind("normalised"))
        more = PICTURES[view_name()](settings, words, normalise, controls)
    room.close(words, more)


draw(*room.enter(__file__))

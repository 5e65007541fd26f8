import streamlit as st

from core.inputs.settings import Settings
from pages.shared import room
from pages.shared.words import Words
from pages.words.real_model import choice, shown


def draw(_: Settings, words: Words) -> None:
    try:
        chosen = choice.ask(words)
    except FileNotFoundError:  # of a folder that somebody has thinned out; nothing is fetched
        st.info(words["No weights"])
    else:
        if chosen:
            shown.draw(words, chosen)
    room.close(words)


draw(*room.enter(__file__))

import streamlit as st

from core.inputs.settings import Settings
from pages.schemes.rope import layouts, score, turn
from pages.schemes.rope.head import Head
from pages.shared import room, sliders
from pages.shared.view_row import view_name
from pages.shared.words import Words

HEAD_DIMS = (2, 4, 8, 16, 32, 64, 80, 96, 128, 192, 256)
VIEWS = {"Turn": turn.draw, "Score": score.draw, "Layouts": layouts.draw}


def draw(settings: Settings, words: Words) -> None:
    above, below = st.container(), st.container()
    dim = sliders.slider(
        "head_dim", HEAD_DIMS, 64, key="head_dim", place=below, width=170, help=words["Head: help"]
    )
    with above:
        more = VIEWS[view_name()](words, Head(dim, settings.length, settings.base, settings.scale))
    room.close(words, more)


draw(*room.enter(__file__))

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from pages.shared import room
from pages.shared.room_link import goes_on
from pages.shared.views import bound, one_of
from pages.sinusoidal.similarity import curve, matrices

if TYPE_CHECKING:
    from core.inputs.settings import Settings
    from pages.shared.words import Words

PICTURES = {
    "Curve": curve.draw,
    "Gram matrix": matrices.all_pairs,
    "Random W_q, W_k": matrices.random_head,
}


def draw(settings: Settings, words: Words) -> None:
    if settings.d_model < 2:
        st.info(words["No pair"])
    else:
        controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
        picture = one_of("Picture", list(PICTURES), key="picture", place=controls)
        normalised = controls.toggle("normalised", **bound("normalised"))
        PICTURES[picture](settings, words, normalised, controls)
        st.caption(words["Goes on"])
        goes_on(words)
    room.close(words)


draw(*room.enter(__file__))

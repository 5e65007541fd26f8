from __future__ import annotations

import streamlit as st

from core.inputs.settings import Settings
from pages.shared import room, view_row, views
from pages.shared.words import Words
from pages.words.concatenate.layers import show_layers
from pages.words.concatenate.lengths import show_lengths
from pages.words.concatenate.read_back import show_read_back

VIEWS = {"Read back": show_read_back, "Swamp": show_lengths, "Layers": show_layers}


def draw(settings: Settings, words: Words) -> None:
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    room.close(words, VIEWS[view_row.chosen()](settings, words, views.seed(controls), controls.empty()))


draw(*room.enter(__file__))

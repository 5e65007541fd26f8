from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from pages.shared import room, views
from pages.words.concatenate.layers import show_layers
from pages.words.concatenate.lengths import show_lengths
from pages.words.concatenate.read_back import show_read_back

if TYPE_CHECKING:
    from core.inputs.settings import Settings
    from pages.shared.words import Words

VIEWS = {"Read back": show_read_back, "Swamp": show_lengths, "Layers": show_layers}


def draw(settings: Settings, words: Words) -> None:
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    views.draw(VIEWS, settings, words, views.seed(controls), controls.empty())
    room.close(words)


draw(*room.enter(__file__))

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from pages.shared import address, room, view_row, views
from pages.words.sentence import text
from pages.words.sentence.pair import show_pair
from pages.words.sentence.rows import show_rows
from pages.words.sentence.swap import show_swap
from pages.words.sentence.text import Embedded

if TYPE_CHECKING:
    from core.inputs.settings import Settings
    from pages.shared.words import Words

SEED, MOST_SEED = "embedding_seed", 9999
VIEWS = {"Embedding + encoding": show_rows, "One pair": show_pair, "Swap": show_swap}


def draw(settings: Settings, words: Words) -> None:
    seed = address.whole(SEED, 0, 0, MOST_SEED)
    read = text.ask(words, settings.length)
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        scaled = st.toggle("× √d_model", True, help=words["Scaled: help"], **views.bound("sqrt_d_model"))
        st.button(
            words("Seed", seed=seed),
            icon=":material/casino:",
            on_click=draw_another,
            args=(seed,),
            type="tertiary",
            help=words["Seed: help"],
        )
    text.tell_what_is_missing(words, read, settings.length)
    if read.words:
        VIEWS[view_row.chosen()](settings, words, Embedded(read.words, seed, scaled))
    room.close(words)


def draw_another(seed: int) -> None:
    address.put(**{SEED: (seed + 1) % (MOST_SEED + 1)})


draw(*room.enter(__file__))

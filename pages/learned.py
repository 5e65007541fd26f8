from collections.abc import Callable
from functools import partial

import streamlit as st

from core.inputs.settings import Settings
from pages.schemes.learned import clocks, similarity, spectrum, values
from pages.schemes.learned.tables import Tables, choose, is_real_asked
from pages.shared import frame, room, view_row
from pages.shared.words import Words

VIEWS = {"Clocks": clocks.draw, "Spectrum": spectrum.draw, "Table": values.numbers, "Similarity": similarity.draw}


def draw(settings: Settings, words: Words) -> None:
    controls = frame.controls()
    tables = choose(settings, controls, words)
    room.close(words, partial(more, tables, words, VIEWS[view_row.view_name()](tables, controls, words)))


def more(tables: Tables, words: Words, of_view: Callable[[], object] | None) -> None:
    """What the view leaves out, and where the sample comes from."""
    if of_view:
        of_view()
    length, d_model = tables.length, tables.learned.d_model
    st.markdown(words("Trained", length=length, d_model=d_model, numbers=length * d_model))
    if tables.stored:
        st.markdown(words[f"Trained: {tables.stored}"])


def headline() -> str:
    """Of clocks in another table than the real model's."""
    return "" if view_row.view_name() != "Clocks" or is_real_asked() else "Clocks: headline"


draw(*room.enter(__file__, headline=headline))

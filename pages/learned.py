from collections.abc import Callable
from functools import partial

import streamlit as st

from core.inputs.settings import Settings
from pages.schemes.learned import clocks, own, similarity, spectrum, values
from pages.schemes.learned.tables import Tables, choose, is_own_asked, is_real_asked
from pages.shared import contents, frame, room, view_row
from pages.shared.words import Words

VIEWS = {"Clocks": clocks.draw, "Spectrum": spectrum.draw, "Table": values.numbers, "Similarity": similarity.draw}


def draw(settings: Settings, words: Words) -> None:
    controls = frame.controls()
    tables = choose(settings, controls, words)
    found = tables.identified() if is_first_view() else None
    view = VIEWS[view_row.view_name()]
    looked_at = tables.looked_at() if is_first_view() else None
    if looked_at and not found:
        st.markdown(own.sentence(looked_at, words))
    of_view = view(tables, controls, words) if found is None else own.draw(found, tables, words)
    room.close(words, partial(more, tables, words, of_view))


def more(tables: Tables, words: Words, of_view: Callable[[], object] | None) -> None:
    """What the view leaves out, and where the sample comes from."""
    if of_view:
        of_view()
    length, d_model = tables.length, tables.learned.d_model
    if tables.identified() is None:
        st.markdown(words("Trained", length=length, d_model=d_model, numbers=length * d_model))
    if tables.stored:
        st.markdown(words[f"Trained: {tables.stored}"])


def is_first_view() -> bool:
    """Whether the view is the one in whose place a table that is recognised is checked."""
    views = contents.here().views
    return views is not None and view_row.view_name() == views.tabs[0]


def headline() -> str:
    """Of the reader's own table, and of clocks in another table than the real model's."""
    if not is_first_view() or is_real_asked():
        return ""
    return "Own: headline" if is_own_asked() else "Clocks: headline"


draw(*room.enter(__file__, headline=headline))

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.schemes.analysis.table import sinusoidal_table
from core.schemes.analysis.table_file import MOST_ROWS
from core.schemes.analysis.table_readings import read_row
from core.schemes.sinusoidal import columns, substituted
from pages.schemes.learned import spectrum, values
from pages.schemes.learned.tables import choose
from pages.shared import lesson_link, room, views

if TYPE_CHECKING:
    from core.inputs.settings import Settings
    from pages.schemes.learned.tables import Tables
    from pages.shared.words import Words

VIEWS = {"Spectrum": spectrum.view, "Table": values.numbers, "Similarity": values.similarity}


def draw(settings: Settings, words: Words) -> None:
    tables = choose(settings, words)
    if lesson_link.offers("row") or "row" in st.query_params:  # no answer without its question
        row(tables, words)
    views.draw(VIEWS, tables, words)
    length, rows = settings.length, tables.length
    facts = {"length": length, "d_model": settings.d_model, "numbers": length * settings.d_model}
    st.markdown(
        f"{words('Settings', **facts)} "
        + words(f"Settings: {'fits' if length <= rows else 'beyond'}", rows=rows, missing=length - rows)
    )
    room.close(words)


def row(tables: Tables, words: Words) -> None:
    field, left, right = st.columns([1, 2, 2], vertical_alignment="center")
    end, shape = tables.length, {"base": tables.base, "scale": tables.scale}
    asked = field.number_input(
        words["Row"], 0, MOST_ROWS, None, placeholder=f"{end}", help=words["Row: help"], **views.bound("row")
    )
    at = end if asked is None else asked
    if at < end:
        left.success(words("Row: found", found=read_row(tables.learned, at)))
    else:
        left.warning(words("Row: missing", row=at, last=end - 1))
    d_model = tables.learned.d_model
    formula = substituted(at, 0, columns(d_model, base=tables.base), **shape)
    computed = read_row(sinusoidal_table(at + 1, d_model, **shape), at)
    right.markdown(words("Row: computed", found=computed, formula=formula))


draw(*room.enter(__file__))

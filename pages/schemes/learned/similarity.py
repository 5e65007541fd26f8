"""Cosines between the rows of both tables."""

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.schemes.analysis.table import RowCosines, Table, row_cosines
from figures.sinusoidal.similarity import gram_heatmap
from pages.schemes.learned.tables import Tables
from pages.schemes.learned.values import CELLS
from pages.shared import chart
from pages.shared.columns import Columns
from pages.shared.words import Words


def draw(tables: Tables, controls: DeltaGenerator, words: Words) -> None:
    if tables.length == 1:
        st.info(words["Similarity: one row"])
        return
    grams = tables.both(cosines)
    for place, (kind, each) in zip(st.columns(2, gap="medium"), grams.items(), strict=True):
        with place:
            st.markdown(tables.heading(kind, words))
            cosine_heatmap(kind, each, tables, words)
    st.markdown(words("Similarity", **grams))


def cosines(table: Table) -> RowCosines:
    return row_cosines(table, rows=CELLS)


def cosine_heatmap(kind: str, gram: RowCosines, tables: Tables, words: Words) -> None:
    starts = np.arange(len(gram.values)) * gram.positions
    cosines_by_row = dict(zip(map(str, starts), gram.values, strict=True))  # symmetric
    columns = Columns(lambda: {"position": starts} | cosines_by_row, tables.code("similarity", kind=kind))
    figure = gram_heatmap(columns.rows, gram.positions, palette=chart.palette(), unit="cosine", limit=1)
    alt = words("Similarity: alt", kind=kind, length=tables.length, reading=gram)
    chart.show(figure, columns, alt=alt, key=f"similarity_{kind}")
    if gram.positions > 1:
        st.caption(words("Similarity: averaged", positions=gram.positions))

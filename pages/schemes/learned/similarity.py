"""Cosines between all pairs of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

from core.schemes.analysis.table_readings import RowCosines, row_cosines
from figures.sinusoidal.gram import gram_heatmap
from pages.schemes.learned.tables import code
from pages.shared import chart

if TYPE_CHECKING:
    from core.schemes.analysis.table import Table
    from pages.schemes.learned.tables import Tables
    from pages.shared.words import Words

CELLS = 256  # at most, along a side


def view(tables: Tables, words: Words) -> None:
    if tables.length == 1:
        st.info(words["Similarity: one row"])
        return
    found = tables.both(cosines)
    st.markdown(words("Similarity", **found))
    for place, (kind, each) in zip(st.columns(2, gap="medium"), found.items(), strict=True):
        with place:
            st.markdown(words[f"{kind}: heading"])
            heatmap(kind, each, tables.length, words)


def cosines(table: Table) -> RowCosines:
    return row_cosines(table, rows=CELLS)


def heatmap(kind: str, found: RowCosines, length: int, words: Words) -> None:
    figure = gram_heatmap(found.values, found.positions, palette=chart.palette(), unit="cosine (1)")
    starts = np.arange(len(found.values)) * found.positions
    frame = pd.DataFrame(found.values, columns=[str(start) for start in starts]).assign(position=starts)
    alt, key = words("Similarity: alt", kind=kind, length=length, found=found), f"similarity_{kind}"
    chart.show(figure, alt=alt, table=frame.copy, key=key, code=code(key))
    if found.positions > 1:
        st.caption(words("Similarity: averaged", positions=found.positions))

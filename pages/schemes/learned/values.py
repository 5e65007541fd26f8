"""Both tables side by side: their numbers, the norms of their rows, and the cosines between these."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

from core.schemes.analysis.table import table_means, usual_size
from core.schemes.analysis.table_readings import NormCurve, RowCosines, norm_curve, row_cosines
from core.sinusoidal.block_means import block_means
from figures.curves import Line
from figures.schemes.learned import norm_curves, table_heatmap
from figures.sinusoidal.gram import gram_heatmap
from pages.schemes.learned.tables import COLOURS, code
from pages.shared import chart

if TYPE_CHECKING:
    from core.schemes.analysis.table import Table
    from core.sinusoidal.block_means import BlockMeans
    from pages.schemes.learned.tables import Tables
    from pages.shared.words import Words

POINTS, CELLS = 512, 256  # at most: of a curve, along a side of a picture


def numbers(tables: Tables, words: Words) -> None:
    heatmaps(tables, words)
    norms(tables, words)


def means_of(table: Table) -> BlockMeans:
    return table_means(table, rows=CELLS, columns_=CELLS)


def norms_of(table: Table) -> NormCurve:
    return norm_curve(table, points=POINTS)


def heatmaps(tables: Tables, words: Words) -> None:
    means, d_model = tables.own(means_of), tables.learned.d_model
    rows = -(-9 * len(means.values) // 8)  # of the picture, the last of them past the end of the table
    shown = rows * means.positions
    further = block_means(shown, d_model, rows=rows, columns_=CELLS, base=tables.base, scale=tables.scale)
    limits = {"learned": usual_size(means.values), "sinusoidal": 1.0}
    facts = {"length": tables.length, "d_model": d_model, "last": tables.length - 1, "limit": limits["learned"]}
    st.markdown(words("Table", **facts))
    kinds = zip(st.columns(2, gap="medium"), limits, (means, further), strict=True)
    for place, kind, values in kinds:
        with place:
            st.markdown(words[f"{kind}: heading"])
            figure = table_heatmap(
                values.values,
                palette=chart.palette(),
                step=(means.dimensions, means.positions),
                limit=limits[kind],
                length=tables.length,
                shown=shown,
                beyond=words[f"{kind}: beyond"],
            )
            key = f"table_{kind}"
            chart.show(
                figure, alt=words("Table: alt", **facts), table=partial(frame, values), key=key, code=code(key)
            )
    averaged = ["Table: averaged"] if max(means.dimensions, means.positions) > 1 else []
    facts |= {"dimensions": means.dimensions, "positions": means.positions}
    st.caption(" ".join(words(part, **facts) for part in ("Table: colours", *averaged)))


def frame(means: BlockMeans) -> pd.DataFrame:
    rows, across = means.values.shape
    found = pd.DataFrame(means.values, columns=[str(i * means.dimensions) for i in range(across)])
    found.insert(0, "position", np.arange(rows) * means.positions)
    return found


def norms(tables: Tables, words: Words) -> None:
    found = tables.both(norms_of)
    learned, sinusoidal = found["learned"], found["sinusoidal"]
    at = np.arange(0, tables.length, learned.size)
    lines = [Line(kind, at, curve.values, COLOURS[kind]) for kind, curve in found.items()]
    parts = ["Norms", "Norms: differ" if tables.learned.d_model % 2 else "Norms: same"]
    parts += ["Points"] if learned.size > 1 else []
    left, right = st.columns([3, 2], gap="medium", vertical_alignment="center")
    with left:
        st.markdown(words["Norms: heading"])
        figure = norm_curves(lines, palette=chart.palette(), x="position (tokens)", y="norm of the row")
        columns = {"position": at} | {line.name: line.y for line in lines}
        alt = words("Norms: alt", learned=learned)
        chart.show(figure, alt=alt, table=lambda: pd.DataFrame(columns), key="norms", code=code("norms"))
    facts = {"learned": learned, "sinusoidal": sinusoidal, "points": learned.size}
    right.markdown(" ".join(words(part, **facts) for part in parts))


def similarity(tables: Tables, words: Words) -> None:
    if tables.length == 1:
        st.info(words["Similarity: one row"])
        return
    found = tables.both(cosines)
    st.markdown(words("Similarity", **found))
    for place, (kind, each) in zip(st.columns(2, gap="medium"), found.items(), strict=True):
        with place:
            st.markdown(words[f"{kind}: heading"])
            cosine_heatmap(kind, each, tables.length, words)


def cosines(table: Table) -> RowCosines:
    return row_cosines(table, rows=CELLS)


def cosine_heatmap(kind: str, found: RowCosines, length: int, words: Words) -> None:
    figure = gram_heatmap(found.values, found.positions, palette=chart.palette(), unit="cosine (1)", limit=1)

    def table() -> pd.DataFrame:
        starts = np.arange(len(found.values)) * found.positions
        return pd.DataFrame(found.values, columns=[str(start) for start in starts]).assign(position=starts)

    alt, key = words("Similarity: alt", kind=kind, length=length, found=found), f"similarity_{kind}"
    chart.show(figure, alt=alt, table=table, key=key, code=code(key))
    if found.positions > 1:
        st.caption(words("Similarity: averaged", positions=found.positions))

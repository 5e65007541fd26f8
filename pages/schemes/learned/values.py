"""Both tables side by side: their numbers, and the norms of their rows."""

from collections.abc import Callable
from functools import partial

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.schemes.analysis.table import (
    NormCurve,
    Table,
    norm_curve,
    read_row,
    sinusoidal_table,
    table_means,
    usual_size,
)
from core.schemes.analysis.table_file import MOST_ROWS
from core.schemes.sinusoidal import cell_formula, columns
from core.sinusoidal.block_means import BlockMeans, block_means
from figures.schemes.learned import norm_curves, table_heatmap
from pages.schemes.learned.tables import COLOURS, Tables
from pages.shared import address, chart, lesson_link, views
from pages.shared.columns import Columns
from pages.shared.words import Words

POINTS, CELLS = 512, 256  # at most: of a curve, along a side of a picture


def numbers(tables: Tables, controls: DeltaGenerator, words: Words) -> Callable[[], object]:
    row = address.if_set("row", address.whole("row", 0, 0, MOST_ROWS))
    controls.number_input(
        words["Row"], 0, MOST_ROWS, None, placeholder=words["Row: empty"], width=200, **views.write_back("row", row)
    )
    show_table = row is not None or not is_still_asked()
    heatmaps(tables, words, beyond=not is_still_asked() or (row is not None and row >= tables.length))
    if row is not None:
        look_up(row, tables, words)
    elif show_table:
        st.markdown(words("Table" if tables.identified() is None else "Own: table", last=tables.length - 1))
    return partial(norms, tables, words)


def is_still_asked() -> bool:
    """Whether a lesson's step still asks what comes after the last row."""
    route = lesson_link.current()
    return route.is_one_of_several and not route.unfolded


def look_up(row: int, tables: Tables, words: Words) -> None:
    """What either table has at a position."""
    shape, d_model = {"base": tables.base, "scale": tables.scale}, tables.learned.d_model
    left, right = st.columns(2, gap="medium")
    if row < tables.length:
        section = "Row: found" if tables.identified() is None else "Own: row"
        left.success(words(section, reading=read_row(tables.learned, row)))
    else:
        left.warning(words("Row: missing", row=row, last=tables.length - 1))
    formula = cell_formula(row, 0, columns(d_model, base=tables.base), **shape)
    computed_row = read_row(sinusoidal_table(row + 1, d_model, **shape), row)
    right.info(words("Row: computed", reading=computed_row, formula=formula))


def means_of(table: Table) -> BlockMeans:
    return table_means(table, rows=CELLS, columns_=CELLS)


def norms_of(table: Table) -> NormCurve:
    return norm_curve(table, points=POINTS)


def heatmaps(tables: Tables, words: Words, *, beyond: bool) -> None:
    """Both tables; past the last row of the learned one only if `beyond`."""
    means, d_model = tables.of_learned(means_of), tables.learned.d_model
    rows = -(-9 * len(means.values) // 8) if beyond else len(means.values)
    visible = rows * means.positions
    further = block_means(visible, d_model, rows=rows, columns_=CELLS, base=tables.base, scale=tables.scale)
    limits = {"learned": usual_size(means.values), "sinusoidal": 1.0}
    facts = {"length": tables.length, "d_model": d_model, "last": tables.length - 1, "limit": limits["learned"]}
    kinds = zip(st.columns(2, gap="medium"), limits, (means, further), strict=True)
    for place, kind, values in kinds:
        with place:
            st.markdown(tables.heading(kind, words))
            figure = table_heatmap(
                values.values,
                palette=chart.palette(),
                step=(means.dimensions, means.positions),
                limit=limits[kind],
                length=tables.length,
                visible=visible,
                beyond=words[f"{kind}: beyond"] if beyond else "",
            )
            columns = Columns(values.columns, tables.code("table", kind=kind))
            chart.show(figure, columns, alt=words("Table: alt", **facts), key=f"table_{kind}")


def norms(tables: Tables, words: Words) -> None:
    """What the colours stand for, and how loud each row is."""
    means = tables.of_learned(means_of)
    averaged_section = ["Table: averaged"] if max(means.dimensions, means.positions) > 1 else []
    cells = {"limit": usual_size(means.values), "dimensions": means.dimensions, "positions": means.positions}
    st.markdown(" ".join(words(part, **cells) for part in ("Table: colours", *averaged_section)))
    curves = tables.both(norms_of)
    learned, sinusoidal = curves["learned"], curves["sinusoidal"]
    positions = np.arange(0, tables.length, learned.size)
    norms = {kind: curve.values for kind, curve in curves.items()}
    columns = Columns(lambda: {"position": positions} | norms, tables.code("norms"))
    parts = ["Norms", "Norms: differ" if tables.learned.d_model % 2 else "Norms: same"]
    parts += ["Points"] if learned.size > 1 else []
    left, right = st.columns([3, 2], gap="medium", vertical_alignment="center")
    with left:
        st.markdown(words["Norms: heading"])
        lines = [columns.line(kind, COLOURS[kind]) for kind in columns.names]
        figure = norm_curves(lines, palette=chart.palette(), x="position (tokens)", y="norm of the row")
        chart.show(figure, columns, alt=words("Norms: alt", learned=learned), key="norms")
    facts = {"learned": learned, "sinusoidal": sinusoidal, "points": learned.size}
    right.markdown(" ".join(words(part, **facts) for part in parts))

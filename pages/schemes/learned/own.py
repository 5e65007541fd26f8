"""The reader's own table beside the right one of its settings, with what differs and how to mend it."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from core.schemes.analysis.identify import Identification
from core.schemes.analysis.identify.beside import Beside, beside
from figures.schemes.learned import marked_cells
from pages.schemes.learned.tables import Tables
from pages.shared import chart
from pages.shared.columns import Columns
from pages.shared.verbatim import markdown
from pages.shared.words import Words

IN_SIGHT = 2  # notes; the others are one step away


def draw(found: Identification, tables: Tables, words: Words) -> Callable[[], object]:
    st.markdown(sentence(found, words))
    is_half = tables.pair and (
        found.faults or tables.origin[-1] != tables.pair[0].name
    )  # what is right is the other
    cells = None if is_half else beside(tables.learned, found)
    if cells is not None:
        heatmaps(cells, tables, words)
    codes = [fault for fault in found.faults if fault.makes]
    if codes:
        st.markdown(words["Own: fix"])
    for fault in codes:
        st.code(f"- {fault.makes}\n+ {fault.mends}", language=None)  # the colours of "diff" are too pale
    st.markdown(listed(found.notes[:IN_SIGHT]))
    return partial(more, found.notes[IN_SIGHT:], words)


def sentence(found: Identification, words: Words) -> str:
    """What the table is, and what is wrong with it."""
    wrong = markdown(" ".join(found.mistakes))
    if not found.faults and found.first is None and found.largest is not None:
        wrong = words("Own: right", largest=found.largest.size)
    return f"**{markdown(found.summary)}** {wrong}"


def listed(notes: tuple[str, ...]) -> str:
    return "\n".join(f"- {markdown(note)}" for note in notes)


def more(notes: tuple[str, ...], words: Words) -> None:
    """Further notes, and why spectrum and cosines do not tell."""
    st.markdown(listed(notes))
    st.markdown(words["Own: more"])


def heatmaps(cells: Beside, tables: Tables, words: Words) -> None:
    """The same cells of both tables; those that differ are outlined."""
    limit = float(np.abs(cells.right).max()) or 1.0
    facts = {
        "first": cells.rows[0],
        "last": cells.rows[-1],
        "left": cells.columns[0],
        "right": cells.columns[-1],
        "count": int(cells.differs.sum()),
    }
    for place, kind in zip(st.columns(2, gap="medium"), ("yours", "right"), strict=True):
        with place:
            st.markdown(words[f"Own: {kind} table"])
            script = tables.code("beside", kind=kind, **script_values(cells))
            columns = Columns(partial(cells.by_column, kind), script)
            figure = marked_cells(
                columns.rows.T,
                cells.differs if kind == "yours" else np.zeros_like(cells.differs),
                palette=chart.palette(),
                first=(int(cells.columns[0]), int(cells.rows[0])),
                limit=limit,
            )
            chart.show(figure, columns, alt=words(f"Own: {kind} alt", **facts), key=f"beside_{kind}")
    outlined = f" {words['Own: outlined']}" if facts["count"] else ""
    st.caption(words("Own: cells", **facts) + outlined)


def script_values(cells: Beside) -> dict[str, Any]:
    """What the script of the pictures is given: which cells, and the sinusoid of each column."""
    return {
        "first_row": int(cells.rows[0]),
        "first_column": int(cells.columns[0]),
        "frequencies": tuple(cells.frequencies.tolist()),
        "phases": tuple(cells.phases.tolist()),
        "amplitudes": tuple(cells.amplitudes.tolist()),
    }

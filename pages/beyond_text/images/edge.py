"""The edge of a learned grid that is brought to another resolution by the rules in use."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import streamlit as st

from core.beyond_text.contents import METHODS
from core.beyond_text.patch_maps import OLD_SIDE
from core.beyond_text.resampling import GRID_RULES, GridEdge, edge_wave_columns, grid_edge
from figures.beyond_text.images import FIRST, grid_edge_rows
from figures.curves import Line
from figures.theme import GHOST, INK, LEARNED
from pages.shared import chart, frame, sliders
from pages.shared.views import one_of
from pages.shared.words import Words
from pages.take_away.derived import columns_of

SIZES = (7, 10, 12, 16, 20, 24, 28, 32, 42, 56)
WAVES = tuple(at / 10 for at in range(1, 31))


def draw(words: Words) -> Callable[[], None]:
    """Draw a wave at the edge of the table; returns what draws where the new rows lie."""
    controls = frame.controls()
    rule = one_of(words["Rule name"], list(GRID_RULES), key="rule", place=controls, wrap=True)
    new = sliders.slider(words["Rows now"], SIZES, 28, key="new_rows", place=controls, width=200)
    wave = sliders.slider(words["Wave"], WAVES, 1.0, key="wave", place=controls, width=200)
    edge = grid_edge(OLD_SIDE, new, rule=rule, wave=wave)
    outside = int(((edge.rows < 0) | (edge.rows > OLD_SIDE - 1)).sum())
    facts = {"rule": rule, "new": new, "wave": wave, "own": edge, "trained": OLD_SIDE, "outside": outside}
    facts |= {"first": edge.rows[0], "last": edge.rows[-1], "final": new - 1}
    draw_wave(facts, words)
    st.markdown(words("Edge: said", **facts) + " " + words("Edge: outside" if outside else "Edge: kept", **facts))
    return lambda: places(words, edge, facts)


def places(words: Words, edge: GridEdge, facts: Mapping[str, Any]) -> None:
    """Where the new rows lie among those of the table."""
    st.markdown(words("Edge", **facts))
    st.latex(words("Edge: formula", step=edge.rows[1] - edge.rows[0], **facts))


def draw_wave(facts: Mapping[str, Any], words: Words) -> None:
    """The wave as the new rows want it, as the table has it, and as the chosen rule finds it."""
    rule, wave = facts["rule"], facts["wave"]
    old, fine = np.arange(OLD_SIDE), np.linspace(FIRST, OLD_SIDE - 1, 400)
    values = {"new_size": facts["new"], "grid_rule": rule, "wave": wave}
    columns = columns_of(edge_wave_columns, "curves", values, cites=[METHODS["Learned grid"]])
    lines = [
        Line(words["Edge: wanted"], fine, np.sin(wave * fine), GHOST, width=3),
        Line(words["Edge: table"], old, np.sin(wave * old), LEARNED, mode="markers"),
        columns.line("found", INK, title=words["Edge: found"], mode="lines+markers"),
    ]
    chart.show(
        grid_edge_rows(
            lines,
            palette=chart.palette(),
            outside=words["Edge: beyond"],
            x=words["Edge: row"],
            y=words["Edge: value"],
        ),
        columns,
        alt=words("Edge: wave: alt", **facts),
        key="edge_wave",
        ghost=True,
    )

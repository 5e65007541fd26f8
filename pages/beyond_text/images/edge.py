"""A wave down a learned grid, brought to another resolution by the rules in use."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import streamlit as st

from core.beyond_text.contents import METHODS
from core.beyond_text.patch_maps import OLD_SIDE
from core.beyond_text.resampling import GRID_RULES, GridEdge, edge_errors_columns, edge_wave_columns, grid_edge
from figures.curves import Line, curves, named_at_ends
from figures.theme import GHOST, INK
from pages.shared import chart, preview
from pages.shared.views import one_of
from pages.shared.words import Words
from pages.take_away.derived import table_and_code

SIZES = (7, 10, 12, 16, 20, 24, 28, 32, 42, 56)
CITES = [METHODS["Learned grid"]]
WAVES = tuple(at / 10 for at in range(1, 31))
WAVE = -1.3, 1.3  # bicubic rules overshoot by up to 0.23
ERRORS = {"meta": {"follows": {"yaxis": ["new_rows", "wave"]}}}  # from thousandths to 2


def draw(words: Words) -> Callable[[], None]:
    """Draw a wave and the errors; returns what draws where the new rows lie."""
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    rule = one_of(words["Rule name"], list(GRID_RULES), key="rule", place=controls, wrap=True)
    new = preview.slider(words["Rows now"], SIZES, 28, key="new_rows", place=controls, width=200)
    wave = preview.slider(words["Wave"], WAVES, 1.0, key="wave", place=controls, width=200)
    edges = {name: grid_edge(OLD_SIDE, new, rule=name, wave=wave) for name in GRID_RULES}
    edge = edges[rule]
    outside = int(((edge.rows < 0) | (edge.rows > OLD_SIDE - 1)).sum())
    facts = {"rule": rule, "new": new, "wave": wave, "own": edge, "trained": OLD_SIDE, "outside": outside}
    facts |= {"first": edge.rows[0], "last": edge.rows[-1], "final": new - 1}
    left, right = st.columns(2, gap="medium")
    with left:
        draw_wave(edge, facts, words)
    with right:
        draw_errors(edges, facts, words)
    st.markdown(words("Edge: said", **facts) + " " + words("Edge: outside" if outside else "Edge: kept", **facts))
    return lambda: places(words, edge, facts)


def places(words: Words, edge: GridEdge, facts: Mapping[str, Any]) -> None:
    """Where the new rows lie among those of the table."""
    st.markdown(words("Edge", **facts))
    st.latex(words("Edge: formula", step=edge.rows[1] - edge.rows[0], **facts))


def draw_wave(edge: GridEdge, facts: Mapping[str, Any], words: Words) -> None:
    """The wave as the new rows want it, as the table has it, and as the chosen rule finds it."""
    rule, wave = facts["rule"], facts["wave"]
    old = np.arange(OLD_SIDE)
    fine = np.linspace(min(edge.rows[0], 0), max(edge.rows[-1], OLD_SIDE - 1), 200)
    st.markdown(words["Edge: wave"])
    lines = [
        Line(words["Edge: wanted"], fine, np.cos(wave * fine), GHOST),
        Line(words["Edge: table"], old, np.cos(wave * old), GHOST, mode="markers"),
        Line(rule, edge.rows, edge.new_wave, INK, mode="lines+markers"),
    ]
    figure = curves(lines, palette=chart.palette(), x=words["Edge: row"], y=words["Edge: value"], height=320)
    chart.show(
        named_at_ends(figure, lines, *WAVE),
        alt=words("Edge: wave: alt", **facts),
        key="edge_wave",
        ghost=True,
        **table_and_code(
            edge_wave_columns, "curves", {"new_size": facts["new"], "grid_rule": rule, "wave": wave}, cites=CITES
        ),
    )


def draw_errors(edges: Mapping[str, GridEdge], facts: Mapping[str, Any], words: Words) -> None:
    """Errors of every rule at each new row, the chosen rule's in front."""
    rule, rows = facts["rule"], np.arange(facts["new"])
    first, *others = [name for name in GRID_RULES if name != rule]
    st.markdown(words["Edge: errors"])
    lines = [
        Line(words["Edge: others"], rows, edges[name].errors, GHOST, width=1, in_legend=name == first)
        for name in (first, *others)
    ]
    lines.append(Line(rule, rows, edges[rule].errors, INK, width=3))
    figure = curves(lines, palette=chart.palette(), x=words["Edge: new row"], y=words["Edge: error"], height=320)
    top = 1.1 * max(float(each.errors.max()) for each in edges.values())
    chart.show(
        named_at_ends(figure.under(ERRORS), lines, -0.02 * top, top),
        alt=words("Edge: errors: alt", **facts),
        key="edge_errors",
        **table_and_code(
            edge_errors_columns, "curves", {"new_size": facts["new"], "wave": facts["wave"]}, cites=CITES
        ),
    )

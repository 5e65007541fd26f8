"""Which axis each pair follows, and what a step along an axis changes in a score."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import numpy as np
import streamlit as st

from core.beyond_text.contents import METHODS
from core.beyond_text.mrope import AXES, HEADS, AxisSteps, change_columns, head_steps, pair_axes_columns
from core.numeric.numerals import small
from figures.beyond_text.mrope import AXIS_COLOURS, PairRow, pair_axes
from figures.curves import Line, curves, named_at_ends
from pages.shared import chart, preview
from pages.shared.views import one_of
from pages.shared.words import Words
from pages.take_away.derived import table_and_code

PICTURE = 40  # merged patches: a wide picture
STEPS = tuple(range(1, PICTURE + 1))
DASHES: dict[str, Literal["solid", "dot"]] = {"Qwen2-VL": "dot", "Qwen3-VL": "solid"}
CITES = [METHODS["M-RoPE"]]


def draw(words: Words) -> Callable[[], None]:
    """Draw the pairs and what steps change; returns what draws one change in numbers."""
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    steps = preview.slider(words["Steps"], STEPS, 1, key="steps", place=controls, width=260)
    axis = one_of(words["Along"], list(AXES), key="along", default="width", place=controls)
    index = AXES.index(axis)
    by_head = {name: head_steps(head, steps) for name, head in HEADS.items()}
    facts: dict[str, Any] = {"steps": steps, "axis": axis, "picture": PICTURE}
    for name, each in by_head.items():
        turn, kind = float(each.fastest[index]), HEADS[name].arrangement
        facts[f"{kind}_wave"] = 2 * np.pi / turn
        facts |= {f"{kind}_change": small(float(each.change[index]))}
    left, right = st.columns(2, gap="medium")
    with left:
        draw_axes(by_head, facts, words)
    with right:
        draw_changes(index, facts, words)
    st.markdown(f"{words('Pairs', **facts)} {words('Change', **facts)}")
    return lambda: numbers(words, by_head["Qwen2-VL"], index, facts)


def numbers(words: Words, changes: AxisSteps, index: int, facts: Mapping[str, Any]) -> None:
    """The wavelength of the fastest pair along the axis, and how little of a score it changes."""
    turn = float(changes.fastest[index])
    st.latex(words("Change: formula", turn=turn, wave=2 * np.pi / turn))
    st.markdown(words("Change: lost", lost=small(float(changes.score_loss[index])), **facts))


def draw_axes(by_head: Mapping[str, AxisSteps], facts: Mapping[str, Any], words: Words) -> None:
    """The pairs of each head by wavelength, coloured by axis."""
    rows = [
        PairRow(words(f"Head: {name}", head=HEADS[name]), each.axes, each.wavelengths)
        for name, each in by_head.items()
    ]
    wide = PICTURE, words("Picture wide", picture=PICTURE)
    chart.show(
        pair_axes(rows, names=AXES, picture=wide, palette=chart.palette()),
        alt=words("Pairs: alt", **facts),
        key="pair_axes",
        **table_and_code(pair_axes_columns, "panels", {}, cites=CITES, xlabel="pair"),
    )


def draw_changes(index: int, facts: Mapping[str, Any], words: Words) -> None:
    """What steps along the axis with index `at` change in the score of each head; the chosen number is marked."""
    steps, colour = facts["steps"], AXIS_COLOURS[index]
    changes = change_columns(facts["axis"], PICTURE)
    farther = changes.pop("steps")
    lines = [Line(name, farther, values, colour, dash=DASHES[name]) for name, values in changes.items()]
    marks = [
        Line(name, farther[[steps - 1]], values[[steps - 1]], colour, mode="markers", in_legend=False)
        for name, values in changes.items()
    ]
    figure = curves(
        [*lines, *marks],
        palette=chart.palette(),
        x=words("Change: x", **facts),
        y=words["Change: y"],
        height=340,
        log_y=True,
    )
    every = np.log10(np.concatenate([*changes.values()]))
    chart.show(
        named_at_ends(
            figure.under({"yaxis": {"tickformat": "~g"}}), lines, every.min() - 0.2, every.max() + 0.2, log_y=True
        ),
        alt=words("Change: alt", **facts),
        key="change",
        **table_and_code(change_columns, "curves", {"axis": facts["axis"]}, cites=CITES),
    )

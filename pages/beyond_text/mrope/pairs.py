"""Which axis each pair follows, and which pairs turn within a picture."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import streamlit as st

from core.beyond_text.contents import METHODS
from core.beyond_text.mrope import AXES, HEADS, WIDTH, AxisSteps, head_steps, pair_axes_columns
from core.numeric.numerals import small
from figures.beyond_text.mrope import PairRow, pair_axes
from pages.shared import chart, sliders
from pages.shared.words import Words
from pages.take_away.derived import columns_of

STEPS = tuple(range(1, 65))  # columns of merged patches
USUAL_STEPS = 40  # a wide picture


def draw(words: Words) -> Callable[[], None]:
    """Draw the pairs; returns what draws what a step changes in a score."""
    steps = sliders.slider(words["Steps"], STEPS, USUAL_STEPS, key="steps", width=320)
    by_head = {name: head_steps(head, steps) for name, head in HEADS.items()}
    facts: dict[str, Any] = {"steps": steps}
    for name, each in by_head.items():
        turn, kind = float(each.fastest[WIDTH]), HEADS[name].arrangement
        within = (each.axes == WIDTH) & (each.wavelengths <= steps)
        facts |= {f"{kind}_wave": 2 * np.pi / turn, f"{kind}_within": int(within.sum())}
        facts |= {f"{kind}_change": small(float(each.change[WIDTH]))}
    columns = columns_of(pair_axes_columns, "panels", {}, cites=[METHODS["M-RoPE"]], xlabel="pair")
    rows = [
        PairRow(words[f"Head: {name}"], columns[f"{name} axis"], columns[f"{name} wavelength"]) for name in by_head
    ]
    figure = pair_axes(rows, names=AXES, picture=(steps, words("Picture wide", **facts)), palette=chart.palette())
    chart.show(figure, columns, alt=words("Pairs: alt", **facts), key="pair_axes")
    st.markdown(words("Pairs", **facts))
    return lambda: numbers(words, by_head["Qwen2-VL"], facts)


def numbers(words: Words, changes: AxisSteps, facts: Mapping[str, Any]) -> None:
    """The wavelength of the fastest pair of the width, and how little of a score it changes."""
    turn = float(changes.fastest[WIDTH])
    st.latex(words("Change: formula", turn=turn, wave=2 * np.pi / turn))
    st.markdown(f"{words('Change', **facts)} {words('Change: lost', lost=small(float(changes.score_loss[WIDTH])))}")

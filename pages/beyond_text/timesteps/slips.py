"""Timesteps: the table as a model was trained with it, and what one slip makes of it."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from core.beyond_text.time_slips import (
    LAST_STEP,
    PRESET,
    SLIP,
    TimeSlip,
    preset_with,
    time_likeness_columns,
    time_row_columns,
    time_slip,
)
from core.inputs.settings import Settings
from figures import theme
from figures.beyond_text.time_tables import likeness_over_time, paired_rows
from figures.curves import Line
from pages.beyond_text.timesteps import strips
from pages.beyond_text.timesteps.switches import CITES, FEATURES, STRIPS, formula, model_and_slip, step_slider
from pages.shared import chart
from pages.shared.views import bind, one_of
from pages.shared.words import Words
from pages.take_away.derived import table_and_code

COLOURS, SAME = {"as trained": theme.INK, "with the slip": theme.GHOST}, theme.GHOST
STEPS_AND_FEATURES = 2**17  # numbers in a table at most, unless it has only the steps of the slider
USUAL_MODEL, USUAL_SLIP = "Stable Diffusion, DiT", "not × 1000"


def draw(settings: Settings, words: Words) -> Callable[[], None]:
    """Draw how alike steps are; returns what draws the tables and numbers."""
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    model = controls.selectbox(
        "Model", PRESET.options, PRESET.options.index(USUAL_MODEL), width=195, **bind("switches")
    )
    preset = model if model in PRESET.options else USUAL_MODEL
    slip = one_of("Slip", SLIP.options, key="slip", default=USUAL_SLIP, place=controls, wrap=True)
    step = step_slider(controls)
    tables = time_slip(
        slip,
        preset=preset,
        dim=settings.d_model,
        rows=steps_shown(settings.d_model),
        last=LAST_STEP,
        max_period=settings.base,
    )
    index = int(np.abs(tables.times - step).argmin())
    facts = facts_of(tables, index, preset, slip) | {"base": settings.base}
    left, right = st.columns([3, 2], gap="medium")
    with left:
        draw_likeness(tables, index, facts, words)
    with right:
        draw_rows(tables, index, facts, words)
    st.markdown(f"{words(f'Slip: {slip}', **facts)} {words('Slip: found', **facts)}")
    return partial(more, tables, index, facts, words, settings)


def more(tables: TimeSlip, index: int, facts: dict[str, Any], words: Words, settings: Settings) -> None:
    """The whole tables, and the slip in numbers."""
    strips.draw(tables, index, facts, words)
    st.markdown(words("Slip: sizes", **facts))
    st.markdown(formula(preset_with(facts["preset"], settings.base), settings.d_model, facts["step"], words))


def steps_shown(d_model: int) -> int:
    """Times of the table: the more, the fewer features there are."""
    return next((each for each in (201, 101, 51) if each * d_model <= STEPS_AND_FEATURES), STRIPS)


def facts_of(tables: TimeSlip, index: int, preset: str, slip: str) -> dict[str, Any]:
    return {
        "reading": tables,
        "preset": preset,
        "models": preset.replace(", ", " and "),
        "slip": slip,
        "step": tables.times[index],
        "right": tables.from_start[0, index],
        "wrong": tables.from_start[1, index],
        "same": tables.likeness[index],
        "mean": tables.likeness.mean(),
        "pairs": tables.right.shape[1] // 2,
        "features": tables.right.shape[1],
    }


def draw_rows(both: TimeSlip, index: int, facts: dict[str, Any], words: Words) -> None:
    """The rows of the first step and of the chosen one, in both tables."""
    stride = -(-both.right.shape[1] // FEATURES)
    tables = {"as trained": both.right, "with the slip": both.wrong}
    rows = {name: each[[0, index], ::stride] for name, each in tables.items()}
    likeness = zip(rows.items(), (facts["right"], facts["wrong"]), strict=True)
    values = {**model_and_slip(facts), "stride": stride, "at": float(both.times[index])}
    st.markdown(words("Row: heading", **facts))
    chart.show(
        paired_rows(
            {words("Row: title", table=name, cosine=cosine): each for (name, each), cosine in likeness},
            ["step 0", f"step {facts['step']:,.0f}"],
            stride=stride,
            palette=chart.palette(),
            x="feature",
        ),
        alt=words("Row: alt", **facts),
        key="time_row",
        **table_and_code(time_row_columns, "panels", values, cites=CITES, xlabel="feature"),
    )


def draw_likeness(tables: TimeSlip, index: int, facts: dict[str, Any], words: Words) -> None:
    values = {**model_and_slip(facts), "rows": len(tables.times)}
    columns = time_likeness_columns(tables.right.shape[1], base=facts["base"], **values)
    right, wrong = (Line(name, tables.times, columns[name], colour, width=3.5) for name, colour in COLOURS.items())
    lines = [right, wrong, Line("same step", tables.times, tables.likeness, SAME, dash="dot")]
    st.markdown(words["Likeness: heading"])
    chart.show(
        likeness_over_time(
            lines, at=float(tables.times[index]), palette=chart.palette(), x="step", y="likeness with step 0"
        ),
        alt=words("Likeness: alt", **facts),
        key="time_likeness",
        ghost=True,
        **table_and_code(time_likeness_columns, "curves", values, cites=CITES),
    )

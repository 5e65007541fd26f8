"""Timesteps: the table as a model was trained with it, and what one slip makes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import streamlit as st

from core.beyond_text.time_presets import LAST_STEP
from core.beyond_text.time_slips import PRESET, SLIP, preset_with, time_slip
from figures import theme
from figures.beyond_text.time_tables import likeness_over_time, row_curves
from figures.curves import Line
from pages.beyond_text.timesteps import strips
from pages.beyond_text.timesteps.switches import FEATURES, STRIPS, code, formula, step_slider
from pages.shared import chart
from pages.shared.views import bound, metric, one_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from core.beyond_text.time_slips import TimeSlip
    from core.inputs.settings import Settings
    from pages.shared.words import Words

RIGHT, WRONG, SAME = theme.INK, theme.GHOST, theme.GHOST
STEPS_AND_FEATURES = 2**17  # numbers in a table at most, unless it has only the steps of the slider
USUAL_MODEL, USUAL_SLIP = "Stable Diffusion, DiT", "not × 1000"


def draw(settings: Settings, words: Words) -> None:
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    asked = controls.selectbox(
        "Model", PRESET.options, PRESET.options.index(USUAL_MODEL), width=195, **bound("switches")
    )
    preset = asked if asked in PRESET.options else USUAL_MODEL
    slip = one_of("Slip", SLIP.options, key="slip", default=USUAL_SLIP, place=controls, wrap=True)
    step = step_slider(controls)
    found = time_slip(
        slip,
        preset=preset,
        dim=settings.d_model,
        rows=steps_shown(settings.d_model),
        last=LAST_STEP,
        max_period=settings.base,
    )
    at = int(np.abs(found.times - step).argmin())
    facts = facts_of(found, at, preset, slip)
    left, right = st.columns(2, gap="medium")
    with left:
        draw_row(found, at, facts, words)
    with right:
        draw_likeness(found, at, facts, words)
    st.markdown(f"{words(f'Slip: {slip}', **facts)} {words('Slip: found', **facts)}")
    numbers(found, at, words)
    strips.draw(found, at, facts, words)
    st.markdown(formula(preset_with(preset, settings.base), settings.d_model, step, words))


def steps_shown(d_model: int) -> int:
    """Times of the table: the more, the fewer features there are."""
    return next((each for each in (201, 101, 51) if each * d_model <= STEPS_AND_FEATURES), STRIPS)


def facts_of(found: TimeSlip, at: int, preset: str, slip: str) -> dict[str, Any]:
    return {
        "found": found,
        "preset": preset,
        "models": preset.replace(", ", " and "),
        "slip": slip,
        "step": found.times[at],
        "right": found.from_start[0, at],
        "wrong": found.from_start[1, at],
        "same": found.likeness[at],
        "mean": found.likeness.mean(),
        "pairs": found.right.shape[1] // 2,
        "features": found.right.shape[1],
    }


def numbers(found: TimeSlip, at: int, words: Words) -> None:
    step = f"{found.times[at]:,.0f}"
    with st.grid(4, min_column_width=150, gap="small"):
        metric(words["Metric: right"], f"{found.from_start[0, at]:.3f}", words("Metric: first", step=step))
        metric(words["Metric: wrong"], f"{found.from_start[1, at]:.3f}", words("Metric: first", step=step))
        metric(words["Metric: share"], f"{found.share:.0%}", words["Metric: of length"])
        turning = f"{found.turning:,} of {found.right.shape[1] // 2:,}"
        metric(words["Metric: turning"], turning, words("Metric: within", last=f"{LAST_STEP:,.0f}"))


def draw_row(found: TimeSlip, at: int, facts: dict[str, Any], words: Words) -> None:
    stride = -(-found.right.shape[1] // (2 * FEATURES))
    features = np.arange(0, found.right.shape[1], stride)
    rows = {"as trained": found.right[at, ::stride], "with the slip": found.wrong[at, ::stride]}
    lines = [Line(name, features, row, colour, width=1.5) for (name, row), colour in paired(rows)]
    st.markdown(words("Row: heading", **facts))
    chart.show(
        row_curves(lines, palette=chart.palette(), x="feature", y="value (1)"),
        alt=words("Row: alt", **facts),
        table=lambda: pd.DataFrame({"feature": features} | rows),
        key="time_row",
        code=code("row", facts, stride=stride, at=float(found.times[at])),
        ghost=True,
    )


def draw_likeness(found: TimeSlip, at: int, facts: dict[str, Any], words: Words) -> None:
    columns = {
        "as trained": found.from_start[0],
        "with the slip": found.from_start[1],
        "same step, both": found.likeness,
    }
    lines = [Line(name, found.times, values, colour) for (name, values), colour in paired(columns)]
    lines[-1] = Line(lines[-1].name, found.times, found.likeness, SAME, dash="dot")
    st.markdown(words["Likeness: heading"])
    chart.show(
        likeness_over_time(
            lines, at=float(found.times[at]), palette=chart.palette(), x="step", y="cosine with step 0 (1)"
        ),
        alt=words("Likeness: alt", **facts),
        table=lambda: pd.DataFrame({"step": found.times} | columns),
        key="time_likeness",
        code=code("likeness", facts, rows=len(found.times)),
        ghost=True,
    )


def paired(columns: dict[str, NDArray[np.float64]]) -> Any:
    return zip(columns.items(), (RIGHT, WRONG, SAME), strict=False)

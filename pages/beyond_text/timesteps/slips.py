"""Timesteps: the table as a model was trained with it, and what one mistake makes of it."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from core.beyond_text.time_slips import (
    LAST_STEP,
    PRESET,
    SLIP,
    TimeSlip,
    preset_with,
    time_likeness_columns,
    time_slip,
)
from core.inputs.settings import Settings
from figures import theme
from figures.beyond_text.time_tables import likeness_over_time, time_strips
from pages.beyond_text.timesteps.switches import (
    CITES,
    FEATURES,
    STRIPS,
    formula,
    model_and_slip,
    step_slider,
    switches,
)
from pages.shared import chart, frame
from pages.shared.columns import Columns
from pages.shared.views import bind, named_one_of
from pages.shared.words import Words
from pages.take_away.code import Code
from pages.take_away.derived import columns_of

STEPS_AND_FEATURES = 2**16  # numbers in a table at most, unless it has only the steps of the slider
USUAL_MODEL, USUAL_SLIP, NO_SLIP = "Stable Diffusion, DiT", "not × 1000", "none"
SAME_STEP = ("shift", "order")
"""Slips that leave steps apart from one another: each row is compared with the one learned for its step."""


def draw(settings: Settings, words: Words) -> Callable[[], None]:
    """Draw how alike rows are, and the tables; returns what draws the numbers."""
    controls = frame.controls()
    names = {slip: words[f"Mistake: {slip}"] for slip in SLIP.options}
    slip = named_one_of(words["Mistake"], names, key="slip", default=USUAL_SLIP, place=controls, wrap=True)
    step = step_slider(controls)
    model = controls.selectbox(
        "Model", PRESET.options, PRESET.options.index(USUAL_MODEL), width=195, **bind("switches")
    )
    preset = model if model in PRESET.options else USUAL_MODEL
    tables = time_slip(
        slip,
        preset=preset,
        dim=settings.d_model,
        rows=steps_shown(settings.d_model),
        last=LAST_STEP,
        max_period=settings.base,
    )
    index = int(np.abs(tables.times - step).argmin())
    facts = facts_of(tables, index, preset, slip) | {"name": names[slip]}
    st.markdown(words(f"Slip: {slip}", **facts))
    left, right = st.columns([3, 2], gap="medium")
    with left:
        draw_likeness(tables, index, facts, words)
    with right:
        draw_strips(tables, index, facts, words)
    found = "none" if slip == NO_SLIP else "same step" if slip in SAME_STEP else "step 0"
    st.markdown(words(f"Found: {found}", **facts))
    return partial(more, tables, facts, words, settings)


def more(tables: TimeSlip, facts: dict[str, Any], words: Words, settings: Settings) -> None:
    """How far the tables differ, the formula, and the switches of four models."""
    st.markdown(words("Slip: sizes", **facts))
    st.markdown(formula(preset_with(facts["preset"], settings.base), settings.d_model, facts["step"], words))
    st.markdown(words("Switches", half=settings.d_model // 2, slowest=settings.base))
    st.dataframe(switches(), hide_index=True, alt=words["Switches: alt"])


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
        "pairs": tables.right.shape[1] // 2,
        "features": tables.right.shape[1],
    }


def draw_likeness(tables: TimeSlip, index: int, facts: dict[str, Any], words: Words) -> None:
    """Likeness with step 0, or where a slip leaves that as it is, with the row that was learned for the step."""
    slip, times = facts["slip"], tables.times
    kind = "same step" if slip in SAME_STEP else "step 0"
    columns = columns_of(
        time_likeness_columns, "curves", {**model_and_slip(facts), "rows": len(times)}, cites=CITES
    )
    learned, wrong = (
        ("as learned, with itself", "with the row that was learned")
        if kind == "same step"
        else ("as learned, with step 0", "with the mistake, with step 0")
    )
    lines = [columns.line(learned, theme.ENCODING, title=words["Line: learned"], width=3)]
    if slip != NO_SLIP:
        lines.append(columns.line(wrong, theme.INK, title=words["Line: mistake"], width=3))
    st.markdown(words[f"Likeness: {kind}"])
    chart.show(
        likeness_over_time(
            lines, at=float(times[index]), palette=chart.palette(), x="step", y=words["Likeness: axis"]
        ),
        columns,
        alt=words("Likeness: alt", **facts),
        key="time_likeness",
        ghost=True,
    )


def draw_strips(both: TimeSlip, index: int, facts: dict[str, Any], words: Words) -> None:
    """The whole tables, with a frame around the row of the chosen step."""
    each, stride = (len(both.times) - 1) // (STRIPS - 1), -(-both.right.shape[1] // FEATURES)
    tables = {words["Line: learned"]: both.right[::each, ::stride]}
    if facts["slip"] != NO_SLIP:
        tables[words["Line: mistake"]] = both.wrong[::each, ::stride]
    values = {**model_and_slip(facts), "rows": STRIPS, "stride": stride}
    code = Code("timesteps/strips", values, cites=CITES)
    columns = Columns(lambda: stack_tables(tables, both.times[::each], stride), code)
    figure = time_strips(
        tables,
        times=both.times[::each],
        stride=stride,
        at=float(both.times[index]),
        palette=chart.palette(),
        x="feature",
        y="step",
    )
    st.markdown(words["Strips: heading"])
    chart.show(
        figure,
        columns,
        alt=words("Strips: alt", **facts),
        key="time_strips",
    )


def stack_tables(tables: dict[str, NDArray[np.float64]], steps: NDArray[np.float64], stride: int) -> pd.DataFrame:
    """All tables under each other, with their names in the first column."""
    names = [str(column * stride) for column in range(next(iter(tables.values())).shape[1])]
    frame = pd.DataFrame(np.concatenate([*tables.values()]), columns=names)
    frame.insert(0, "table", np.repeat([*tables], len(steps)))
    frame.insert(1, "step", np.tile(steps, len(tables)))
    return frame

"""Timesteps: one step as four released models encode it."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from core.beyond_text.time_slips import PresetRows, preset_rows, time_presets_columns
from core.inputs.settings import Settings
from figures.beyond_text.time_tables import named_rows
from pages.beyond_text.timesteps.switches import CITES, FEATURES, formula, step_slider
from pages.shared import chart
from pages.shared.words import Words
from pages.take_away.derived import table_and_code


def draw(settings: Settings, words: Words) -> Callable[[], None]:
    """Draw one step by four models; returns what draws their switches."""
    step = step_slider(st.container(horizontal=True))
    rows = preset_rows(step, settings.d_model, max_period=settings.base)
    names, stride = [*rows.presets], -(-settings.d_model // FEATURES)
    facts = {
        "step": step,
        "alike": rows.likeness[0, 1],
        "fraction": step / rows.presets["FLUX"].scale,
        "half": settings.d_model // 2,
        "slowest": settings.base,
    }
    values = {"at": step, "stride": stride}
    chart.show(
        named_rows(
            rows.rows[:, ::stride],
            [name.replace(", ", ",<br>") for name in names],
            stride=stride,
            palette=chart.palette(),
            x="feature",
            unit="value (1)",
        ),
        alt=words("Presets: alt", **facts),
        key="time_presets",
        **table_and_code(time_presets_columns, "cells", values, cites=CITES, rows="model"),
    )
    st.markdown(words("Presets", **facts))
    return partial(more, rows, facts, settings, words)


def more(rows: PresetRows, facts: Mapping[str, Any], settings: Settings, words: Words) -> None:
    """The switches as a table, and the formula that they set."""
    st.markdown(words("Switches", **facts))
    st.dataframe(switches(rows), hide_index=True, alt=words["Switches: alt"])
    st.markdown(formula(rows.presets["FLUX"], settings.d_model, facts["step"], words))


def switches(rows: PresetRows) -> pd.DataFrame:
    """One formula, four ways to set it."""
    presets = rows.presets.values()
    return pd.DataFrame(
        {
            "model": [*rows.presets],
            "shift": [f"{preset.shift:g}" for preset in presets],
            "first half": ["cosines" if preset.cosines_first else "sines" for preset in presets],
            "t from 0 to": [f"{1_000 / preset.scale:,.0f}" for preset in presets],
            "times": [f"{preset.scale:,.0f}" for preset in presets],
            "cosine with DDPM": [f"{cosine:.3f}" for cosine in rows.likeness[0]],
            "code": [preset.source for preset in presets],
        }
    )

"""Timesteps: the whole tables, as strips."""

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from core.beyond_text.time_slips import TimeSlip
from figures.beyond_text.time_tables import time_strips
from pages.beyond_text.timesteps.switches import FEATURES, STRIPS, code
from pages.shared import chart
from pages.shared.words import Words


def draw(found: TimeSlip, at: int, facts: dict[str, Any], words: Words) -> None:
    each = (len(found.times) - 1) // (STRIPS - 1)
    stride = -(-found.right.shape[1] // FEATURES)
    tables = {
        "as trained": found.right[::each, ::stride],
        "with the slip": found.wrong[::each, ::stride],
        "difference": (found.wrong - found.right)[::each, ::stride],
    }
    figure = time_strips(
        tables,
        times=found.times[::each],
        stride=stride,
        at=float(found.times[at]),
        palette=chart.palette(),
        limits=(1, 1, 2),
        x="feature",
        y="step",
        unit="value",
    )
    st.markdown(words["Strips: heading"])
    chart.show(
        figure,
        alt=words("Strips: alt", **facts),
        table=lambda: stacked(tables, found.times[::each], stride),
        key="time_strips",
        code=code("timesteps/strips", facts, rows=STRIPS, stride=stride),
    )
    if stride > 1:
        st.caption(words("Strips: some", stride=stride))


def stacked(tables: dict[str, NDArray[np.float64]], steps: NDArray[np.float64], stride: int) -> pd.DataFrame:
    """All tables under each other, with their names in the first column."""
    names = [str(column * stride) for column in range(next(iter(tables.values())).shape[1])]
    found = pd.DataFrame(np.concatenate([*tables.values()]), columns=names)
    found.insert(0, "table", np.repeat([*tables], len(steps)))
    found.insert(1, "step", np.tile(steps, len(tables)))
    return found

"""Timesteps: the whole tables, as strips."""

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from core.beyond_text.time_slips import TimeSlip
from figures.beyond_text.time_tables import time_strips
from pages.beyond_text.timesteps.switches import CITES, FEATURES, STRIPS, model_and_slip
from pages.shared import chart
from pages.shared.words import Words
from pages.take_away.code import Code


def draw(both: TimeSlip, index: int, facts: dict[str, Any], words: Words) -> None:
    each = (len(both.times) - 1) // (STRIPS - 1)
    stride = -(-both.right.shape[1] // FEATURES)
    tables = {
        "as trained": both.right[::each, ::stride],
        "with the slip": both.wrong[::each, ::stride],
        "difference": (both.wrong - both.right)[::each, ::stride],
    }
    figure = time_strips(
        tables,
        times=both.times[::each],
        stride=stride,
        at=float(both.times[index]),
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
        table=lambda: stack_tables(tables, both.times[::each], stride),
        key="time_strips",
        code=Code("timesteps/strips", {**model_and_slip(facts), "rows": STRIPS, "stride": stride}, cites=CITES),
    )
    if stride > 1:
        st.caption(words("Strips: some", stride=stride))


def stack_tables(tables: dict[str, NDArray[np.float64]], steps: NDArray[np.float64], stride: int) -> pd.DataFrame:
    """All tables under each other, with their names in the first column."""
    names = [str(column * stride) for column in range(next(iter(tables.values())).shape[1])]
    frame = pd.DataFrame(np.concatenate([*tables.values()]), columns=names)
    frame.insert(0, "table", np.repeat([*tables], len(steps)))
    frame.insert(1, "step", np.tile(steps, len(tables)))
    return frame

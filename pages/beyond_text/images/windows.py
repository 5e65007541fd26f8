"""Swin's offsets in a window larger than the one in training, as they are and logarithmic."""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from core.beyond_text.contents import METHODS
from core.beyond_text.swin import offset_line, table_rows, windows_columns
from figures.beyond_text.images import offset_dots
from pages.shared import chart, preview
from pages.shared.words import Words
from pages.take_away.derived import table_and_code

SIDES = (4, 6, 7, 8, 10, 12, 16, 20, 24, 28, 32)


def draw(words: Words) -> Callable[[], None]:
    """Draw the offsets; returns what draws the largest of them in numbers."""
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    trained_side = preview.slider(
        words["Window: trained"], SIDES[:6], 8, key="window_trained", place=controls, width=260
    )
    side = preview.slider(words["Window: now"], SIDES, 16, key="swin_window", place=controls, width=260)
    line = offset_line(side, trained_side)
    facts = {
        "side": side,
        "trained": trained_side,
        "reading": line,
        "rows": table_rows((side, side)),
        "rows_trained": table_rows((trained_side, trained_side)),
        "largest": 8 * (side - 1) / (trained_side - 1),
        "log": float(line.logarithmic.max()),
        "log_trained": float(line.logarithmic.max() / line.logarithmic_reach),
    }
    chart.show(
        offset_dots(
            line.offsets,
            {
                words["Window: linear"]: (line.linear, 8.0),
                words["Window: log"]: (line.logarithmic, facts["log_trained"]),
            },
            names=(words["Window: seen"], words["Window: unseen"]),
            palette=chart.palette(),
        ),
        alt=words("Window: alt", **facts),
        key="windows",
        **table_and_code(
            windows_columns,
            "curves",
            {"side": side, "pretrained_side": trained_side},
            cites=[METHODS["Swin"]],
            xlabel="offset (patches)",
            ylabel="what the network gets",
        ),
    )
    reach = words("Window: reach" if side > trained_side else "Window: inside", **facts)
    st.markdown(f"{words('Window', **facts)} {reach}")
    return lambda: numbers(words, facts)


def numbers(words: Words, facts: Mapping[str, Any]) -> None:
    """How many numbers a table needs, and the largest offset on both scales."""
    st.markdown(words("Window: table", **facts))
    st.latex(words("Window: formula", **facts))

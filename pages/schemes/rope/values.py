"""What happens to the output of a head whose values turn as well."""

from collections.abc import Callable
from functools import partial

import numpy as np
import streamlit as st

from core.schemes.analysis.rotary import attention_drift
from core.schemes.analysis.rotary_columns import values_columns
from figures.curves import Line
from figures.schemes.rotary import MAIN, OTHER, score_curves
from pages.schemes.rope.head import Head, metrics
from pages.shared import chart
from pages.shared.words import Words

WINDOW, TOKENS = 128, 16


def draw(words: Words, head: Head) -> Callable[[], object]:
    shifts = np.arange(max(min(head.length, WINDOW), 2))
    drift = attention_drift(shifts, head.dim, tokens=TOKENS, **head.rates)
    shift = min(10, int(shifts[-1]))
    st.markdown(words("Values", tokens=TOKENS, head_dim=head.dim))
    changes = {"kept": drift.plain.max(), "turned": drift.values[shift], "restored": drift.outputs.max()}
    metrics(words, changes, "Values", shift=shift)
    lines = [
        Line("queries and keys turned", shifts.astype(float), drift.plain, MAIN, width=3),
        Line("values turned too", shifts.astype(float), drift.values, OTHER, width=3),
    ]
    chart.show(
        score_curves(
            lines,
            palette=chart.palette(),
            x="shift of all positions (tokens)",
            y="change of the output ÷ its size",
            height=360,
        ),
        alt=words("Values: alt", window=shifts[-1], most=drift.values.max()),
        key="values",
        **head.table_and_code(values_columns, "curves", {"shifts": len(shifts), "tokens": TOKENS}),
    )
    return partial(st.markdown, words["Values: reason"])

"""The bias of each head over the distance, as a table in colours and as curves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from core.numeric.spacing import evenly_spread
from core.schemes.analysis.bias_weights import spaced_distances
from figures.schemes.bias_by_head import head_curves, head_heatmap
from pages.schemes.biases.heads import by_head, code_of, told, with_curves
from pages.shared import chart

if TYPE_CHECKING:
    from core.schemes.analysis.bias_reading import BiasReading
    from pages.shared.words import Words

COLUMNS, POINTS = 320, 512


def view(words: Words, found: BiasReading) -> None:
    near = spaced_distances(found.query, most=COLUMNS, first=1)
    # dense near the query, where steps are, and even beyond
    far = np.union1d(spaced_distances(found.query, most=POINTS // 2), evenly_spread(found.length, POINTS))
    facts, picked, lines = told(words, found), with_curves(found.heads), found.at(far)
    left, right = st.columns(2, gap="medium")
    with left:
        chart.show(
            head_heatmap(found.at(near), near, found.halves, palette=chart.palette(), ring=words["Ring"]),
            alt=words("Heatmap: alt", **facts),
            table=lambda: by_head(near, found.at(near)),
            key="bias_heatmap",
            code=code_of("bias_heatmap", found),
        )
    with right:
        chart.show(
            head_curves(lines[picked], far, picked + 1, palette=chart.palette(), y="bias"),
            alt=words("Curves: alt", **facts),
            table=lambda: by_head(far, lines),
            key="bias_curves",
            code=code_of("bias_curves", found),
        )
    st.markdown(words("Bias", **facts))

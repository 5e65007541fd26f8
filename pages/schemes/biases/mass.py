"""The weight of a key over its distance, and where the attention of the query lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

from core.schemes.analysis.bias_weights import spaced_distances
from figures.schemes.bias_by_head import head_curves
from pages.schemes.biases.heads import by_head, code_of, told, with_curves
from pages.shared import chart

if TYPE_CHECKING:
    from core.schemes.analysis.bias_reading import BiasReading
    from pages.shared.words import Words

POINTS = 512
SHARES = (0.5, 0.9, 0.99)


def view(words: Words, found: BiasReading) -> None:
    near = spaced_distances(found.query, most=POINTS, first=1)
    bias = found.at(np.append(near, 0))
    ratios = np.exp(bias[:, :-1] - bias[:, -1:])
    within = found.mass.at(near)
    facts, picked, palette = told(words, found), with_curves(found.heads), chart.palette()
    left, right = st.columns(2, gap="medium")
    with left:
        chart.show(
            head_curves(
                ratios[picked],
                near,
                picked + 1,
                palette=palette,
                y="weight ÷ weight at distance 0",
                log_x=True,
                level=0.5,
                rings=found.halves[picked],
            ),
            alt=words("Weight: alt", **facts),
            table=lambda: by_head(near, ratios),
            key="weight",
            code=code_of("weight", found),
        )
    with right:
        chart.show(
            head_curves(
                within[picked],
                near,
                picked + 1,
                palette=palette,
                y="attention at this distance or nearer",
                log_x=True,
                level=0.5,
                percent=True,
            ),
            alt=words("Mass: alt", **facts),
            table=lambda: by_head(near, within),
            key="mass",
            code=code_of("mass", found),
        )
    st.markdown(words("Mass", **facts))
    st.dataframe(per_head(found), hide_index=True, alt=words("Heads: alt", **facts))


def per_head(found: BiasReading) -> pd.DataFrame:
    columns = {"head": np.arange(1, found.heads + 1), f"bias at {found.distance}": found.at([found.distance])[:, 0]}
    columns |= {"weight halves at (tokens)": found.halves.round(2)}
    columns |= {f"{share:.0%} within (keys)": found.mass.reaching(share) + 1 for share in SHARES}
    return pd.DataFrame(columns | {"on itself (%)": (100 * found.mass.within[:, 0]).round(2)})

"""Similarity: the dot products of all pairs of positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from core.similarity import dot_product
from core.sinusoidal.gram import gram
from figures.sinusoidal.gram import gram_heatmap
from pages.shared import chart
from pages.sinusoidal.similarity.curve import unit
from pages.take_away.code import Code

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from core.inputs.settings import Settings
    from pages.shared.words import Words


def draw(settings: Settings, words: Words, normalised: bool, place: DeltaGenerator) -> None:
    d_model, length, shape = settings.d_model, settings.length, settings.base_and_scale
    size = d_model // 2 if normalised else 1
    products, positions = gram(length, d_model, **shape)
    facts = {
        "peak": d_model // 2 / size,
        "corner": float(dot_product(length - 1, d_model, **shape)) / size,
        "apart": length - 1,
        "length": length,
        "averaged": words("Gram: averaged", covered=positions) if positions > 1 else "",
        "odd": words["Gram: odd"] if d_model % 2 else "",
    }
    figure = gram_heatmap(products / size, positions, palette=chart.palette(), unit=unit(normalised))
    names = [str(i * positions) for i in range(len(products))]
    left, right = st.columns([5, 3], gap="medium")
    with left:
        code = Code("similarity/gram", {"normalised": normalised})
        chart.show(
            figure,
            alt=words("Gram: alt", **facts),
            table=lambda: pd.DataFrame(products / size, columns=names).assign(position=names),
            key="gram",
            code=code,
        )
    right.markdown(words("Gram", **facts))

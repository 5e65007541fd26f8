"""Dot products of all pairs of positions."""

from collections.abc import Callable
from dataclasses import asdict

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.pictures.plot import Live
from core.inputs.settings import Settings
from core.similarity import dot_product
from core.sinusoidal.gram import gram_columns
from figures.sinusoidal.similarity import gram_heatmap
from pages.shared import chart
from pages.shared.words import Words
from pages.sinusoidal.similarity.curve import unit
from pages.take_away.derived import columns_of


def draw(settings: Settings, words: Words, normalise: bool, place: DeltaGenerator) -> Callable[[], object] | None:
    d_model, length, shape = settings.d_model, settings.length, settings.base_and_scale
    size = d_model // 2 if normalise else 1
    columns = columns_of(gram_columns, "cells", {"normalise": normalise})
    starts, cells = columns["position"], np.stack([columns[name] for name in columns if name != "position"])
    positions = int(starts[1] - starts[0]) if len(starts) > 1 else 1  # that a row covers
    facts = {
        "peak": d_model // 2 / size,
        "corner": float(dot_product(length - 1, d_model, **shape)) / size,
        "apart": length - 1,
        "length": length,
    }
    limit = -(-d_model // 2) / size  # of an odd d_model the lone sine adds at most 1
    figure = gram_heatmap(cells, positions, palette=chart.palette(), unit=unit(normalise), limit=limit)
    left, right = st.columns(2, gap="medium")  # the picture is a square
    with left:
        chart.show(
            figure,
            columns,
            alt=words("Gram: alt", **facts),
            key="gram",
            live=Live("gram", asdict(settings) | {"normalised": normalise}),
        )
    right.markdown(words("Gram", **facts))
    notes = [words("Gram: averaged", covered=positions)] if positions > 1 else []
    notes += [words["Gram: odd"]] if d_model % 2 else []
    return (lambda: st.markdown(" ".join(notes))) if notes else None

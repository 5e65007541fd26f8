"""Similarity of all pairs of positions: dot products, and the scores of a head with random projections."""

from collections.abc import Callable
from dataclasses import asdict

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.pictures.plot import Live
from core.inputs.settings import Settings
from core.similarity import dot_product
from core.sinusoidal.gram import gram_columns
from core.sinusoidal.projections import (
    asymmetry,
    projected_curve,
    projected_score,
    random_head_columns,
    random_projections,
)
from figures import theme
from figures.curves import curves, named_at_ends
from figures.sinusoidal.similarity import CURVE, gram_heatmap
from pages.shared import chart, views
from pages.shared.words import Words
from pages.sinusoidal.similarity.curve import unit
from pages.take_away.derived import columns_of

LOOKS = {"ahead": (theme.INK, "solid"), "behind": (theme.GHOST, "solid"), "plain": (CURVE, "dash")}
"""Colour and dash of each line."""


def all_pairs(
    settings: Settings, words: Words, normalise: bool, place: DeltaGenerator
) -> Callable[[], object] | None:
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
    chart.show(
        figure,
        columns,
        alt=words("Gram: alt", **facts),
        key="gram",
        live=Live("gram", asdict(settings) | {"normalised": normalise}),
    )
    st.markdown(words("Gram", **facts))
    notes = [words("Gram: averaged", covered=positions)] if positions > 1 else []
    notes += [words["Gram: odd"]] if d_model % 2 else []
    return (lambda: st.markdown(" ".join(notes))) if notes else None


def random_head(settings: Settings, words: Words, normalise: bool, place: DeltaGenerator) -> Callable[[], object]:
    d_model, length, shape = settings.d_model, settings.length, settings.base_and_scale
    seed = views.seed(place)
    head = random_projections(d_model, seed=seed)
    x, y = "distance (tokens)", "share of the largest"
    columns = columns_of(random_head_columns, "curves", {"seed": seed}, xlabel=x, ylabel=y)
    score = projected_curve(length, head, **shape)
    offsets_per_point = score.offsets_per_point
    facts = {
        "seed": seed,
        "reading": asymmetry(score.values),
        "p": length,
        "further": 2 * length,
        "here": projected_score(length, head, **shape),
        "there": projected_score(2 * length, head, **shape),
        "averaged": words("Random: averaged", covered=offsets_per_point) if offsets_per_point > 1 else "",
    }
    lines = [
        columns.line(name, colour, title=words[f"Random: {name}"], dash=dash)
        for name, (colour, dash) in LOOKS.items()
    ]
    figure = named_at_ends(
        curves(lines, palette=chart.palette(), x=x, y=y),
        lines,
        min(0, *(line.y.min() for line in lines)) - 0.05,
        1.05,
    )
    chart.show(figure, columns, alt=words("Random: alt", **facts), key="random_head")
    st.markdown(words("Random", **facts))
    return lambda: st.markdown(words("Random: more", **facts))

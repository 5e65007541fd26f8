"""Similarity of all pairs of positions: dot products, and the scores of a head with random projections."""

from collections.abc import Callable
from dataclasses import asdict

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.pictures.plot import Live
from core.inputs.settings import Settings
from core.similarity import dot_product
from core.sinusoidal.gram import gram, gram_columns
from core.sinusoidal.projections import (
    asymmetry,
    projected_curve,
    projected_score,
    random_head_columns,
    random_projections,
)
from figures import theme
from figures.curves import Line, curves, named_at_ends
from figures.sinusoidal.similarity import CURVE, gram_heatmap
from pages.shared import chart, views
from pages.shared.words import Words
from pages.sinusoidal.similarity.curve import unit
from pages.take_away.derived import table_and_code

LOOKS = {"ahead": (theme.INK, "solid"), "behind": (theme.GHOST, "solid"), "plain": (CURVE, "dash")}
"""Colour and dash of each line."""


def all_pairs(
    settings: Settings, words: Words, normalise: bool, place: DeltaGenerator
) -> Callable[[], object] | None:
    d_model, length, shape = settings.d_model, settings.length, settings.base_and_scale
    size = d_model // 2 if normalise else 1
    products, positions = gram(length, d_model, **shape)
    facts = {
        "peak": d_model // 2 / size,
        "corner": float(dot_product(length - 1, d_model, **shape)) / size,
        "apart": length - 1,
        "length": length,
    }
    limit = -(-d_model // 2) / size  # of an odd d_model the lone sine adds at most 1
    figure = gram_heatmap(products / size, positions, palette=chart.palette(), unit=unit(normalise), limit=limit)
    chart.show(
        figure,
        alt=words("Gram: alt", **facts),
        key="gram",
        live=Live("gram", asdict(settings) | {"normalised": normalise}),
        **table_and_code(gram_columns, "cells", {"normalise": normalise}),
    )
    st.markdown(words("Gram", **facts))
    notes = [words("Gram: averaged", covered=positions)] if positions > 1 else []
    notes += [words["Gram: odd"]] if d_model % 2 else []
    return (lambda: st.markdown(" ".join(notes))) if notes else None


def random_head(settings: Settings, words: Words, normalise: bool, place: DeltaGenerator) -> Callable[[], object]:
    d_model, length, shape = settings.d_model, settings.length, settings.base_and_scale
    seed = views.seed(place)
    head = random_projections(d_model, seed=seed)
    table = random_head_columns(length, d_model, **shape, seed=seed)
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
    x, y = "distance (tokens)", "share of the largest"
    lines = [
        Line(words[f"Random: {name}"], table["distance"], table[name], colour, dash=dash)
        for name, (colour, dash) in LOOKS.items()
    ]
    figure = named_at_ends(
        curves(lines, palette=chart.palette(), x=x, y=y),
        lines,
        min(0, *(line.y.min() for line in lines)) - 0.05,
        1.05,
    )
    columns = table_and_code(random_head_columns, "curves", {"seed": seed}, xlabel=x, ylabel=y)
    chart.show(figure, alt=words("Random: alt", **facts), key="random_head", **columns)
    st.markdown(words("Random", **facts))
    return lambda: st.markdown(words("Random: more", **facts))

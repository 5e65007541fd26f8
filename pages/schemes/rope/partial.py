"""A head of which only the first features turn."""

from collections.abc import Callable
from functools import partial

import numpy as np
import streamlit as st

from core.frequencies import inverse_frequencies
from core.numeric.curve import Curve
from core.schemes.analysis.rotary import pair_products, rotary_features, score_curve
from core.schemes.analysis.rotary_columns import features_columns, partial_columns
from figures.curves import Line
from figures.heatmap import signed_heatmap
from figures.schemes.rotary import score_curves
from figures.theme import ROTARY
from pages.schemes.rope.head import Head, draw_averaging
from pages.shared import chart
from pages.shared.views import one_of
from pages.shared.words import Words

PARTS = ("1", "0.75", "0.5", "0.25")
WINDOW = 64  # positions whose features are shown


def draw(words: Words, head: Head) -> Callable[[], object] | None:
    part = one_of(
        "Part that turns", PARTS, key="rotary", default="0.25", place=head.controls, help=words["Part: help"]
    )
    curves = curves_of(head)
    rotary_dim = rotary_features(head.dim, float(part))
    still, own_curve = head.dim - rotary_dim, curves[rotary_dim]
    facts = {"rotary_dim": rotary_dim, "head_dim": head.dim, "still": still}
    st.markdown(words("Partial" if still else "Partial: whole", **facts))
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(words["Partial: features"])
        window = min(head.length, WINDOW)
        features = features_columns(head.dim, window, rotary=float(part), **head.rates)
        values = {"rotary": float(part), "length": window}
        chart.show(
            signed_heatmap(
                np.stack([*features.values()], axis=1),
                palette=chart.palette(),
                x="feature",
                y="position (tokens)",
                unit="value (1)",
                limit=np.sqrt(2),
            ),
            alt=words("Partial: alt of features", window=window - 1, end=rotary_dim - 1, **facts),
            key="features",
            **head.table_and_code(features_columns, "cells", values),
        )
    with right:
        st.markdown(words["Partial: scores"])
        tones = chart.palette().ramp(len(curves), ROTARY)
        lines = [
            Line(f"{count} turn", curve.offsets, curve.values, colour, width=4 if count == rotary_dim else 1.5)
            for (count, curve), colour in zip(curves.items(), tones, strict=True)
        ]
        chart.show(
            score_curves(lines, palette=chart.palette(), y="score q · k (1)", height=420),
            alt=words("Partial: alt", far=own_curve.values[-1], length=head.length, **facts),
            key="partial",
            **head.table_and_code(partial_columns, "curves", {}),
        )
    draw_averaging(words, own_curve.offsets_per_point)
    return partial(denominators, words, head, rotary_dim) if still else None


def curves_of(head: Head) -> dict[int, Curve]:
    """Scores of ones over the offset, by the number of features that turn."""
    ones, curves = np.ones((1, head.dim)), {}
    for rotary_dim in dict.fromkeys(rotary_features(head.dim, float(part)) for part in PARTS):
        products = pair_products(ones, ones, rotary_dim=rotary_dim)[0]
        curves[rotary_dim] = score_curve(products, head.length, still=head.dim - rotary_dim, **head.rates)
    return curves


def denominators(words: Words, head: Head, rotary_dim: int) -> None:
    """Which number of features the exponents are divided by, and what the other one would give."""
    pair = min(1, rotary_dim // 2 - 1)
    right, wrong = (inverse_frequencies(dim, head.base)[pair] / head.scale for dim in (rotary_dim, head.dim))
    facts = {"pair": pair, "numerator": 2 * pair, "base": head.base, "divided": head.over, "rotary_dim": rotary_dim}
    heading = "Partial: denominators" if pair else "Partial: one pair"
    st.markdown(words(heading, frequency=right, wrong=wrong, **facts))

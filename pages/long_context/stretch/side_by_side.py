"""Unseen angles and frequencies of all chosen rules, on one axis of pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from core.long_context.coverage import TURN
from core.long_context.stretched_model import ROWS
from figures.long_context.coverage import unseen_strips
from figures.long_context.rules import Quantity
from pages.long_context.stretch.model_and_pair import percent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from pages.long_context.stretch.model_and_pair import ModelAndPair

SLOWEST = 1e-12  # radians per token; a slower pair has no wavelength


def draw(shown: ModelAndPair) -> None:
    model, words = shown.model, shown.words
    overall = {name: percent(share) for name, share in model.unseen_overall.items()}
    strips = unseen_strips(
        model.unseen,
        titles={name: words("Strip", name=name, share=share) for name, share in overall.items()},
        looks=shown.looks,
        positions=model.target // ROWS,
        original=model.original,
        palette=shown.palette,
        pair=shown.pair,
        x="pair",
        y="position (tokens)",
    )
    shares = ", ".join(f"{name} {share}" for name, share in overall.items())
    left, right = st.columns(2, gap="medium")
    with left:
        by_pair = {name: (100 * own.mean(axis=0)).round(3) for name, own in model.unseen.items()}
        columns = {f"{name}, never seen (%)": percents for name, percents in by_pair.items()}
        code = shown.code("coverage", rules=model.rules, rotary_dim=model.dim)
        shown.picture(strips, "coverage", lambda: shown.by_pair(**columns), code, click=True, shares=shares)
    with right:
        frequencies(shown, strips["layout"]["height"])
    kept = ", ".join(f"{name} {100 * share:.1f}%" for name, share in model.neighbours_left.items())
    first, distance = np.degrees(model.trained[0]), model.neighbour_distance
    st.markdown(shown.say("Linked", shares=shares, first=first, distance=distance, left=kept))
    st.caption(shown.say("Head"))


def frequencies(shown: ModelAndPair, height: int) -> None:
    model, words = shown.model, shown.words
    omegas = model.frequencies
    ratios = {name: omega / model.trained for name, omega in omegas.items()}
    slow = {name: TURN / np.maximum(omega, SLOWEST) for name, omega in omegas.items()}
    lengths = {f"trained {model.original:,}": model.original, f"wanted {model.target:,}": model.target}
    panels = [
        Quantity(words["Ratio"], ratios, log=True, ticks=fractions(ratios)),
        Quantity(words["Wavelength"], slow, log=True, levels=lengths),
        Quantity(words["Neighbours"], {name: np.degrees(omega) for name, omega in omegas.items()}),
    ]
    figure = shown.pair_curves(panels, height=height)
    columns = {f"{name}, radians per token": omega for name, omega in omegas.items()}
    code = shown.code("frequencies", rules=model.rules, rotary_dim=model.dim)
    shown.picture(figure, "frequencies", lambda: shown.by_pair(**columns), code, click=True)


def fractions(ratios: Mapping[str, NDArray[np.float64]]) -> dict[str, float]:
    """Ticks from 1 down to the smallest of the ratios."""
    least = min(1.0, *(float(ratio.min()) for ratio in ratios.values()))
    halvings = int(np.ceil(-np.log2(max(SLOWEST, least))))
    return {"1": 1.0} | {f"1/{2**n}": 2.0**-n for n in range(halvings, 0, -max(1, halvings // 4))}

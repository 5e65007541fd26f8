"""Unseen angles and frequencies of all chosen rules, on one axis of pairs."""

from collections.abc import Mapping

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from core.long_context.coverage import TURN
from core.long_context.stretched_model import ROWS
from core.teach.room_address import room_address
from figures.long_context.coverage import unseen_strips
from figures.long_context.rules import Quantity
from pages.long_context.stretch.model_and_pair import ModelAndPair, percent
from pages.shared import chart
from pages.shared.room_link import room_link

SLOWEST = 1e-12  # radians per token; a slower pair has no wavelength


def draw(state: ModelAndPair) -> None:
    model = state.model
    overall = {name: percent(share) for name, share in model.unseen_overall.items()}
    strips = unseen_strips(
        model.unseen_shares,
        titles={name: title(state, name, share) for name, share in overall.items()},
        looks=state.looks,
        positions=model.target // ROWS,
        original=model.original,
        palette=chart.palette(),
        pair=state.pair,
        x="pair",
        y="position (tokens)",
    )
    shares = ", ".join(f"{name} {share}" for name, share in overall.items())
    left, right = st.columns(2, gap="medium")
    with left:
        by_pair = {name: (100 * each.mean(axis=0)).round(3) for name, each in model.unseen_shares.items()}
        columns = {f"{name}, never seen (%)": percents for name, percents in by_pair.items()}
        code = state.code_of_rules("coverage")
        state.picture(strips, "coverage", lambda: state.by_pair(**columns), code, click=True, shares=shares)
    with right:
        frequencies(state, strips["layout"]["height"])
    left_over = ", ".join(f"{name} {100 * share:.3g}%" for name, share in model.neighbours_left.items())
    st.markdown(f"{state.whose.sentence} {state.say('Linked')} {state.say('Neighbours: left', left=left_over)}")
    room_link(room_address("extrapolation", "trained_view=Rules"), state.words["Measured"], key="measured")


def title(state: ModelAndPair, name: str, share: str) -> str:
    """Above a strip; a model's own rule is marked."""
    return state.words("Strip: own" if name == state.whose.rule else "Strip", name=name, share=share)


def frequencies(state: ModelAndPair, height: int) -> None:
    """What each rule leaves of every pair's speed, and what that does to neighbours."""
    omegas, words = state.model.frequencies, state.words
    ratios = {name: omega / state.model.trained_frequencies for name, omega in omegas.items()}
    panels = [
        Quantity(words["Ratio"], ratios, log=True, ticks=fractions(ratios)),
        Quantity(words["Neighbours"], {name: np.degrees(omega) for name, omega in omegas.items()}),
    ]
    _show(state, "frequencies", panels, height)


def wavelengths(state: ModelAndPair) -> None:
    """Wavelengths against both windows: the same numbers once more, for under "More"."""
    model = state.model
    slow = {name: TURN / np.maximum(omega, SLOWEST) for name, omega in model.frequencies.items()}
    lengths = {f"trained {model.original:,}": model.original, f"wanted {model.target:,}": model.target}
    _show(state, "wavelengths", [Quantity(state.words["Wavelength"], slow, log=True, levels=lengths)], 320)


def _show(state: ModelAndPair, key: str, panels: list[Quantity], height: int) -> None:
    model = state.model
    columns = {f"{name}, radians per token": omega for name, omega in model.frequencies.items()}
    code = state.code_of_rules("frequencies")
    figure = state.pair_curves(panels, height=height)
    state.picture(figure, key, lambda: state.by_pair(**columns), code, click=True)


def fractions(ratios: Mapping[str, NDArray[np.float64]]) -> dict[str, float]:
    """Ticks from 1 down to the smallest of the ratios."""
    least = min(1.0, *(float(ratio.min()) for ratio in ratios.values()))
    halvings = int(np.ceil(-np.log2(max(SLOWEST, least))))
    return {"1": 1.0} | {f"1/{2**n}": 2.0**-n for n in range(halvings, 0, -max(1, halvings // 4))}

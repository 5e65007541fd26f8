"""Unseen angles and frequencies of all chosen rules, on one axis of pairs."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from core.long_context.stretched_model import ROWS
from core.long_context.trained import curves
from core.long_context.trained.stored import alphabet
from core.teach.room_address import RoomAddress
from figures.long_context.coverage import unseen_strips
from figures.long_context.rules import Quantity
from pages.long_context.stretch.model_and_pair import ModelAndPair, percent
from pages.shared import chart
from pages.shared.room_link import room_link

SLOWEST = 1e-12  # of a ratio; a slower pair has no tick


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
        pair=state.marked_pair,
        x="pair",
        y="position (tokens)",
    )
    shares = ", ".join(f"{name} {share}" for name, share in overall.items())
    left, right = st.columns(2, gap="medium")
    with left:
        by_pair = {name: (100 * each.mean(axis=0)).round(3) for name, each in model.unseen_shares.items()}
        percents = {f"{name}, never seen (%)": each for name, each in by_pair.items()}
        columns = state.by_pair(percents, state.code_of_rules("coverage"))
        state.picture(strips, columns, "coverage", click=True, shares=shares)
    with right:
        frequencies(state, strips["layout"]["height"])
    source = state.whose
    is_taught_later = source.trained_on_to is not None and model.unseen_overall.get(source.rule, 0) > 0
    heading = "Linked: at first" if is_taught_later else "Linked"
    sentences = [state.say(heading, name=source.shown_name, claim=source.trained_on_to)]
    sentences += [state.say("Whose: window", window=source.window)] if source.window else []
    st.markdown(" ".join(sentences))
    facts = measured(state.model.factor)
    st.markdown(state.say("Not solved", **facts))
    wanted = str(facts["times"] * curves.LARGER.length)
    there = {"trained_view": ("Rules",), "model_size": (curves.LARGER.name,), "larger_wanted_length": (wanted,)}
    room_link(RoomAddress("extrapolation", there), state.words("Measured", **facts), key="measured")


def measured(factor: float) -> dict[str, Any]:
    """Which rule trained models of two sizes read worst and best, at the measured factor nearest to this one."""
    times = min(curves.FACTORS, key=lambda each: abs(np.log(each / factor)))
    small, larger = (
        curves.means("rules", curves.sources_of_rules(times), times * size.length // 2, times * size.length, size)
        for size in curves.SIZES.values()
    )
    worst, best = (choose(larger, key=lambda name: larger[name]) for choose in (max, min))
    facts = {"worst": worst, "worst_small": small[worst], "worst_larger": larger[worst], "best": best}
    facts |= {"best_small": small[best], "best_larger": larger[best]}
    return facts | {"guess": np.log(len(alphabet())), "times": times}


def title(state: ModelAndPair, name: str, share: str) -> str:
    """Above a strip; a model's own rule is marked."""
    return state.words("Strip: own" if name == state.whose.rule else "Strip", name=name, share=share)


def frequencies(state: ModelAndPair, height: int) -> None:
    """What each rule leaves of every pair's speed, and what that does to neighbours."""
    omegas, words = state.model.frequencies, state.words
    ratios = {f"{name} ÷ unscaled": omega / state.model.trained_frequencies for name, omega in omegas.items()}
    turns = {f"{name} (degrees a token)": np.degrees(omega) for name, omega in omegas.items()}
    columns = state.by_pair(ratios | turns, state.code_of_rules("frequencies"))
    ratio_of, turn_of = (
        {name: columns[column] for name, column in zip(omegas, each, strict=True)} for each in (ratios, turns)
    )
    panels = [
        Quantity(words["Ratio"], ratio_of, log=True, ticks=fractions(ratio_of)),
        Quantity(words["Neighbours"], turn_of),
    ]
    state.picture(state.pair_curves(panels, height=height), columns, "frequencies", click=True)


def fractions(ratios: Mapping[str, NDArray[np.float64]]) -> dict[str, float]:
    """Ticks from 1 down to the smallest of the ratios."""
    least = min(1.0, *(float(ratio.min()) for ratio in ratios.values()))
    halvings = int(np.ceil(-np.log2(max(SLOWEST, least))))
    return {"1": 1.0} | {f"1/{2**n}": 2.0**-n for n in range(halvings, 0, -max(1, halvings // 4))}

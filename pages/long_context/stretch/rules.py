"""The rules one by one: what each does, what it costs in numbers, and the two ramps that are called YaRN."""

import numpy as np
import pandas as pd
import streamlit as st

from core.long_context.coverage import TURN
from core.long_context.rules import ramps_columns
from core.scaling import by_parts, yarn
from figures.long_context.rules import Quantity
from pages.long_context.stretch.model_and_pair import ModelAndPair, percent
from pages.long_context.stretch.side_by_side import SLOWEST
from pages.shared.words import sections


def more(state: ModelAndPair) -> None:
    """What each chosen rule costs, in numbers, and what it does."""
    table = pd.DataFrame([row(state, name) for name in state.model.rules])
    st.markdown(state.say("Costs"))
    st.table(table, border="horizontal", hide_index=True, alt=state.say("Costs: alt"))
    with st.grid(2, min_column_width=300, gap="small"):
        for name, rule in state.model.rules.items():
            with st.container(border=True, height="stretch"):
                st.markdown(f"##### {name}, {rule.year}")
                for heading, text in sections(rule.explanation).items():
                    st.markdown(f"**{heading}.** {text}")
                st.caption(rule.source)


def row(state: ModelAndPair, name: str) -> dict[str, str]:
    model = state.model
    omega, factor = model.frequencies[name], model.by_rule[name].attention_factor
    return {
        "rule": name,
        "pair 0, a token": f"{np.degrees(omega[0]):.2f}°",
        "last wavelength": f"{TURN / max(omega[-1], SLOWEST):,.0f}",
        "never seen": percent(model.unseen_overall[name]),
        "neighbours": f"{100 * model.neighbours_left[name]:.3g}%",
        "attention ×": f"{factor**2:.3f}",
    }


def two_ramps(state: ModelAndPair) -> None:
    model, words = state.model, state.words
    paper, release = by_parts.RULE, yarn.RULE
    ramps = state.columns_of(ramps_columns, "panels", cites=(paper, release))
    weight, ratio = {paper.name: ramps["paper"], release.name: ramps["released"]}, ramps["released ÷ paper"]
    most = int(np.argmax(ratio))
    low, high = yarn.ramp_range(model.dim, model.base, model.original)
    facts = {"most": most, "ratio": ratio[most]}
    left, right = st.columns([3, 2], gap="medium")
    with left:
        level = {words("Ramps: most", **facts): float(ratio[most])}
        panels = [
            Quantity(words["Ramps: weight"], weight),
            Quantity(words["Ramps: ratio"], {release.name: ratio}, levels=level),
        ]
        figure = state.pair_curves(panels, height=460)
        state.picture(figure, ramps, "ramps", click=True, **facts)
    with right:
        st.markdown(state.say("Ramps", low=low, high=high, **facts))

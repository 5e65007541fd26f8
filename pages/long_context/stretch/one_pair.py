"""How far the chosen pair turns under each rule."""

from typing import Any

import pandas as pd
import streamlit as st

from figures.long_context.coverage import pair_turns
from pages.long_context.stretch.model_and_pair import ModelAndPair, percent
from pages.shared import chart, sliders
from pages.shared.columns import Columns


def draw(state: ModelAndPair) -> None:
    pair = ask_pair(state)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        turns(state, pair)
    with right:
        read(state, pair)


def ask_pair(state: ModelAndPair) -> int:
    """The pair; a click on one in another picture chooses it too."""
    stops, hint = range(state.model.pairs), state.words["Pair: help"]
    return int(sliders.slider("pair", stops, state.pair, key="at_pair", width=420, help=hint))


def turns(state: ModelAndPair, pair: int) -> None:
    """Turns against position, a line a rule."""
    model = state.model
    by_rule, arc = model.of_pair(pair), float(model.turns[pair])
    figure = pair_turns(
        {name: each.turns_per_token for name, each in by_rule.items()},
        looks=state.looks,
        arc=arc,
        original=model.original,
        target=model.target,
        palette=chart.palette(),
        x="position m (tokens)",
        y=f"turns of pair {pair}",
    )
    rows = {
        "rule": list(by_rule),
        "radians per token": [each.frequency for each in by_rule.values()],
        "÷ unscaled": [each.ratio for each in by_rule.values()],
        f"turns at {model.last:,}": [each.turns_reached for each in by_rule.values()],
        "never seen (%)": [100 * each.unseen_share for each in by_rule.values()],
    }
    columns = Columns(lambda: rows, state.code_of_rules("turns", at_pair=pair))
    name, last = list(by_rule.items())[-1]
    turns_reached = turns_text(last.turns_reached)
    facts: dict[str, Any] = {"pair": pair, "arc": arc, "name": name, "reached": turns_reached}
    state.picture(figure, columns, "turns", **facts)


def read(state: ModelAndPair, pair: int) -> None:
    """What the pair has seen, and where each rule takes it."""
    by_rule, arc = state.model.of_pair(pair), float(state.model.turns[pair])
    kind = "One pair: whole" if arc >= 1 else "One pair: arc"
    st.markdown(state.say(kind, pair=pair, arc=arc, degrees=360 * arc))
    table = {
        "rule": list(by_rule),
        "speed": [f"{each.ratio:.3g} ×" for each in by_rule.values()],
        "turns at the end": [turns_text(each.turns_reached) for each in by_rule.values()],
        "never seen": [percent(each.unseen_share) for each in by_rule.values()],
    }
    st.table(pd.DataFrame(table), border="horizontal", hide_index=True)


def turns_text(turns: float) -> str:
    return f"{turns:,.0f}" if turns >= 1000 else f"{turns:.3g}"

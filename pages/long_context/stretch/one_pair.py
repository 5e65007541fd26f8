"""How far the chosen pair turns under each rule."""

import pandas as pd
import streamlit as st

from figures.long_context.coverage import pair_turns
from pages.long_context.stretch.model_and_pair import ModelAndPair, percent
from pages.shared import chart
from pages.shared.views import write_back


def draw(state: ModelAndPair) -> None:
    ask_pair(state)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        turns(state)
    with right:
        read(state)


def ask_pair(state: ModelAndPair) -> None:
    """The pair; a click on one in another picture chooses it too."""
    last = state.model.pairs - 1
    st.number_input("pair", 0, last, width=130, help=state.words["Pair: help"], **write_back("at_pair", state.pair))


def turns(state: ModelAndPair) -> None:
    """Turns against position, a line a rule."""
    model, pair = state.model, state.pair
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
        red=state.words["Red"],
    )
    rows = {
        "rule": list(by_rule),
        "radians per token": [each.frequency for each in by_rule.values()],
        "÷ unscaled": [each.ratio for each in by_rule.values()],
        f"turns at {model.last:,}": [each.turns_reached for each in by_rule.values()],
        "never seen (%)": [100 * each.unseen_share for each in by_rule.values()],
    }
    code = state.code_of_rules("turns", at_pair=pair)
    name, last = list(by_rule.items())[-1]
    turns_reached = turns_text(last.turns_reached)
    state.picture(figure, "turns", lambda: pd.DataFrame(rows), code, arc=arc, name=name, reached=turns_reached)


def read(state: ModelAndPair) -> None:
    """What the pair has seen, the formula under the last rule, and where each rule takes it."""
    model, pair = state.model, state.pair
    by_rule, arc = model.of_pair(pair), float(model.turns[pair])
    name, last = list(by_rule.items())[-1]
    kind = "One pair: whole" if arc >= 1 else "One pair: arc"
    st.markdown(state.say(kind, arc=arc, degrees=360 * arc, name=name, ratio=last.ratio))
    formula = {
        "numerator": 2 * pair,
        "base": f"{model.base:,.0f}".replace(",", "{,}"),
        "trained": tex_power(model.trained_frequencies[pair]),
        "scaled": tex_power(last.frequency),
        "end": f"{model.last:,}".replace(",", "{,}"),
        "reached": turns_text(last.turns_reached).replace(",", "{,}"),
    }
    st.latex(state.say("One pair: formula", **formula))
    table = {
        "rule": list(by_rule),
        "turns at the end": [turns_text(each.turns_reached) for each in by_rule.values()],
        "never seen": [percent(each.unseen_share) for each in by_rule.values()],
    }
    st.table(pd.DataFrame(table), border="horizontal", hide_index=True)


def turns_text(turns: float) -> str:
    return f"{turns:,.0f}" if turns >= 1000 else f"{turns:.3g}"


def tex_power(number: float) -> str:
    """LaTeX of a number with four digits, with a power of ten where that is shorter."""
    digits, exponent = f"{number:.3e}".split("e")
    return rf"{digits}\cdot 10^{{{int(exponent)}}}" if abs(int(exponent)) > 2 else f"{number:.4g}"

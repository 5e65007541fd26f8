"""What rules multiply attention scores by, and what that does to a softmax over random scores."""

from typing import Literal

import numpy as np
import pandas as pd
import streamlit as st

from core.long_context.rules import attention_factor
from core.long_context.sharpness import MAX_KEYS, Sharpness, sharpness
from core.scaling import RULES
from figures.curves import Line, curves
from figures.long_context.rules import held_by_strongest
from figures.theme import GHOST
from pages.long_context.stretch.model_and_pair import ModelAndPair
from pages.shared import chart

SHARPENING = {name: rule for name, rule in RULES.items() if rule.attention}


def draw(state: ModelAndPair) -> None:
    model = state.model
    multipliers = {name: multiplier(name, model.original, model.factor) for name in SHARPENING}
    left, right = st.columns(2, gap="medium")
    with left:
        over_factors(state, multipliers)
    with right:
        over_keys(state, multipliers)
    trained_keys, target = (min(length, MAX_KEYS) for length in (model.original, model.target))
    before, after = sharpness(trained_keys), sharpness(target)
    st.markdown(
        state.say(
            "Attention",
            trained_keys=trained_keys,
            trained_entropy=before.entropy,
            trained_shared=before.keys,
            wanted_keys=target,
            wanted_entropy=after.entropy,
            wanted_shared=after.keys,
            sharpened=" ".join(sharpening_text(state, name, target, by) for name, by in multipliers.items()),
        )
    )


def multiplier(name: str, original: int, factor: float) -> float:
    """What scores are multiplied by: cosine and sine have the factor on queries and on keys."""
    return attention_factor(RULES[name], original=original, target=original * factor) ** 2


def sharpening_text(state: ModelAndPair, name: str, keys: int, by: float) -> str:
    softmax = sharpness(keys, by)
    return state.words("Sharpened", name=name, by=by, factor=by**0.5, entropy=softmax.entropy, keys=softmax.keys)


def over_factors(state: ModelAndPair, multipliers: dict[str, float]) -> None:
    original, factors = state.model.original, np.geomspace(1, max(state.model.factor, 2), 33)
    values = {name: np.array([multiplier(name, original, by) for by in factors]) for name in SHARPENING}
    lines = [Line(name, factors, curve, state.looks[name].colour, width=2.5) for name, curve in values.items()]
    figure = curves(lines, palette=chart.palette(), x="context wanted ÷ trained", y="scores are multiplied by")
    figure = figure.under({"meta": {"follows": {"yaxis": ["context"]}}})  # both axes reach as far as the curves
    now = ", ".join(f"{name} {by:.3f}" for name, by in multipliers.items())
    code = state.code("multiplier", rules=SHARPENING)
    columns = {"wanted ÷ trained": factors} | values
    state.picture(figure, "multiplier", lambda: pd.DataFrame(columns), code, now=now)


def over_keys(state: ModelAndPair, multipliers: dict[str, float]) -> None:
    trained_keys, target = (min(length, MAX_KEYS) for length in (state.model.original, state.model.target))
    shares: list[tuple[str, Sharpness, str, Literal["solid", "dash"]]] = [
        (f"{trained_keys:,} keys", sharpness(trained_keys), GHOST, "dash"),
        (f"{target:,} keys", sharpness(target), GHOST, "solid"),
    ]
    shares += [
        (f"{target:,} keys, {name}", sharpness(target, by), state.looks[name].colour, "solid")
        for name, by in multipliers.items()
    ]
    lines = [
        Line(name, softmax.strongest.astype(float), softmax.shares, colour, dash=dash, width=2.5)
        for name, softmax, colour, dash in shares
    ]
    figure = held_by_strongest(lines, palette=chart.palette(), x="strongest keys", y="share of the attention")
    columns = [{"scores": line.name, "strongest keys": line.x, "share": line.y} for line in lines]
    code = state.code("softmax", rules=SHARPENING)
    state.picture(
        figure,
        "softmax",
        lambda: pd.concat(map(pd.DataFrame, columns)),
        code,
        trained_keys=trained_keys,
        wanted_keys=target,
    )

"""A second config side by side with the first."""

import numpy as np
import pandas as pd
import streamlit as st

from core.schemes import SCHEMES
from figures.curves import Line, curves
from figures.theme import INK
from model_configs.entries import ConfigError
from model_configs.facts import rule
from model_configs.model_config import ModelConfig
from model_configs.pair_wavelengths import PairWavelengths, pair_wavelengths
from model_configs.readings import SAME
from pages.long_context.model import prose, understood, wavelengths
from pages.long_context.model.choice import ask_beside
from pages.long_context.model.script_values import ratio_values
from pages.long_context.model.view import View
from pages.shared import chart
from pages.shared.words import Words
from pages.take_away.code import Code


def draw(view: View, words: Words) -> None:
    """Both combs, the ratio of frequencies, and the entries that differ."""
    choice = ask_beside(words)
    if choice is None:
        return
    second, other, source = choice
    if other == view.name:  # the same model twice: columns and combs need names of their own
        other = f"{other} (2)"
    st.caption(source)
    theirs = _at_target(second, view, words) if second.layer_types else None
    if theirs is not None:
        _compare(view, theirs, other, words)
    _differences(view, understood.table(second, theirs, words), other, words)


def _at_target(second: ModelConfig, view: View, words: Words) -> PairWavelengths | None:
    """The layers of the second config that have the name of those shown, else its first ones."""
    kinds = second.layer_types
    kind = next((kind for kind in kinds if kind.name == view.before.kind.name), kinds[0])
    try:
        return pair_wavelengths(kind, view.target)
    except ConfigError as error:
        st.error(prose.unusable(error, words))
        return None


def _differences(view: View, theirs: pd.DataFrame, other: str, words: Words) -> None:
    frames = understood.table(view.config, view.before, words), theirs
    left, right = (dict(zip(frame["understood"], frame[""], strict=True)) for frame in frames)
    rows = [(name, left.get(name, "—"), right.get(name, "—")) for name in dict.fromkeys([*left, *right])]
    differ = [row for row in rows if row[1] != row[2]]
    st.markdown(words("Beside: differ", count=len(differ), all=len(rows)))
    if differ:
        st.table(pd.DataFrame(differ, columns=["", view.name, other]), border="horizontal", hide_index=True)


def _compare(view: View, theirs: PairWavelengths, other: str, words: Words) -> None:
    ours, states = view.before, {view.name: view.before, other: theirs}
    titled_states = {f"{name}, {rule(state.kind)}": state for name, state in states.items()}
    wavelengths.show(titled_states, {f"target {view.target:,}": view.target}, view, words, key="beside_combs")
    count = min(len(ours.omega), len(theirs.omega))
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ratio = theirs.omega[:count] / ours.omega[:count]
    most = int(np.nanargmax(np.abs(np.log(np.where(ratio > 0, ratio, 1)))))
    facts = {"pair": most, "ratio": ratio[most], "other": other, "choice": view.name, "count": count}
    alike = np.allclose(ratio[np.isfinite(ratio)], 1, rtol=SAME, atol=0)
    heading = "Beside: same" if alike else "Beside: ratio"
    st.markdown(words(heading, **facts, pairs=len(ours.omega), theirs=len(theirs.omega)))
    pairs = np.arange(count, dtype=float)
    figure = curves(
        [Line(f"{other} ÷ {view.name}", pairs, ratio, INK, width=2.5)],
        palette=chart.palette(),
        x="pair",
        y="frequency ÷ frequency",
        height=300,
        log_y=True,
    )
    columns = {"pair": np.arange(count), view.name: ours.omega[:count], other: theirs.omega[:count], "ratio": ratio}
    chart.show(
        figure,
        alt=words("Beside: alt same" if alike else "Beside: alt", **facts),
        table=lambda: pd.DataFrame(columns),
        key="beside_ratio",
        code=Code(
            "model/beside_ratio",
            ratio_values(states),
            methods=(ours.kind.rule, theirs.kind.rule),
            cites=(SCHEMES["RoPE"],),
        ),
    )

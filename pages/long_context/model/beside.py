"""A second config beside the first, at first the model's sibling for longer or shorter texts."""

import numpy as np
import pandas as pd
import streamlit as st

from model_configs.entries import ConfigError
from model_configs.facts import rule
from model_configs.model_config import ModelConfig
from model_configs.pair_wavelengths import PairWavelengths, pair_wavelengths
from model_configs.presets import sibling
from model_configs.readings import SAME
from pages.long_context.model import prose, understood, wavelengths
from pages.long_context.model.choice import ask_beside, shown_name
from pages.long_context.model.view import View
from pages.shared.words import Words


def draw(view: View, words: Words) -> None:
    """Both combs, how much faster one turns than the other, and the entries that differ."""
    config, ours = view.config, shown_name(view.name, view.config)
    choice = ask_beside(words, sibling(view.name, config.model_type, config.hidden_size))
    if choice is None:
        return
    second, name, source = choice
    other = shown_name(name, second)
    if other == ours:  # the same model twice: columns and combs need names of their own
        other = f"{other} (2)"
    theirs = _at_target(second, view, words) if second.layer_types else None
    if theirs is not None:
        _compare(view, theirs, ours, other, words)
    _differences(view, understood.table(second, theirs, words), ours, other, words)
    st.caption(source)


def _at_target(second: ModelConfig, view: View, words: Words) -> PairWavelengths | None:
    """The layers of the second config that have the name of those shown, else its first ones."""
    kinds = second.layer_types
    kind = next((kind for kind in kinds if kind.name == view.before.kind.name), kinds[0])
    try:
        return pair_wavelengths(kind, view.target)
    except ConfigError as error:
        st.error(prose.unusable(error, words))
        return None


def _differences(view: View, theirs: pd.DataFrame, ours: str, other: str, words: Words) -> None:
    frames = understood.table(view.config, view.before, words), theirs
    left, right = (dict(zip(frame["understood"], frame[""], strict=True)) for frame in frames)
    rows = [(name, left.get(name, "—"), right.get(name, "—")) for name in dict.fromkeys([*left, *right])]
    differ = [row for row in rows if row[1] != row[2]]
    st.markdown(words("Beside: differ", count=len(differ), all=len(rows)))
    if differ:
        frame = pd.DataFrame(differ, columns=["", ours, other])
        st.table(frame, border="horizontal", hide_index=True, width=720)


def _compare(view: View, theirs: PairWavelengths, ours: str, other: str, words: Words) -> None:
    states = {ours: view.before, other: theirs}
    titled_states = {f"{name}, {rule(state.kind)}": state for name, state in states.items()}
    wavelengths.show(titled_states, {f"target {view.target:,}": view.target}, view, words, key="beside_combs")
    count = min(len(view.before.omega), len(theirs.omega))
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ratio = theirs.omega[:count] / view.before.omega[:count]
    most = int(np.nanargmax(np.abs(np.log(np.where(np.isfinite(ratio) & (ratio > 0), ratio, 1)))))
    alike = np.allclose(ratio[np.isfinite(ratio)], 1, rtol=SAME, atol=0)
    facts = {"pair": most, "ratio": ratio[most], "other": other, "choice": ours, "count": count}
    slower = "Beside: slower" if ratio[most] < 1 else "Beside: faster"
    st.markdown(words("Beside: same" if alike else slower, **facts, times=max(ratio[most], 1 / ratio[most])))

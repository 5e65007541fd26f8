"""The chosen rules one by one: what each does, and what it costs in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

from core.long_context.coverage import TURN
from core.long_context.rules import horizon, neighbour_distance
from pages.long_context.stretch.shown import percent
from pages.long_context.stretch.side_by_side import SLOWEST
from pages.shared.words import sections

if TYPE_CHECKING:
    from pages.long_context.stretch.shown import Shown


def explanations(shown: Shown) -> None:
    with st.grid(2, min_column_width=300, gap="small"):
        for name, rule in shown.model.rules.items():
            with st.container(border=True, height="stretch"):
                st.markdown(f"##### {name}, {rule.year}")
                for heading, text in sections(rule.explanation).items():
                    st.markdown(f"**{heading}.** {text}")
                st.caption(rule.source)


def numbers(shown: Shown) -> None:
    table = pd.DataFrame([row(shown, name) for name in shown.model.rules])
    st.table(table, border="horizontal", hide_index=True, alt=shown.say("Numbers: alt"))
    st.markdown(shown.say("Numbers"))


def row(shown: Shown, name: str) -> dict[str, str]:
    model = shown.model
    omega, factor = model.frequencies[name], model.scaled[name].attention_factor
    ahead = horizon(omega, model.target)
    return {
        "rule": name,
        "pair 0, per token": f"{np.degrees(omega[0]):.2f}°",
        "last wavelength": f"{TURN / max(omega[-1], SLOWEST):,.0f}",
        "full turns": f"{(model.target * omega >= TURN).sum()} pairs",
        "never seen": percent(model.unseen_overall[name]),
        "neighbours": f"{neighbour_distance(omega):.4f}",
        "attention factor": f"{factor:.4f}",
        "scores ×": f"{factor**2:.4f}",
        "horizon": f"{ahead:,}" if ahead else f"beyond {model.target:,}",
    }

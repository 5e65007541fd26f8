"""Why a sine alone is not enough: two arrows from the same sine."""

from functools import partial
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from core.inputs.settings import Settings
from core.sinusoidal.shift import SameSine, same_sine
from figures.sinusoidal.same_sine import half_circle, same_sine_arrows
from pages.shared import chart
from pages.shared.columns import Columns
from pages.shared.words import Words
from pages.take_away.code import Code


def draw(offset: int, settings: Settings, words: Words) -> None:
    """Two positions with the same sine, on the circle, and where k tokens take them."""
    sines = same_sine(offset, settings.d_model, **settings.base_and_scale)
    rising_sine, falling_sine = np.sin(sines.after).tolist()
    facts = {
        "offset": offset,
        "pair": sines.pair,
        "degrees": np.degrees(half_circle(sines.turn)),
        "rising": rising_sine,
        "falling": falling_sine,
    }
    figure = same_sine_arrows(
        sines.before,
        sines.turn,
        palette=chart.palette(),
        level=words["Arrows: level"],
        ends=[words(f"Arrows: {end}", **facts) for end in ("rising", "falling")],
        x="sine",
        y="cosine",
    )
    left, right = st.columns([4, 3], gap="medium")
    with left:
        chart.show(
            figure,
            Columns(partial(columns, sines), Code("shift/same_sine", {"offset": offset})),
            alt=words("Arrows: alt", **facts),
            key="same_sine",
        )
    right.markdown(words("Arrows", **facts))


def columns(sines: SameSine) -> dict[str, NDArray[Any]]:
    """Both arrows, before and after the turn."""
    columns = {"arrow": np.array(["rising", "falling"])}
    for name, angle in (("before", sines.before), ("after", sines.after)):
        columns |= {f"angle {name} (degrees)": np.degrees(angle)}
        columns |= {f"sine {name}": np.sin(angle), f"cosine {name}": np.cos(angle)}
    return columns

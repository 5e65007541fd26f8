"""The ramp of YaRN's paper beside that of its released code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.long_context.rules import compared_ramps
from core.scaling import by_parts, yarn
from figures.long_context.rules import Quantity, pair_curves

if TYPE_CHECKING:
    from pages.long_context.stretch.shown import Shown


def draw(shown: Shown) -> None:
    model, words = shown.model, shown.words
    paper, released = by_parts.RULE, yarn.RULE
    lengths = {"base": model.base, "original": model.original, "target": model.target}
    found = compared_ramps(paper, released, model.dim, **lengths)
    most = found.widest
    low, high = yarn.ramp_range(model.dim, model.base, model.original)
    said = {"most": most, "ratio": found.ratio[most]}
    left, right = st.columns([3, 2], gap="medium")
    with left:
        level = {words("Ramps: most", **said): float(found.ratio[most])}
        panels = [
            Quantity(words["Ramps: weight"], {paper.name: found.one, released.name: found.other}),
            Quantity(words["Ramps: ratio"], {released.name: found.ratio}, levels=level),
        ]
        figure = pair_curves(panels, palette=shown.palette, pair=shown.pair, x="pair", height=460)
        columns = {"paper": found.one, "released": found.other, "released ÷ paper": found.ratio}
        code = shown.code("ramps", rotary_dim=model.dim, cites=(paper, released))
        shown.picture(figure, "ramps", shown.by_pair(**columns), code, click=True, **said)
    with right:
        weights = {"paper": found.one[most], "released": found.other[most]}
        st.markdown(shown.say("Ramps", low=low, high=high, **said, **weights))

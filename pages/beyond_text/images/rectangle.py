"""The rectangle rule, and how near one head of each kind comes to a pattern of offsets."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

from core.beyond_text.contents import METHODS
from core.beyond_text.rectangle import (
    DRAWS,
    KIND,
    LONGER,
    REACH,
    TARGET,
    arrows,
    fit,
    longer_golden,
    pattern,
    usual_start,
)
from core.beyond_text.rectangle import rectangle as rectangle_of
from figures.beyond_text.offset_map import offset_map
from figures.curves import Line, Mark, curves
from figures.theme import GHOST, INK, ROTARY
from pages.beyond_text.images.directions import BASES, turned
from pages.shared import chart, hand
from pages.shared.views import metric, one_of
from pages.take_away.code import Code

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pages.shared.words import Words

SIDES = tuple(range(1, REACH + 1))
COLOURS = dict(zip(KIND.options, (ROTARY, INK, GHOST), strict=True))
CITES = [METHODS["2-D RoPE"]]


def view(words: Words) -> None:
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    side = hand.slider(words["Side"], SIDES, 3, key="side", place=controls, width=260, help=words["Side: help"])
    target = one_of(words["Target"], TARGET.options, key="target", place=controls)
    rule(words, side)
    patterns(words, target)


def rule(words: Words, side: int) -> None:
    found = {kind: rectangle_of(side, side, kind=kind, base=BASES[kind]) for kind in KIND.options}
    left, right = st.columns([3, 2], gap="large", vertical_alignment="center")
    excess = {
        kind: np.array([rectangle_of(at, at, kind=kind, base=BASES[kind]).excess for at in SIDES])
        for kind in KIND.options
    }
    lines = [
        Line(kind, np.array(SIDES), values, COLOURS[kind], mode="lines+markers") for kind, values in excess.items()
    ]
    marks = [Mark(side, each.excess, "") for each in found.values()]
    x, y = words["Rule: x"], words["Rule: y"]
    with left:
        chart.show(
            curves(lines, palette=chart.palette(), x=x, y=y, height=260, marks=marks),
            alt=words("Rule: alt", side=side, found=found),
            table=lambda: pd.DataFrame({"side": SIDES} | excess),
            key="excess",
            code=Code("images/excess", {"bases": BASES}, cites=CITES),
        )
    with right:
        for kind, each in found.items():
            metric(words[f"Rule: {kind}"], f"{abs(each.excess):.3f}", words("Rule: of", side=side))
    st.markdown(words("Rule", side=side, found=found["axial"]))
    st.latex(words("Rule: formula", side=side, found=found["axial"]))


def patterns(words: Words, target: str) -> None:
    fits = {kind: fit(target, kind=kind, base=BASES[kind]) for kind in KIND.options}
    st.markdown(words("Fit", target=words[f"Target: {target}"], ceiling=fits["axial"].ceiling))
    shown = {"target": (pattern(target), words["Fit: target"])}
    shown |= {
        kind: (each.score, words("Fit: kind", kind=kind, explained=each.explained)) for kind, each in fits.items()
    }
    with st.grid(4, min_column_width=220, gap="small"):
        for name, (values, title) in shown.items():
            with st.container():
                st.markdown(title)
                key = f"fit_{name}"
                chart.show(
                    offset_map(values, palette=chart.palette()),
                    alt=words("Fit: alt", title=title.replace("*", ""), target=target),
                    table=partial(table, values),
                    key=key,
                    code=Code("images/fit", {"target": target, **of(name)}, cites=CITES),
                )
    angle = turned(arrows("mixed", 64, BASES["mixed"]))
    usual = {"usual": usual_start(target), "draws": DRAWS}
    longer = {"longer": longer_golden(target), "lengths": LONGER}
    st.markdown(words("Fit: said", target=target, fits=fits, turned=angle, **usual, **longer))


def of(name: str) -> dict[str, object]:
    """What the script draws: the pattern itself, or the nearest score of a kind."""
    return {"kind": name, "base": BASES[name]} if name in BASES else {"wanted": True}


def table(values: NDArray[np.float64]) -> pd.DataFrame:
    offsets = np.arange(-REACH, REACH + 1)
    return pd.DataFrame({"rows": offsets} | {str(at): values[:, i] for i, at in enumerate(offsets)})

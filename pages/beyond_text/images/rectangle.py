"""The rectangle rule, and how near one head of each kind comes to a pattern of offsets."""

from collections.abc import Callable, Mapping

import numpy as np
import streamlit as st

from core.beyond_text.contents import METHODS
from core.beyond_text.rectangle import (
    DRAWS,
    KIND,
    LONGER,
    REACH,
    TARGET,
    Fit,
    Rectangle,
    arrows,
    excess_columns,
    fit,
    fit_columns,
    longer_golden,
    pattern,
    usual_start,
)
from core.beyond_text.rectangle import rectangle as rectangle_of
from figures.beyond_text.images import offset_map
from figures.curves import Line, Mark, curves, named_at_ends
from figures.theme import GHOST, INK, ROTARY
from pages.beyond_text.images.directions import BASES, turn_degrees
from pages.shared import chart, preview
from pages.shared.views import metric, one_of
from pages.shared.words import Words
from pages.take_away.derived import table_and_code

SIDES = tuple(range(1, REACH + 1))
COLOURS = dict(zip(KIND.options, (ROTARY, INK, GHOST), strict=True))
CITES = [METHODS["2-D RoPE"]]


def draw(words: Words) -> Callable[[], None]:
    """Draw the rule and the nearest patterns; returns what draws both in numbers."""
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    side = preview.slider(words["Side"], SIDES, 3, key="side", place=controls, width=260, help=words["Side: help"])
    target = one_of(words["Target"], TARGET.options, key="target", place=controls)
    shapes = {kind: rectangle_of(side, side, kind=kind, base=BASES[kind]) for kind in KIND.options}
    fits = {kind: fit(target, kind=kind, base=BASES[kind]) for kind in KIND.options}
    rule(words, side, shapes)
    patterns(words, target, fits)
    st.markdown(words("Fit", target=words[f"Target: {target}"], ceiling=fits["axial"].ceiling))
    return lambda: numbers(words, side, target, shapes, fits)


def rule(words: Words, side: int, shapes: Mapping[str, Rectangle]) -> None:
    excess = {
        kind: np.array([rectangle_of(length, length, kind=kind, base=BASES[kind]).excess for length in SIDES])
        for kind in KIND.options
    }
    lines = [
        Line(kind, np.array(SIDES), values, COLOURS[kind], mode="lines+markers") for kind, values in excess.items()
    ]
    marks = [Mark(side, each.excess, "") for each in shapes.values()]
    figure = curves(lines, palette=chart.palette(), x=words["Rule: x"], y=words["Rule: y"], height=230, marks=marks)
    values = np.concatenate([*excess.values()])
    room = 0.06 * np.ptp(values)
    st.markdown(words["Rule: heading"])
    chart.show(
        named_at_ends(figure, lines, float(values.min() - room), float(values.max() + room)),
        alt=words("Rule: alt", side=side, reading=shapes),
        key="excess",
        **table_and_code(excess_columns, "curves", {"bases": BASES}, cites=CITES),
    )


def patterns(words: Words, target: str, fits: Mapping[str, Fit]) -> None:
    maps = {"target": (pattern(target), words["Fit: target"])}
    maps |= {
        kind: (each.score, words("Fit: kind", kind=kind, explained=each.r_squared)) for kind, each in fits.items()
    }
    st.markdown(words["Fit: heading"])
    with st.grid(4, min_column_width=150, gap="small"):
        for name, (values, title) in maps.items():
            with st.container():
                st.markdown(title)
                chart.show(
                    offset_map(values, palette=chart.palette()),
                    alt=words("Fit: alt", title=title.strip("# "), target=target),
                    key=f"fit_{name}",
                    **table_and_code(
                        fit_columns,
                        "cells",
                        {"target": target, "kind": name, "base": BASES.get(name, BASES["axial"])},
                        cites=CITES,
                        rows="rows",
                    ),
                )


def numbers(words: Words, side: int, target: str, shapes: Mapping[str, Rectangle], fits: Mapping[str, Fit]) -> None:
    """The rule at the chosen side, and what the fits depend on."""
    st.markdown(words("Rule", side=side, reading=shapes["axial"]))
    st.latex(words("Rule: formula", side=side, reading=shapes["axial"]))
    for place, (kind, each) in zip(st.columns(len(shapes)), shapes.items(), strict=True):
        metric(words[f"Rule: {kind}"], f"{abs(each.excess):.3f}", words("Rule: of", side=side), place)
    angle = turn_degrees(arrows("mixed", 64, BASES["mixed"]))
    usual = {"usual": usual_start(target), "draws": DRAWS}
    longer = {"longer": longer_golden(target), "lengths": LONGER}
    st.markdown(words("Fit: said", target=target, fits=fits, turned=angle, **usual, **longer))

"""Positions that become one number, and how wrong each pair is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

from core.long_context.dtypes import EXACT
from core.long_context.merged_positions import first_collision
from figures.curves import Line, Mark
from figures.long_context.merged_positions import staircase
from figures.long_context.rounding import PAIR, STAIRS
from figures.long_context.rounding_errors import error_heatmap
from pages.long_context.precision.rounding_and_position import MIN_LENGTH, number_text
from pages.shared import chart

if TYPE_CHECKING:
    from core.long_context.error_map import ErrorMap
    from pages.long_context.precision.rounding_and_position import RoundingAndPosition


def draw(shown: RoundingAndPosition) -> None:
    left, right = st.columns(2, gap="medium")
    with left:
        draw_stairs(shown)
    with right:
        draw_errors(shown)
    short = shown.settings.length < MIN_LENGTH
    set_length = shown.settings.length
    st.caption(shown.say("Reach: short" if short else "Reach", set_length=set_length))


def draw_stairs(shown: RoundingAndPosition) -> None:
    """The neighbourhood of the followed position."""
    words, found = shown.words, shown.followed.neighbourhood()
    positions = found.positions.astype(float)
    rounded, by_angle = (np.where(np.isfinite(own), own, np.nan) for own in (found.rounded, found.by_angle))
    lines = [
        Line(shown.say("Stairs: rounded"), positions, rounded, STAIRS, mode="lines+markers", width=1.0),
        Line(shown.say("Stairs: angle"), positions, by_angle, PAIR, width=1.5),
    ]
    height = found.arrived if np.isfinite(found.arrived) else found.middle
    mark = Mark(found.middle, height, f"{found.middle:,} → {number_text(found.arrived)}")
    st.markdown(words["Stairs: heading"])
    figure = staircase(
        found.positions,
        lines,
        palette=shown.palette,
        exact=words["Stairs: exact"],
        x="position (tokens)",
        y="position that is left (tokens)",
        marks=[mark],
    )
    pair = shown.followed.worst_pair
    columns = {"position": found.positions, "after rounding": found.rounded}
    columns |= {f"by the angle of pair {pair}": found.by_angle}
    first, last = int(found.positions[0]), int(found.positions[-1])
    code = shown.code("stairs", followed=shown.position, first=first, last=last)
    chart.show(figure, alt=shown.say("Stairs: alt"), table=lambda: pd.DataFrame(columns), key="stairs", code=code)
    st.caption(shown.say("Stairs"))


def draw_errors(shown: RoundingAndPosition) -> None:
    words, errors, dtype = shown.words, shown.errors, shown.dtypes.position
    collision = first_collision(dtype)
    edge = None
    if dtype != EXACT and collision < shown.length:
        edge = (collision, words("Map: edge", collision=collision, next=collision + 1))
    st.markdown(words["Map: heading"])
    figure = error_heatmap(
        errors.worst,
        errors.edges,
        errors.pairs,
        palette=shown.palette,
        unit=words["Error: axis"],
        overflow=words["Gap"],
        mark=(max(shown.position, 1), shown.followed.worst_pair),
        edge=edge,
    )
    chart.show(
        figure,
        alt=shown.say("Map: alt"),
        table=lambda: table_of(errors),
        key="error_map",
        code=shown.code("error_map", length=shown.length),
    )
    everything = errors.complete_to == shown.length - 1
    sampled = words["Sampled: all"] if everything else words("Sampled: some", complete=errors.complete_to)
    st.caption(shown.say("Map", sampled=sampled, rows=len(errors.pairs)))


def table_of(errors: ErrorMap) -> pd.DataFrame:
    ends = {"first position": errors.edges[:-1], "last position": errors.edges[1:] - 1}
    return pd.DataFrame(ends | {f"pair {i}": row for i, row in zip(errors.pairs, errors.worst, strict=True)})

"""Positions that become one number, and how wrong each pair is."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from core.long_context.dtypes import EXACT, Dtypes
from core.long_context.error_map import ErrorMap
from core.long_context.merged_positions import distinct_positions, first_collision
from figures.curves import Line, Mark
from figures.long_context.merged_positions import staircase
from figures.long_context.rounding import PAIR, STAIRS
from figures.long_context.rounding_errors import error_heatmap
from pages.long_context.precision import formula
from pages.long_context.precision.rounding import SMALL
from pages.long_context.precision.rounding_and_position import (
    MIN_LENGTH,
    RoundingAndPosition,
    error_text,
    number_text,
)
from pages.shared import chart
from pages.shared.views import metric


def draw(shown: RoundingAndPosition) -> Callable[[], None]:
    """Draw both pictures; returns what draws the numbers below the fold."""
    left, right = st.columns(2, gap="medium")
    with left:
        draw_stairs(shown)
    with right:
        draw_errors(shown)
    largest = shown.say("Largest" if shown.errors.largest else "Largest: none")
    st.markdown(f"{formula.merged(shown)} {largest} {shown.say('Advice', **cast_at_the_end(shown))}")
    return partial(more, shown)


def more(shown: RoundingAndPosition) -> None:
    """What is lost in numbers, and how the followed position loses it."""
    metrics(shown)
    st.markdown(formula.followed(shown))
    errors, words = shown.errors, shown.words
    everything = errors.complete_to == shown.length - 1
    sampled = words["Sampled: all"] if everything else words("Sampled: some", complete=errors.complete_to)
    short = "Reach: short" if shown.settings.length < MIN_LENGTH else "Reach"
    reach = shown.say(short, set_length=shown.settings.length)
    st.caption(f"{shown.say('Map: cells', sampled=sampled, rows=len(errors.pairs))} {reach}")


def metrics(shown: RoundingAndPosition) -> None:
    """What the dtype can count, and the largest errors."""
    words, dtype, length = shown.words, shown.dtypes.position, shown.length
    errors, cast, collision = shown.errors, cast_at_the_end(shown), first_collision(dtype)
    exact_to, note = f"{collision:,}", words("Metric: next", next=collision + 1, collision=collision)
    if dtype == EXACT:
        exact_to, note = "any position", words["Metric: exact"]
    of_errors = "Metric: overflow" if errors.overflows else "Metric: largest"
    with st.grid(4, min_column_width=150, gap="small"):
        metric(words["Metric: counts"], exact_to, note)
        metric(
            words["Metric: different"], f"{distinct_positions(length, dtype):,}", words("Metric: of", length=length)
        )
        metric(words["Metric: error"], error_text(errors.largest), words(of_errors, last=length - 1))
        metric(words["Metric: at the end"], cast["cast"], words("Metric: cast", small=cast["small"]))


def cast_at_the_end(shown: RoundingAndPosition) -> dict[str, str]:
    """The error with float32 up to the cosine and sine, and a small dtype for these alone."""
    small = shown.dtypes.cos_sin if shown.dtypes.cos_sin in SMALL[:2] else SMALL[0]
    cast = shown.errors_with(Dtypes("float32", "float32", "float32", small)).largest
    return {"small": small, "cast": error_text(cast)}


def draw_stairs(shown: RoundingAndPosition) -> None:
    """The neighbourhood of the followed position."""
    words, near = shown.words, shown.followed.neighbourhood()
    positions = near.positions.astype(float)
    rounded, by_angle = (np.where(np.isfinite(each), each, np.nan) for each in (near.rounded, near.by_angle))
    lines = [
        Line(shown.say("Stairs: rounded"), positions, rounded, STAIRS, mode="lines+markers", width=1.0),
        Line(shown.say("Stairs: angle"), positions, by_angle, PAIR, width=1.5),
    ]
    height = near.arrived if np.isfinite(near.arrived) else near.middle
    mark = Mark(near.middle, height, f"{near.middle:,} → {number_text(near.arrived)}")
    st.markdown(words["Stairs: heading"])
    figure = staircase(
        near.positions,
        lines,
        palette=shown.palette,
        exact=words["Stairs: exact"],
        x="position (tokens)",
        y="position that is left (tokens)",
        marks=[mark],
    )
    pair = shown.followed.worst_pair
    columns = {"position": near.positions, "after rounding": near.rounded}
    columns |= {f"by the angle of pair {pair}": near.by_angle}
    first, last = int(near.positions[0]), int(near.positions[-1])
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
    st.caption(shown.say("Map"))


def table_of(errors: ErrorMap) -> pd.DataFrame:
    ends = {"first position": errors.edges[:-1], "last position": errors.edges[1:] - 1}
    return pd.DataFrame(ends | {f"pair {i}": row for i, row in zip(errors.pairs, errors.worst, strict=True)})

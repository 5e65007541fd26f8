"""Positions that become one number, and how wrong each pair is."""

from collections.abc import Callable
from functools import partial

import numpy as np
import streamlit as st

from core.long_context.dtypes import EXACT, Dtypes, distinct_positions, first_collision
from core.long_context.error_map import error_map_columns
from core.long_context.rotation_errors import stairs_columns
from figures.curves import Line, Mark
from figures.long_context.precision import PAIR, STAIRS, error_heatmap, staircase
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


def draw(state: RoundingAndPosition) -> Callable[[], None]:
    """Draw both pictures; returns what draws the numbers below the fold."""
    left, right = st.columns(2, gap="medium")
    with left:
        draw_stairs(state)
    with right:
        draw_errors(state)
    largest = state.say("Largest" if state.errors.largest else "Largest: none")
    st.markdown(f"{formula.equal_positions(state)} {largest} {state.say('Advice', **cast_at_the_end(state))}")
    return partial(more, state)


def more(state: RoundingAndPosition) -> None:
    """What is lost in numbers, and how the followed position loses it."""
    metrics(state)
    st.markdown(formula.steps_with_numbers(state))
    errors, words = state.errors, state.words
    everything = errors.complete_to == state.length - 1
    sample_note = words["Sampled: all"] if everything else words("Sampled: some", complete=errors.complete_to)
    short = "Reach: short" if state.settings.length < MIN_LENGTH else "Reach"
    reach = state.say(short, set_length=state.settings.length)
    st.caption(f"{state.say('Map: cells', sampled=sample_note, rows=len(errors.pairs))} {reach}")


def metrics(state: RoundingAndPosition) -> None:
    """What the dtype can count, and the largest errors."""
    words, dtype, length = state.words, state.dtypes.position, state.length
    errors, cast, collision = state.errors, cast_at_the_end(state), first_collision(dtype)
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


def cast_at_the_end(state: RoundingAndPosition) -> dict[str, str]:
    """The error with float32 up to the cosine and sine, and a small dtype for these alone."""
    small = state.dtypes.cos_sin if state.dtypes.cos_sin in SMALL[:2] else SMALL[0]
    cast = state.errors_with(Dtypes("float32", "float32", "float32", small)).largest
    return {"small": small, "cast": error_text(cast)}


def draw_stairs(state: RoundingAndPosition) -> None:
    """The neighbourhood of the followed position."""
    words, near = state.words, state.followed_position.neighbourhood()
    dots = {"followed_position": state.position, "first": near.first, "last": near.last}
    base, scale = state.settings.base, state.settings.scale
    columns = stairs_columns(state.dim, vars(state.dtypes), **dots, base=base, scale=scale)
    positions, stairs, by_angle = (np.where(np.isfinite(each), each, np.nan) for each in columns.values())
    lines = [
        Line(state.say("Stairs: rounded"), positions, stairs, STAIRS, mode="lines+markers", width=1.0),
        Line(state.say("Stairs: angle"), positions, by_angle, PAIR, width=1.5),
    ]
    height = near.rounded_middle if np.isfinite(near.rounded_middle) else near.middle
    mark = Mark(near.middle, height, f"{near.middle:,} → {number_text(near.rounded_middle)}")
    st.markdown(words["Stairs: heading"])
    figure = staircase(
        columns["position"],
        lines,
        palette=chart.palette(),
        exact=words["Stairs: exact"],
        x="position (tokens)",
        y="position that is left (tokens)",
        marks=[mark],
    )
    chart.show(
        figure, alt=state.say("Stairs: alt"), key="stairs", **state.table_and_code(stairs_columns, "stairs", dots)
    )
    st.caption(state.say("Stairs"))


def draw_errors(state: RoundingAndPosition) -> None:
    words, errors, dtype = state.words, state.errors, state.dtypes.position
    collision = first_collision(dtype)
    edge = None
    if dtype != EXACT and collision < state.length:
        edge = (collision, words("Map: edge", collision=collision, next=collision + 1))
    st.markdown(words["Map: heading"])
    figure = error_heatmap(
        errors.worst,
        errors.edges,
        errors.pairs,
        palette=chart.palette(),
        unit=words["Error: axis"],
        overflow=words["Gap"],
        mark=(max(state.position, 1), state.followed_position.worst_pair),
        edge=edge,
    )
    chart.show(
        figure,
        alt=state.say("Map: alt"),
        key="error_map",
        **state.table_and_code(
            error_map_columns, "errors", {"length": state.length}, unit="log10 of the error of (cos, sin)"
        ),
    )
    st.caption(state.say("Map"))

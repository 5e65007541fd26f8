"""Positions that become one number, and how wrong each pair is."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from core.long_context.dtypes import (
    DTYPE,
    EXACT,
    Dtypes,
    distinct_positions,
    everywhere,
    first_collision,
    overflow,
)
from core.long_context.error_map import error_map_columns
from core.long_context.rotation_errors import stairs_columns
from core.teach.room_address import RoomAddress
from core.teach.verified import released
from figures.curves import Line, Mark
from figures.long_context.precision import STAIRS, error_heatmap, staircase
from pages.long_context.precision import formula
from pages.long_context.precision.rounding import ALL, NAMES, SMALL
from pages.long_context.precision.rounding_and_position import (
    RoundingAndPosition,
    error_text,
    number_text,
)
from pages.shared import chart
from pages.shared.room_link import room_link
from pages.shared.views import metric
from pages.shared.words import Words

LARGE = 0.1  # an error whose first position the table names


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
    st.caption(state.say("Map: cells", sampled=sample_note, rows=len(errors.pairs)))
    st.markdown(state.say("Tables"))
    for table, alt in ((summary(state), "Table: alt"), (formats(state.length), "Formats: alt")):
        st.table(table, border="horizontal", hide_index=True, alt=state.say(alt))
    by_gpu(words)


def by_gpu(words: Words) -> None:
    """How core's roundings agree with those of a GPU, as the tests found it."""
    by_file = {each.file: each for each in released()}
    *narrow, single = (by_file[f"gpu_{dtype}.json"] for dtype in SMALL)
    equal, values = sum(each.equal for each in narrow), sum(each.values for each in narrow)
    st.markdown(words("GPU", equal=equal, values=values, single=single))
    parameters = {"verified_view": ("Released code",), "file": (single.file,)}
    room_link(RoomAddress("verified", parameters), words["GPU: values"], key="to_verified")


def dtypes_by_part(dtype: str) -> dict[str, Dtypes]:
    """All steps in one dtype, and each step alone."""
    small = everywhere(dtype)
    return {ALL: small} | {name: small.only(step) for step, name in NAMES.items()}


def summary(state: RoundingAndPosition) -> pd.DataFrame:
    """The largest error by what is rounded, and in brackets about where it becomes large."""
    table = {"rounded": [state.words["Part name: all four"], *NAMES.values()]}
    for dtype in SMALL:
        maps = [state.errors_with(dtypes) for dtypes in dtypes_by_part(dtype).values()]
        first_large = [errors.first_above(LARGE) for errors in maps]
        near = ["" if place is None else f" ({place:,})" for place in first_large]
        table[dtype] = [error_text(errors.largest) + place for errors, place in zip(maps, near, strict=True)]
    return pd.DataFrame(table)


def formats(length: int) -> pd.DataFrame:
    """What each dtype can count."""
    ends = [overflow(dtype) for dtype in DTYPE.options]
    columns = {
        "dtype": list(DTYPE.options),
        "counts exactly to": [f"{first_collision(dtype):,}" for dtype in DTYPE.options],
        f"different positions of 0–{length - 1:,}": [f"{distinct_positions(length, d):,}" for d in DTYPE.options],
        "infinite from": ["–" if end is None else f"{end:,}" for end in ends],
    }
    return pd.DataFrame(columns)


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
    dots = {"first": near.first, "last": near.last}
    columns = state.columns_of(stairs_columns, "stairs", dots)
    positions, stairs = (np.where(np.isfinite(each), each, np.nan) for each in columns.values())
    lines = [Line(state.say("Stairs: rounded"), positions, stairs, STAIRS, mode="lines+markers", width=1.0)]
    height = near.rounded_middle if np.isfinite(near.rounded_middle) else near.middle
    mark = Mark(near.middle, height, f"{near.middle:,} → {number_text(near.rounded_middle)}")
    st.markdown(words["Stairs: heading"])
    figure = staircase(
        columns.x,
        lines,
        palette=chart.palette(),
        exact=words["Stairs: exact"],
        x="position (tokens)",
        y="what becomes of it (tokens)",
        marks=[mark],
    )
    chart.show(figure, columns, alt=state.say("Stairs: alt"), key="stairs")


def draw_errors(state: RoundingAndPosition) -> None:
    words, errors, dtype = state.words, state.errors, state.dtypes.position
    collision = first_collision(dtype)
    edge = None
    if dtype != EXACT and collision < state.length:
        edge = (collision, words("Map: edge", collision=collision, next=collision + 1))
    st.markdown(words["Map: heading"])
    unit = "log10 of the error of (cos, sin)"
    columns = state.columns_of(error_map_columns, "errors", {"length": state.length}, unit=unit)
    first, last, *rows = columns
    figure = error_heatmap(
        np.stack([columns[row] for row in rows]),
        np.append(columns[first], columns[last][-1] + 1),
        errors.pairs,
        palette=chart.palette(),
        unit=words["Error: axis"],
        overflow=words["Gap"],
        mark=(max(state.position, 1), state.followed_position.worst_pair),
        edge=edge,
    )
    chart.show(figure, columns, alt=state.say("Map: alt"), key="error_map")

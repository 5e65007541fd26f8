"""Which step costs what, and the same in each dtype."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from core.long_context.dtypes import DTYPE, distinct_positions, everywhere, first_collision, overflow
from core.long_context.error_map import ErrorMap
from figures.curves import Line
from figures.long_context.precision import growth_curves
from pages.long_context.precision.rounding import ALL, EACH, NAMES, SMALL
from pages.long_context.precision.rounding_and_position import RoundingAndPosition, error_text
from pages.shared import chart
from pages.take_away.code import Code

LARGE = 0.1  # an error that a curve is said to pass
TOGETHER = "together"


def draw(state: RoundingAndPosition) -> Callable[[], None]:
    """Draw both pictures; returns what draws their ends as tables."""
    part, current = state.rounding.part, state.dtypes
    kind = next((dtype for dtype in vars(current).values() if dtype in SMALL), SMALL[0])
    if part == EACH:
        steps = {TOGETHER: state.errors}
        alone = {f"{name}, {getattr(current, step)}": current.only(step) for step, name in NAMES.items()}
        steps |= {name: state.errors_with(dtypes) for name, dtypes in alone.items()}
    else:
        steps = errors_by_part(state, kind)
    compared = ALL if part == EACH else part
    by_dtype = {dtype: errors_by_part(state, dtype)[compared] for dtype in SMALL}
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(state.words["Steps: each"] if part == EACH else state.words("Steps", kind=kind))
        colours = chart.palette().ramp(len(steps))[::-1]
        draw_growth(state, steps, "steps", colours, state.code("steps", length=state.length))
    with right:
        what = "all four steps" if part in {ALL, EACH} else f"the {part} alone"
        st.markdown(state.words("Dtypes", what=what))
        code = Code("precision/dtypes", {"rounding": part, "length": state.length})
        draw_growth(state, by_dtype, "dtypes", chart.palette().ramp(len(by_dtype))[::-1], code, what=what)
    st.markdown(state.say("Growth", ends=ends_of(steps)))
    return partial(tables, state)


def tables(state: RoundingAndPosition) -> None:
    """The right ends of the curves, and what each dtype can count."""
    st.markdown(state.say("Table", complete=state.errors.complete_to))
    for table, alt in ((summary(state), "Table: alt"), (formats(state.length), "Formats: alt")):
        st.table(table, border="horizontal", hide_index=True, alt=state.say(alt))


def ends_of(maps: Mapping[str, ErrorMap]) -> str:
    return ", ".join(f"{name} {error_text(errors.largest)}" for name, errors in maps.items())


def errors_by_part(state: RoundingAndPosition, dtype: str) -> dict[str, ErrorMap]:
    """Errors with all steps in one dtype, and with each step alone."""
    small = everywhere(dtype)
    alone = {name: state.errors_with(small.only(step)) for step, name in NAMES.items()}
    return {ALL: state.errors_with(small)} | alone


def draw_growth(
    state: RoundingAndPosition,
    maps: Mapping[str, ErrorMap],
    key: str,
    colours: Sequence[str],
    code: Code,
    **more: str,
) -> None:
    """The largest error up to each position; what the reader has chosen is drawn bold."""
    part = state.rounding.part
    bold = (ALL, TOGETHER) if part in {ALL, EACH} else (part,)
    lines = [
        Line(
            name,
            errors.positions.astype(float),
            errors.so_far,
            colour,
            width=4 if name in bold else 2,
            dash="dash" if name.startswith(NAMES["angle"]) else "solid",  # often lies on the curve of positions
        )
        for (name, errors), colour in zip(maps.items(), colours, strict=False)
    ]
    figure = growth_curves(
        lines, palette=chart.palette(), x="up to position (tokens)", y=state.words["Error: axis"]
    )
    columns: dict[str, NDArray[Any]] = {"up to position": state.errors.positions}
    columns |= {name: errors.so_far for name, errors in maps.items()}
    alt = state.words(f"{key.capitalize()}: alt", ends=ends_of(maps), **more)
    chart.show(figure, alt=alt, table=lambda: pd.DataFrame(columns), key=key, code=code)


def summary(state: RoundingAndPosition) -> pd.DataFrame:
    """The right ends of all curves, and in brackets about where they become large."""
    table = {"rounded": [ALL, *NAMES.values()]}
    for dtype in SMALL:
        maps = errors_by_part(state, dtype).values()
        passed = [errors.first_above(LARGE) for errors in maps]
        near = ["" if place is None else f" ({place:,})" for place in passed]
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

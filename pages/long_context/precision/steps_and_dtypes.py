"""Which step costs what, and the same in each dtype."""

from collections.abc import Callable, Mapping
from functools import partial

import pandas as pd
import streamlit as st

from core.long_context.dtypes import DTYPE, Dtypes, distinct_positions, everywhere, first_collision, overflow
from core.long_context.error_map import growth_columns
from figures.curves import Line
from figures.long_context.precision import growth_curves
from pages.long_context.precision.rounding import ALL, EACH, NAMES, SMALL
from pages.long_context.precision.rounding_and_position import RoundingAndPosition, error_text, steps_rounded
from pages.shared import chart
from pages.take_away.derived import table_and_code

LARGE = 0.1  # an error that a curve is said to pass
TOGETHER = "together"


def draw(state: RoundingAndPosition) -> Callable[[], None]:
    """Draw both pictures; returns what draws their ends as tables."""
    part, current = state.rounding.part, state.dtypes
    kind = next((dtype for dtype in vars(current).values() if dtype in SMALL), SMALL[0])
    if part == EACH:
        alone = {f"{name}, {getattr(current, step)}": current.only(step) for step, name in NAMES.items()}
        steps = {TOGETHER: current} | alone
    else:
        steps = dtypes_by_part(kind)
    by_dtype = {dtype: dtypes_by_part(dtype)[ALL if part == EACH else part] for dtype in SMALL}
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(state.words["Steps: each"] if part == EACH else state.words("Steps", kind=kind))
        ends = draw_growth(state, steps, "steps")
    with right:
        what = "all four steps" if part in {ALL, EACH} else f"the {part} alone"
        st.markdown(state.words("Dtypes", what=what))
        draw_growth(state, by_dtype, "dtypes", what=what)
    st.markdown(state.say("Growth", ends=ends))
    return partial(tables, state)


def tables(state: RoundingAndPosition) -> None:
    """The right ends of the curves, and what each dtype can count."""
    st.markdown(state.say("Table", complete=state.errors.complete_to))
    for table, alt in ((summary(state), "Table: alt"), (formats(state.length), "Formats: alt")):
        st.table(table, border="horizontal", hide_index=True, alt=state.say(alt))


def dtypes_by_part(dtype: str) -> dict[str, Dtypes]:
    """All steps in one dtype, and each step alone."""
    small = everywhere(dtype)
    return {ALL: small} | {name: small.only(step) for step, name in NAMES.items()}


def draw_growth(state: RoundingAndPosition, dtypes_by_name: Mapping[str, Dtypes], key: str, **more: str) -> str:
    """The largest error up to each position; what the reader has chosen is drawn bold. Returns the right ends."""
    part, colours = state.rounding.part, chart.palette().ramp(len(dtypes_by_name))[::-1]
    bold = (ALL, TOGETHER) if part in {ALL, EACH} else (part,)
    maps = {name: state.errors_with(dtypes) for name, dtypes in dtypes_by_name.items()}
    ends = ", ".join(f"{name} {error_text(errors.largest)}" for name, errors in maps.items())
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
    values = {
        "length": state.length,
        "curves": {name: steps_rounded(dtypes) for name, dtypes in dtypes_by_name.items()},
    }
    alt = state.words(f"{key.capitalize()}: alt", ends=ends, **more)
    chart.show(figure, alt=alt, key=key, **table_and_code(growth_columns, "steps", values))
    return ends


def summary(state: RoundingAndPosition) -> pd.DataFrame:
    """The right ends of all curves, and in brackets about where they become large."""
    table = {"rounded": [ALL, *NAMES.values()]}
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

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.inputs.parameter import LENGTH
from core.long_context.dtypes import DTYPE, EXACT, Dtypes, everywhere
from core.long_context.merged_positions import distinct_positions, first_collision
from pages.long_context.precision import formula, positions_and_pairs, scores, steps_and_dtypes
from pages.long_context.precision.rounding import ALL, EACH, KEYS, NAMES, SMALL, Rounding
from pages.long_context.precision.rounding_and_position import RoundingAndPosition, error_text
from pages.shared import room, views
from pages.shared.views import bound, metric, one_of

if TYPE_CHECKING:
    from core.inputs.settings import Settings
    from pages.shared.words import Words

START = dict(zip(NAMES, ("bfloat16", "float32", "bfloat16", "bfloat16"), strict=True))  # with a dtype for each step
VIEWS = {
    "Positions and pairs": positions_and_pairs.draw,
    "Steps and dtypes": steps_and_dtypes.draw,
    "Effect on q · k": scores.draw,
}


def draw(settings: Settings, words: Words) -> None:
    rounding, position = ask(words)
    if settings.d_model < 2:
        st.info(words["One feature"])
    else:
        shown = RoundingAndPosition(rounding, position, settings, words)
        views.draw(VIEWS, shown)
        metrics(shown)
        st.markdown(words("Advice", last=shown.length - 1, **cast_at_the_end(shown)))
        st.markdown(formula.merged(shown))
        st.markdown(formula.followed(shown))
    room.close(words)


def ask(words: Words) -> tuple[Rounding, int]:
    """What is rounded, to which dtypes, and the position that is followed."""
    line = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    parts = [ALL, *NAMES.values(), EACH]
    asked = line.selectbox("what is rounded", parts, help=words["Part: help"], width=230, **bound("rounding"))
    part = asked if asked in parts else ALL
    if part == EACH:
        with line.popover(words["Each: label"], help=words["Each: help"]):
            steps = (one_of(NAMES[step], DTYPE.options, key=KEYS[step], default=START[step]) for step in NAMES)
            dtypes = Dtypes(*steps)
        rounding = Rounding(part, SMALL[0], dtypes)
    else:
        dtype = one_of("to", DTYPE.options, key="dtype", place=line, help=DTYPE.meaning)
        alone = {name: everywhere(dtype).only(step) for step, name in NAMES.items()}
        rounding = Rounding(part, dtype, alone.get(part, everywhere(dtype)))
    position = line.number_input("position", 0, LENGTH.stops[-1] - 1, 257, width=140, **bound("followed"))
    return rounding, int(position)


def cast_at_the_end(shown: RoundingAndPosition) -> dict[str, str]:
    """Errors with float32 up to the cosine and sine, and with the small dtype at every step."""
    small = shown.dtypes.cos_sin if shown.dtypes.cos_sin in SMALL[:2] else SMALL[0]
    cast = shown.errors_with(Dtypes("float32", "float32", "float32", small)).largest
    rough = shown.errors_with(everywhere(small)).largest
    return {"small": small, "cast": error_text(cast), "rough": error_text(rough)}


def metrics(shown: RoundingAndPosition) -> None:
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


draw(*room.enter(__file__))

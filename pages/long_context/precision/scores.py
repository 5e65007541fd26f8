"""What rounded rotations do to the score of a query and a key."""

from collections.abc import Callable
from functools import partial

import numpy as np
import streamlit as st

from core.long_context.dtypes import Dtypes
from core.long_context.score_drift import (
    MAX_PAIRS,
    ScoreDrift,
    rounded_scores_columns,
    score_drift_columns,
)
from figures.curves import Line, named_at_ends
from figures.long_context.precision import PAIR, ROUNDING, score_drift_band
from figures.schemes.rotary import score_curves
from pages.long_context.precision.rounding_and_position import RoundingAndPosition
from pages.shared import chart
from pages.shared.columns import Columns

STEADY = 0.01  # a score that moves less is called steady


def draw(state: RoundingAndPosition) -> Callable[[], None]:
    """Draw both pictures; returns what draws what they assume."""
    columns = state.columns_of(score_drift_columns, "runs", {"length": state.length})
    edges = np.append(columns["first query"], columns["last query"][-1] + 1)
    drift = ScoreDrift(edges, columns["lowest"], columns["highest"], float(columns["exact"][0]))
    facts = {"exact": drift.exact, "low": drift.low, "high": drift.high}
    left, right = st.columns(2, gap="medium")
    with left:
        draw_drift(state, drift, columns, facts)
    with right:
        draw_scores(state)
    st.markdown(f"{state.say('Scores', **facts)} {state.words[outcome(state.dtypes, drift)]}")
    return partial(draw_assumptions, state)


def draw_assumptions(state: RoundingAndPosition) -> None:
    st.markdown(state.say("Scores: assumed", counted=min(MAX_PAIRS, state.dim // 2)))
    if state.errors.overflows:
        st.markdown(state.words["Scores: overflow"])


def outcome(dtypes: Dtypes, drift: ScoreDrift) -> str:
    """The section that says how the scores move."""
    only_frequencies = dtypes == dtypes.only("inverse_frequency")
    if dtypes == Dtypes() or (drift.high - drift.low < STEADY and not only_frequencies):
        return "Scores: steady"
    return "Scores: other" if only_frequencies else "Scores: drift"


def draw_drift(state: RoundingAndPosition, drift: ScoreDrift, columns: Columns, facts: dict[str, float]) -> None:
    words = state.words
    st.markdown(words["Drift: heading"])
    figure = score_drift_band(
        drift.edges,
        drift.lowest,
        drift.highest,
        drift.exact,
        palette=chart.palette(),
        y=words["Score: axis"],
        names=(words["Drift: band"], words["Drift: exact"]),
    )
    chart.show(figure, columns, alt=state.say("Drift: alt", **facts), key="score_drift")


def draw_scores(state: RoundingAndPosition) -> None:
    """All offsets from the followed position, or the last before the overflow, and from the last one."""
    words, last = state.words, state.errors.last_finite
    queries = sorted({min(max(state.position, 1), last), last})
    columns = state.columns_of(rounded_scores_columns, "curves", {"queries": queries})
    offsets, exact, *curves = columns.values()
    offsets = offsets.astype(float)
    lines = [
        Line(f"at {query:,}", offsets[: query + 1], curve[: query + 1], colour)
        for query, curve, colour in zip(queries, curves, (PAIR, ROUNDING), strict=False)
    ]
    lines.append(Line(words["Drift: exact"], offsets, exact, chart.palette().text, dash="dot"))
    st.markdown(words["Scores: heading"])
    figure = score_curves(lines, palette=chart.palette(), y=words["Score: axis"], height=360)
    low = min(0.0, *(float(np.nanmin(line.y)) for line in lines))
    alt = state.say("Scores: alt", queries=" and ".join(f"{query:,}" for query in queries))
    chart.show(named_at_ends(figure, lines, 1.1 * low, 1.08), columns, alt=alt, key="rounded_scores")

"""What rounded rotations do to the score of a query and a key."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from core.long_context.dtypes import Dtypes
from core.long_context.score_drift import MAX_PAIRS, ScoreDrift, rotated_scores, score_drift
from figures.curves import Line, named_at_ends
from figures.long_context.precision import PAIR, ROUNDED, score_drift_band
from figures.schemes.rotary import score_curves
from pages.long_context.precision.rounding_and_position import RoundingAndPosition
from pages.shared import chart

OFFSETS = np.arange(65)  # query minus key, tokens
STEADY = 0.01  # a score that moves less is called steady


def draw(state: RoundingAndPosition) -> Callable[[], None]:
    """Draw both pictures; returns what draws what they assume."""
    base, scale = state.settings.base, state.settings.scale
    drift = score_drift(state.length, 1, state.dim, state.dtypes, base=base, scale=scale)
    facts = {"exact": drift.exact, "low": drift.low, "high": drift.high}
    left, right = st.columns(2, gap="medium")
    with left:
        draw_drift(state, drift, facts)
    with right:
        draw_scores(state)
    st.markdown(f"{state.say('Scores', **facts)} {state.words[outcome(state.dtypes, drift)]}")
    return partial(assumed, state)


def assumed(state: RoundingAndPosition) -> None:
    st.markdown(state.say("Scores: assumed", counted=min(MAX_PAIRS, state.dim // 2)))
    if state.errors.overflows:
        st.markdown(state.words["Scores: overflow"])


def outcome(dtypes: Dtypes, drift: ScoreDrift) -> str:
    """The section that says how the scores move."""
    only_frequencies = dtypes == dtypes.only("inverse_frequency")
    if dtypes == Dtypes() or (drift.high - drift.low < STEADY and not only_frequencies):
        return "Scores: steady"
    return "Scores: other" if only_frequencies else "Scores: drift"


def draw_drift(state: RoundingAndPosition, drift: ScoreDrift, facts: dict[str, float]) -> None:
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

    def table() -> pd.DataFrame:
        queries = {"first query": drift.edges[:-1], "last query": drift.edges[1:] - 1}
        return pd.DataFrame(queries | {"lowest": drift.lowest, "highest": drift.highest, "exact": drift.exact})

    code = state.code("score_drift", length=state.length)
    chart.show(
        figure,
        alt=state.say("Drift: alt", **facts),
        table=table,
        key="score_drift",
        code=code,
    )


def draw_scores(state: RoundingAndPosition) -> None:
    """All offsets from the followed position, or the last before the overflow, and from the last one."""
    words, last = state.words, state.errors.last_finite
    queries = sorted({min(max(state.position, 1), last), last})
    by_query = {query: scores(state, query, state.dtypes) for query in queries}
    exact = scores(state, int(OFFSETS[-1]), Dtypes())
    lines = [
        Line(f"at {query:,}", OFFSETS[: len(curve)].astype(float), curve, colour)
        for (query, curve), colour in zip(by_query.items(), (PAIR, ROUNDED), strict=False)
    ]
    lines.append(Line(words["Drift: exact"], OFFSETS.astype(float), exact, chart.palette().text, dash="dot"))
    st.markdown(words["Scores: heading"])
    figure = score_curves(lines, palette=chart.palette(), y=words["Score: axis"], height=360)
    low = min(0.0, *(float(np.nanmin(line.y)) for line in lines))

    def table() -> pd.DataFrame:
        curve = {f"query at {query}": pd.Series(values) for query, values in by_query.items()}
        return pd.DataFrame({"offset": OFFSETS, "exact": exact} | curve)

    alt = state.say("Scores: alt", queries=" and ".join(f"{query:,}" for query in queries))
    code = state.code("rounded_scores", queries=queries)
    figure = named_at_ends(figure, lines, 1.1 * low, 1.08)
    chart.show(figure, alt=alt, table=table, key="rounded_scores", code=code)


def scores(state: RoundingAndPosition, query: int, dtypes: Dtypes) -> NDArray[np.float64]:
    """Of a query with the keys before it, by offset."""
    offsets = OFFSETS[: query + 1]
    queries = np.full(len(offsets), query)
    base, scale = state.settings.base, state.settings.scale
    return rotated_scores(queries, queries - offsets, state.dim, dtypes, base=base, scale=scale)

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
from figures.long_context.rounding import PAIR, ROUNDED
from figures.long_context.score_drift import score_drift_band
from figures.schemes.rotary import score_curves
from pages.long_context.precision.rounding_and_position import RoundingAndPosition
from pages.shared import chart

OFFSETS = np.arange(65)  # query minus key, tokens
STEADY = 0.01  # a score that moves less is called steady


def draw(shown: RoundingAndPosition) -> Callable[[], None]:
    """Draw both pictures; returns what draws what they assume."""
    base, scale = shown.settings.base, shown.settings.scale
    drift = score_drift(shown.length, 1, shown.dim, shown.dtypes, base=base, scale=scale)
    said = {"exact": drift.exact, "low": drift.low, "high": drift.high}
    left, right = st.columns(2, gap="medium")
    with left:
        draw_drift(shown, drift, said)
    with right:
        draw_scores(shown)
    st.markdown(f"{shown.say('Scores', **said)} {shown.words[outcome(shown.dtypes, drift)]}")
    return partial(assumed, shown)


def assumed(shown: RoundingAndPosition) -> None:
    st.markdown(shown.say("Scores: assumed", counted=min(MAX_PAIRS, shown.dim // 2)))
    if shown.errors.overflows:
        st.markdown(shown.words["Scores: overflow"])


def outcome(dtypes: Dtypes, drift: ScoreDrift) -> str:
    """The section that says how the scores move."""
    only_frequencies = dtypes == dtypes.only("inverse_frequency")
    if dtypes == Dtypes() or (drift.high - drift.low < STEADY and not only_frequencies):
        return "Scores: steady"
    return "Scores: other" if only_frequencies else "Scores: drift"


def draw_drift(shown: RoundingAndPosition, drift: ScoreDrift, said: dict[str, float]) -> None:
    words = shown.words
    st.markdown(words["Drift: heading"])
    figure = score_drift_band(
        drift.edges,
        drift.lowest,
        drift.highest,
        drift.exact,
        palette=shown.palette,
        y=words["Score: axis"],
        names=(words["Drift: band"], words["Drift: exact"]),
    )

    def table() -> pd.DataFrame:
        queries = {"first query": drift.edges[:-1], "last query": drift.edges[1:] - 1}
        return pd.DataFrame(queries | {"lowest": drift.lowest, "highest": drift.highest, "exact": drift.exact})

    code = shown.code("score_drift", length=shown.length)
    chart.show(
        figure,
        alt=shown.say("Drift: alt", **said),
        table=table,
        key="score_drift",
        code=code,
    )


def draw_scores(shown: RoundingAndPosition) -> None:
    """All offsets from the followed position, or the last before the overflow, and from the last one."""
    words, last = shown.words, shown.errors.last_finite
    queries = sorted({min(max(shown.position, 1), last), last})
    by_query = {query: scores(shown, query, shown.dtypes) for query in queries}
    exact = scores(shown, int(OFFSETS[-1]), Dtypes())
    lines = [
        Line(f"at {query:,}", OFFSETS[: len(curve)].astype(float), curve, colour)
        for (query, curve), colour in zip(by_query.items(), (PAIR, ROUNDED), strict=False)
    ]
    lines.append(Line(words["Drift: exact"], OFFSETS.astype(float), exact, shown.palette.text, dash="dot"))
    st.markdown(words["Scores: heading"])
    figure = score_curves(lines, palette=shown.palette, y=words["Score: axis"], height=360)
    low = min(0.0, *(float(np.nanmin(line.y)) for line in lines))

    def table() -> pd.DataFrame:
        curve = {f"query at {query}": pd.Series(values) for query, values in by_query.items()}
        return pd.DataFrame({"offset": OFFSETS, "exact": exact} | curve)

    alt = shown.say("Scores: alt", queries=" and ".join(f"{query:,}" for query in queries))
    code = shown.code("rounded_scores", queries=queries)
    figure = named_at_ends(figure, lines, 1.1 * low, 1.08)
    chart.show(figure, alt=alt, table=table, key="rounded_scores", code=code)


def scores(shown: RoundingAndPosition, query: int, dtypes: Dtypes) -> NDArray[np.float64]:
    """Of a query with the keys before it, by offset."""
    offsets = OFFSETS[: query + 1]
    queries = np.full(len(offsets), query)
    base, scale = shown.settings.base, shown.settings.scale
    return rotated_scores(queries, queries - offsets, shown.dim, dtypes, base=base, scale=scale)

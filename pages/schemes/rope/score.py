"""The score of a head over the offset, and the bound of the paper."""

from collections.abc import Callable
from functools import partial

import numpy as np
import streamlit as st

from core.schemes.analysis.rotary import VECTORS
from core.schemes.analysis.rotary_columns import scores_columns
from core.schemes.analysis.rotary_readings import DRAWS, ScoreReading, read_score
from figures.curves import Line
from figures.schemes.rotary import MAIN, bounded_size, score_curves
from figures.theme import GHOST, Palette
from pages.schemes.rope.head import Head, draw_averaging
from pages.shared import chart
from pages.shared.views import one_of
from pages.shared.words import Words


def draw(words: Words, head: Head) -> Callable[[], object]:
    vectors = one_of("q and k", VECTORS.options, key="vectors", default="ones", place=head.controls)
    reading, palette = read_score(vectors, head.dim, head.length, **head.rates), chart.palette()
    offsets, scores = reading.first.offsets, reading.first.values
    columns = head.table_and_code(scores_columns, "curves", {"vectors": vectors})
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(words["Score"])
        chart.show(
            score_curves(lines_of(reading, vectors, palette), palette=palette, y="score q · k (1)"),
            alt=words("Score: alt", reading=reading, length=head.length),
            key="scores",
            ghost=True,
            **columns,
        )
        heading = "ones: rise" if reading.first_rise else "ones: no rise"
        rise = words(heading, reading=reading, before=(reading.first_rise or 0) - 1)
        st.markdown(words(vectors, reading=reading, draws=DRAWS, rise=rise))
    with right:
        st.markdown(words["Bound: heading"])
        bound_line = Line("upper bound", offsets, reading.bound, palette.text)
        size = Line("size of the score", offsets, np.abs(scores), MAIN)
        chart.show(
            bounded_size(bound_line, size, palette=palette, y="size (1), logarithmic"),
            alt=words("Bound: alt", reading=reading),
            key="bound",
            ghost=True,
            **columns,
        )
        st.markdown(words("Bound: short", reading=reading))
    draw_averaging(words, reading.first.offsets_per_point)
    return partial(more, words, reading)


def more(words: Words, reading: ScoreReading) -> None:
    """The bound with its formula."""
    st.markdown(words("Bound", reading=reading, last=reading.pairs - 1, pairs=reading.pairs))


def lines_of(reading: ScoreReading, vectors: str, palette: Palette) -> list[Line]:
    """The first draw; for random vectors also some more draws and the mean of all."""
    first, *others = reading.curves
    if vectors == "ones":
        return [Line("q = k = 1", first.offsets, first.values, MAIN, width=2.5)]
    more = [
        Line("five more", curve.offsets, curve.values, GHOST, width=1, in_legend=not number)
        for number, curve in enumerate(others)
    ]
    mean = Line(f"mean of {DRAWS:,}", reading.mean.offsets, reading.mean.values, palette.text, dash="dash")
    return [*more, Line("first draw", first.offsets, first.values, MAIN, width=2.5), mean]

"""The score of a head over the offset, of equal and of unrelated content."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from core.frequencies import inverse_frequencies
from core.schemes.analysis.rotary import rotary_features
from core.schemes.analysis.rotary_columns import UNRELATED, scores_columns
from core.schemes.analysis.rotary_readings import score_of_equal
from figures.schemes.rotary import MAIN, head_scores
from figures.theme import GHOST
from pages.schemes.rope.head import Head
from pages.shared import chart
from pages.shared.views import one_of
from pages.shared.words import Words

PARTS, FAR = ("1", "0.75", "0.5", "0.25"), 100  # FAR: tokens


def draw(words: Words, head: Head) -> Callable[[], object] | None:
    part = one_of("Part that turns", PARTS, key="rotary", help=words["Part: help"])
    rotary_dim, far = rotary_features(head.dim, float(part)), min(FAR, head.length)
    columns = head.columns_of(scores_columns, "curves", {"rotary": float(part)})
    equal, *unrelated = columns.names
    at_far = score_of_equal(far, head.dim, rotary_dim, **head.rates)
    still = head.dim - rotary_dim
    facts: dict[str, float] = {"head_dim": head.dim, "rotary_dim": rotary_dim, "still": still, "far": far}
    facts |= {"at_far": at_far, "length": head.length}
    others = [
        columns.line(name, GHOST, title=UNRELATED, width=1, in_legend=not number)
        for number, name in enumerate(unrelated)
    ]
    lines = [*others, columns.line(equal, MAIN, width=3)]
    chart.show(
        head_scores(lines, palette=chart.palette(), y="score q · k", level=still or None),
        columns,
        alt=words("Score: alt", **facts),
        key="scores",
        ghost=True,
    )
    st.markdown(" ".join(words(name, **facts) for name in ("Score", *(["Score: part"] if still else []))))
    covered = int(columns.x[1] - columns.x[0])
    if covered > 1:
        st.caption(words("Averaged", covered=covered))
    return partial(denominators, words, head, rotary_dim) if still else None


def denominators(words: Words, head: Head, rotary_dim: int) -> None:
    """Which number of features the exponents are divided by, and what the other one would give."""
    pair = min(1, rotary_dim // 2 - 1)
    right, wrong = (inverse_frequencies(dim, head.base)[pair] / head.scale for dim in (rotary_dim, head.dim))
    facts = {"pair": pair, "numerator": 2 * pair, "base": head.base, "divided": head.over, "rotary_dim": rotary_dim}
    heading = "Partial: denominators" if pair else "Partial: one pair"
    st.markdown(words(heading, frequency=right, wrong=wrong, **facts))

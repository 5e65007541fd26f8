"""Which two features make a pair, in either layout."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from core.schemes.analysis.rotary import head_vectors, scores_at
from core.schemes.analysis.rotary_columns import layouts_columns
from figures.schemes.rotary import pair_arcs
from pages.schemes.rope.head import Head
from pages.shared import chart
from pages.shared.words import Words

FEATURE = 1  # whose pair is marked; feature 0 would show the edge


def draw(words: Words, head: Head) -> Callable[[], object] | None:
    if head.dim == 2:
        st.info(words["Layouts: one pair"])
        return None
    columns = head.columns_of(layouts_columns, "curves", {}, xlabel="feature", ylabel="turns with feature")
    facts = {"feature": FEATURE, "head_dim": head.dim}
    facts |= {layout: int(columns[layout][FEATURE]) for layout in columns.names}
    panels = {words[f"Layouts: {layout}"]: columns[layout] for layout in columns.names}
    chart.show(
        pair_arcs(panels, FEATURE, palette=chart.palette(), x="feature of the head"),
        columns,
        alt=words("Layouts: alt", **facts),
        key="layouts",
    )
    st.markdown(words("Layouts", **facts))
    return partial(more, words, head)


def more(words: Words, head: Head) -> None:
    """What weights of one layout compute in the other."""
    query, key = head_vectors("random", head.dim)[:, 0]
    right, wrong = (
        scores_at(query, key, [1], [0], layout=layout, **head.rates)[0] for layout in ("interleaved", "half")
    )
    st.markdown(words("Layouts: what breaks", at_zero=query @ key, right=right, wrong=wrong))

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

from core.words.orders import FIRST_SENTENCE, ROUNDING, Outputs, TwoOrders, compare_orders
from figures.words.strips import Row, strips
from pages.shared import chart, contents, frame, room

if TYPE_CHECKING:
    from numpy.typing import NDArray

SENTENCES = ("The cat sat on the mat", "The mat sat on the cat")
CAT = FIRST_SENTENCE.index("cat")


def numbers(differences: NDArray[np.float64]) -> list[str]:
    """Two significant digits of the smallest; 0 for what is rounding alone."""
    if differences.max() < ROUNDING:
        return ["0"] * len(differences)
    decimals = max(2, 1 - math.floor(math.log10(differences.min())))
    return [f"{difference:.{decimals}f}" for difference in differences]


def panel(title: str, outputs: Outputs, limit: float) -> None:
    vectors = zip(outputs.first, outputs.second, outputs.second - outputs.first, strict=True)
    sizes = numbers(outputs.differences)
    rows = [Row(*row) for row in zip(FIRST_SENTENCE, vectors, sizes, strict=True)]
    columns = (*SENTENCES, "difference")
    table = strips(rows, palette=chart.palette(), columns=columns, number="largest", limit=limit)
    with st.container(border=True, gap="xsmall"):
        st.markdown(f"##### {title.format(largest=sizes[outputs.differences.argmax()])}")
        st.html(table)


def cat_words(template: str, comparison: TwoOrders) -> str:
    before, after = comparison.with_position.first[CAT], comparison.with_position.second[CAT]
    cell = int(np.argmax(np.abs(before - after)))
    return template.format(
        before=CAT,
        after=comparison.partners[CAT],
        cell=cell + 1,
        same=comparison.without_position.first[CAT, cell],
        first=before[cell],
        second=after[cell],
    )


def table(comparison: TwoOrders) -> pd.DataFrame:
    columns = {
        "word": FIRST_SENTENCE,
        "position in 1": range(len(FIRST_SENTENCE)),
        "position in 2": comparison.partners,
    }
    outputs = {
        f"{name}, output {cell + 1}, sentence {number}": values[:, cell]
        for name, both in (("without", comparison.without_position), ("with", comparison.with_position))
        for cell in range(both.first.shape[1])
        for number, values in ((1, both.first), (2, both.second))
    }
    return pd.DataFrame(columns | outputs)


def door(stem: str, title: str, words: str) -> None:
    question, clause = words.split("\n\n")
    with st.container(border=True, height="stretch", gap="xsmall"):
        st.markdown(f"**{question}**  \n:small[:gray[{clause}]]")
        st.page_link(frame.page_of(stem), label=f":primary[{title}]")


settings, words = room.enter(__file__)
comparison = compare_orders(settings.d_model, base=settings.base, scale=settings.scale)
limit = comparison.typical_size(0.95)

st.markdown(words["Welcome"])
with st.container(key="two_orders"):
    for place, title, outputs in zip(
        st.columns(2, gap="small"),
        (words["Unplaced"], words["Placed"]),
        (comparison.without_position, comparison.with_position),
        strict=True,
    ):
        with place:
            panel(title, outputs, limit)

st.markdown(cat_words(words["Cat"], comparison))

with st.container(key="doors"):
    st.markdown(f"##### {words['Doors']}")
    doors = st.grid("auto", min_column_width=160)
with doors:
    for section in filter(None, contents.SECTIONS):
        for stem, title in contents.SECTIONS[section].items():
            door(stem, title, words[stem])

st.caption(
    words["Experiment"].format(
        d_model=settings.d_model,
        base=settings.base,
        scale=settings.scale,
        limit=limit,
        rounding=f"{comparison.without_position.differences.max():.1e}",
    )
)
chart.data(lambda: table(comparison), key="two_orders")
room.close(words)

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from core.words.orders import FIRST_SENTENCE, ROUNDING, Outputs, TwoOrders, compare_orders, moved_word
from figures.words.strips import Row, strips
from pages.shared import chart, contents, frame, room
from pages.take_away.code import Code

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from core.inputs.settings import Settings
    from pages.shared.words import Words

SENTENCES = ("The cat sat on the mat", "The mat sat on the cat")


def draw(settings: Settings, words: Words) -> None:
    found = compare_orders(settings.d_model, base=settings.base, scale=settings.scale)
    limit = found.typical_size(0.95)
    st.markdown(words["Welcome"])
    with st.container(key="two_orders"):
        without, with_position = st.columns(2, gap="small")
        with without:
            panel(words, "Unplaced", found.without_position, limit)
        with with_position:
            panel(words, "Placed", found.with_position, limit)
    st.markdown(words("Cat", cat=moved_word(found, FIRST_SENTENCE.index("cat"))))
    doors(words)
    rounding = float(found.without_position.differences.max())
    st.caption(words("Experiment", settings=settings, limit=limit, rounding=rounding))
    chart.data(lambda: table(found), key="two_orders", code=Code("home/two_orders"))
    room.close(words)


def panel(words: Words, heading: str, outputs: Outputs, limit: float) -> None:
    sizes = sizes_of(outputs.differences)
    vectors = zip(outputs.first, outputs.second, outputs.second - outputs.first, strict=True)
    rows = [Row(*row) for row in zip(FIRST_SENTENCE, vectors, sizes, strict=True)]
    columns = (*SENTENCES, "difference")
    drawn = strips(rows, palette=chart.palette(), columns=columns, number="largest", limit=limit)
    with st.container(border=True, gap="xsmall"):
        st.markdown(f"##### {words(heading, largest=sizes[outputs.differences.argmax()])}")
        st.html(drawn)


def sizes_of(differences: NDArray[np.float64]) -> list[str]:
    """Two significant digits of the smallest; 0 for differences below rounding error."""
    if differences.max() < ROUNDING:
        return ["0"] * len(differences)
    decimals = max(2, 1 - math.floor(math.log10(differences.min())))
    return [f"{difference:.{decimals}f}" for difference in differences]


def table(found: TwoOrders) -> pd.DataFrame:
    places = range(len(FIRST_SENTENCE))
    columns = {"word": FIRST_SENTENCE, "position in 1": places, "position in 2": found.partners}
    outputs = {
        f"{name}, output {cell + 1}, sentence {number}": values[:, cell]
        for name, both in (("without", found.without_position), ("with", found.with_position))
        for cell in range(both.first.shape[1])
        for number, values in ((1, both.first), (2, both.second))
    }
    return pd.DataFrame(columns | outputs)


def doors(words: Words) -> None:
    with st.container(key="doors"):
        st.markdown(f"##### {words['Doors']}")
        grid = st.grid("auto", min_column_width=160)
    with grid:
        for section in filter(None, contents.SECTIONS):
            for stem, record in contents.SECTIONS[section].items():
                door(stem, record.title, words[stem])


def door(stem: str, title: str, text: str) -> None:
    question, clause = text.split("\n\n")
    with st.container(border=True, height="stretch", gap="xsmall"):
        st.markdown(f"**{question}**  \n:small[:gray[{clause}]]")
        st.page_link(frame.page_of(stem), label=f":primary[{title}]")


draw(*room.enter(__file__))

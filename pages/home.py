from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import streamlit as st

from components.links.doors import doors
from components.links.fetch_ahead import fetch_ahead
from components.pictures.orders import orders
from core.frequencies import inverse_frequencies
from core.inputs.settings import Settings
from core.teach.lesson import lessons
from core.words.orders import (
    FIRST_SENTENCE,
    ROUNDING,
    SECOND_SENTENCE,
    TwoOrders,
    compare_orders,
    every_order,
    partners,
)
from figures import theme
from pages.shared import chart, contents, room
from pages.shared.room_pictures import picture
from pages.take_away.code import Code
from pages.teach.lesson_way import link

if TYPE_CHECKING:
    from pages.shared.words import Words

PAPER = Settings()
HANDS = (0, 22, 45)  # pairs that turn by 286°, 130° and 57° from the first to the last of six positions


def draw(_: Settings, words: Words) -> None:
    with st.container(key="two_orders"):
        reorder(words)
    with st.container(key="doors"):
        doors(f"{style()}<nav class='home'>{ways(words)}{rooms(words)}</nav>")
    st.caption(words("Experiment", settings=PAPER))
    code = Code("home/two_orders", {"d_model": PAPER.d_model, **PAPER.base_and_scale})
    chart.data(lambda: table(compare_orders(PAPER.d_model, **PAPER.base_and_scale)), key="two_orders", code=code)
    st.caption(words["Table"])
    room.close(words)
    fetch_ahead()


def reorder(words: Words) -> None:
    every = every_order(PAPER.d_model)
    without = float(every.without_position.max())
    orders(
        FIRST_SENTENCE,
        every.orders,
        shown=np.argsort(partners(FIRST_SENTENCE, SECOND_SENTENCE)).tolist(),
        without=without if without > ROUNDING else 0.0,
        differences=every.with_position,
        frequencies=inverse_frequencies(PAPER.d_model)[list(HANDS)].tolist(),
        colour=theme.ENCODING,
        texts=words.under("Orders"),
    )


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


def ways(words: Words) -> str:
    first = next(iter(lessons().values()))
    asked = {
        link(first, 1): words("Way: lesson", minutes=first.minutes),
        contents.address("questions", {}): words["Way: questions"],
        contents.address("model", {}): words["Way: model"],
    }
    drawn = (door(href, *text.split("\n\n")) for href, text in asked.items())
    return f'<p>{escape(words["Welcome"])}</p><div class="ways">{"".join(drawn)}</div>'


def rooms(words: Words) -> str:
    kept = {name: st.query_params[name] for name in contents.ALL if name in st.query_params}
    drawn = "".join(
        f"<h2>{escape(section)}</h2><ul>{''.join(card(stem, words, kept) for stem in found)}</ul>"
        for section, found in contents.SECTIONS.items()
        if section and found
    )
    return f'<div class="rooms">{drawn}</div>'


def card(stem: str, words: Words, kept: dict[str, str]) -> str:
    drawn = f'<img src="{picture(stem)}" alt="">'
    return f"<li>{door(contents.address(stem, kept), contents.ROOMS[stem].title, words[stem], drawn)}</li>"


def door(href: str, title: str, text: str, drawn: str = "") -> str:
    return f'<a href="{escape(href)}" target="_self">{drawn}<span><b>{escape(title)}</b> {escape(text)}</span></a>'


@cache
def style() -> str:
    return f"<style>{Path(__file__).with_suffix('.css').read_text('utf-8')}</style>"


draw(*room.enter(__file__))

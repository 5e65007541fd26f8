from html import escape
from pathlib import Path
from typing import Any

import pandas as pd
import streamlit as st

from components.controls import room_links
from components.page import fetch_ahead
from components.pictures.orders import orders
from core.frequencies import inverse_frequencies
from core.inputs.settings import Settings
from core.teach.lesson import lessons
from core.words.minilm.order_likeness import likeness_of_orders
from core.words.orders import FIRST_SENTENCE, SECOND_SENTENCE, TwoOrders, compare_orders
from figures import theme
from pages.shared import address, chart, contents, lesson_link, room, two_sentences
from pages.shared.card import picture, question
from pages.shared.columns import Columns
from pages.shared.finder import finder
from pages.shared.glossary import terms
from pages.shared.style import style_of
from pages.shared.two_sentences import PAPER
from pages.shared.words import Words
from pages.take_away.code import Code
from pages.teach import moves
from pages.teach.lesson_way import link

STYLE = Path(__file__).with_suffix(".css")
ASKED_MOST = {
    "shift": {},
    "waves": {"view": "Wavelengths"},
    "learned": {},
    "rope": {},
    "stretch": {},
    "compare": {},
}


def draw(_: Settings, words: Words) -> None:
    with st.container(key="two_orders"):
        reorder(words)
    with st.container(key="doors"):
        room_links(f"{style_of(STYLE)}<nav class='home'>{ways(words)}{questions()}</nav>")
        with st.container(key="finder"):
            finder()
    every = st.expander(words["All rooms"], key="all_rooms", on_change="rerun")
    if every.open:
        with every:
            room_links(f"{style_of(STYLE)}<nav class='home' id='rooms'>{rooms()}</nav>")
    take_away()
    room.close(words, lambda: experiment(words))
    fetch_ahead()


def experiment(words: Words) -> None:
    st.markdown(words("Experiment", settings=PAPER, orders=len(likeness_of_orders().orders)))
    st.markdown(words["Table"])


def reorder(words: Words) -> None:
    real, alone = likeness_of_orders(), stands_alone()
    quiet = {} if alone else dict.fromkeys(("same", "without", "with"), "")  # it would answer what the step asks
    orders(
        two_sentences.measured(masks=alone),
        frequencies=inverse_frequencies(PAPER.d_model)[list(two_sentences.HANDS)].tolist(),
        colour=theme.ENCODING,
        texts=words.under("Orders") | {"mask_is": terms()["causal mask"].meaning} | quiet,
        likeness=real.with_positions if alone else None,
        alike=float(real.without_positions.max()),
    )


def take_away() -> None:
    """Data and code of the order and the mask that the browser has written into the address."""
    words = (address.text("order") or "")[:200].split("-")
    second = words if sorted(words) == sorted(FIRST_SENTENCE) else SECOND_SENTENCE
    causal = address.text("mask") == "on" and stands_alone()
    values: dict[str, Any] = {"d_model": PAPER.d_model, **PAPER.base_and_scale}
    code = Code("home/two_orders", {**values, "second": " ".join(second), "causal": causal})
    columns = Columns(lambda: table(compare_orders(**values, second=second, causal=causal)), code)
    chart.data(columns, key="two_orders")


def stands_alone() -> bool:
    """Whether it is no step of a lesson, which is about one head without a mask."""
    return lesson_link.current().step is None


def table(orders: TwoOrders) -> pd.DataFrame:
    places = range(len(FIRST_SENTENCE))
    columns = {"word": FIRST_SENTENCE, "position in 1": places, "position in 2": orders.partners}
    outputs = {
        f"{name}, output {cell + 1}, sentence {number}": values[:, cell]
        for name, both in (("without", orders.without_position), ("with", orders.with_position))
        for cell in range(both.first.shape[1])
        for number, values in ((1, both.first), (2, both.second))
    }
    return pd.DataFrame(columns | outputs)


def ways(words: Words) -> str:
    first = next(iter(lessons().values()))
    doors = {
        moves.address(1): words["Way: moves"],
        link(first, 1): words("Way: lesson", minutes=first.minutes),
        contents.address("model", {"model": contents.YOUR_CONFIG}): words["Way: model"],
    }
    cards = (card_link(href, *text.split("\n\n")) for href, text in doors.items())
    own = (
        f'<a href="{contents.address("learned", {"table": "own"})}" target="_self">{escape(words["Own table"])}</a>'
    )
    return f'<p>{escape(words["Welcome"])} {own}</p><div class="ways">{"".join(cards)}</div>'


def questions() -> str:
    """The six questions that people ask most, each a card."""
    common = query()
    cards = (card(stem, question(stem), contents.address(stem, common | view)) for stem, view in ASKED_MOST.items())
    return f'<div class="rooms"><ul>{"".join(cards)}</ul></div>'


def rooms() -> str:
    """All rooms by section, and in a room of several parts each part."""
    sections = "".join(
        f"<section><h2>{escape(section)}</h2><ul>{''.join(room_item(stem) for stem in stems)}</ul></section>"
        for section, stems in contents.SECTIONS.items()
        if section
    )
    return f'<div class="list">{sections}</div>'


def room_item(stem: str) -> str:
    return f"<li>{card_link(contents.address(stem, query()), contents.ROOMS[stem].title, question(stem))}</li>"


def card(stem: str, title: str, href: str) -> str:
    image = f'<img src="{picture(stem)}" alt="">'
    return f"<li>{card_link(href, title, '', image)}</li>"


def query() -> dict[str, str]:
    return {name: st.query_params[name] for name in contents.ALL if name in st.query_params}


def card_link(href: str, title: str, text: str, image: str = "") -> str:
    return f'<a href="{escape(href)}" target="_self">{image}<span><b>{escape(title)}</b> {escape(text)}</span></a>'


draw(*room.enter(__file__))

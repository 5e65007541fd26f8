from dataclasses import asdict
from functools import partial
from typing import TypedDict

import pandas as pd
import streamlit as st

from components.pictures.clocks import clocks
from core.inputs.parameter import LENGTH
from core.inputs.settings import Settings
from core.numeric.numerals import minus
from core.schemes.sinusoidal import cell_formula, columns
from core.sinusoidal.hands import Reading, clocks_columns, complete_turns, hands, pairs_shown, read_hand
from figures import theme
from pages.shared import address, chart, frame, lesson_link, room, sliders
from pages.shared.views import one_of
from pages.shared.words import Words
from pages.take_away.derived import columns_of

COUNTS = (1, 2, 4, 6, 8, 12, 16, 24, 32, 48, 64)
LAST = 8191  # pair of the largest table
WITHIN = 1  # lengths; a hand that takes longer for a turn hardly moves
FIRST = "first_pair_asked"
FARTHEST = LENGTH.stops[-1]  # tokens


class Choice(TypedDict):
    """Which pairs have a clock; the first two by the key of the widget."""

    clocks_shown: int
    first_pair: int
    spread: bool
    within: int | None


def draw(settings: Settings, words: Words) -> None:
    if settings.d_model == 1:
        st.info(words["No pair"])
        room.close(words)
    else:
        draw_clocks(settings, words)


def draw_clocks(settings: Settings, words: Words) -> None:
    d_model, length, shape = settings.d_model, settings.length, settings.base_and_scale
    choice = controls()
    among = choice["within"] and complete_turns(choice["within"] * length, d_model, **shape)
    first, is_spread = choice["first_pair"], choice["spread"]
    pairs = pairs_shown(d_model, choice["clocks_shown"], first=first, is_spread=is_spread, among=among)
    wanted_pair = address.whole("pair", int(pairs[len(pairs) // 8]), 0, FARTHEST)
    pair = int(min(pairs, key=lambda each: abs(each - wanted_pair)))
    request = address.whole("position", 7, 0, FARTHEST - 1)  # kept where the table ends before it
    position = min(request, length - 1)
    offset = address.whole("offset", 3, -FARTHEST, FARTHEST)
    all_hands = hands(position, pairs, d_model, offset=offset, **shape)
    one = read_hand(position, pair, d_model, offset=offset, **shape)
    clocks(
        all_hands,
        settings={**asdict(settings), **choice},
        view={"position": request, "offset": offset, "pair": address.if_set("pair", wanted_pair)},
        is_playing="position" not in st.query_params and lesson_link.current().controls is None,
        last=length - 1,
        stops=LENGTH.stops,
        colours={"sine": theme.SINE, "cosine": theme.COSINE, "ghost": theme.GHOST},
        alt=words("Alt", one=one, count=len(pairs), first=pairs[0], last=pairs[-1]),
        key="clocks",
        on_rest_change=partial(address.keep, "clocks", "position", "offset", "pair"),
    )
    if length == 1:
        st.info(words["One position"])
    st.markdown(words("Reading", one=one))
    values = {"position": position, "offset": offset, "pairs": pairs}
    numbers = columns_of(clocks_columns, "clocks", values)
    chart.data(numbers, key="clocks")
    room.close(words, lambda: more(one, numbers.frame(), settings, words))


def controls() -> Choice:
    """Which pairs the reader wants to see."""
    row = frame.controls()
    count = sliders.slider("Clocks", COUNTS, 6, key="clocks_shown", place=row)
    choice = one_of("Pairs", ["moving", "spread", "neighbours"], key="pairs", place=row)
    first = address.whole("first_pair", 0, 0, LAST)
    within = WITHIN if choice == "moving" else None
    return {"clocks_shown": count, "first_pair": first, "spread": choice != "neighbours", "within": within}


def more(one: Reading, numbers: pd.DataFrame, settings: Settings, words: Words) -> None:
    """The chosen clock with its formulas, and the numbers of all clocks."""
    column, shape = columns(settings.d_model, base=settings.base), settings.base_and_scale
    values = ((2 * one.pair, one.sine), (2 * one.pair + 1, one.cosine))
    formulas = [f"`{cell_formula(one.position, cell, column, **shape)} = {value:.3f}`" for cell, value in values]
    complete = complete_turns(settings.length, settings.d_model, **shape)
    st.markdown(words("Ghost", one=one))
    st.markdown(words("Complete", complete=complete, pairs=settings.d_model // 2, length=settings.length))
    with st.container(key="where_clocks_stand"):  # hidden while they play
        st.markdown(words("Formulas", one=one))
        st.markdown(minus("  \n".join(formulas)))  # st.code would load 1.6 MB
        chart.grid(numbers, meanings={name: words[name] for name in numbers})
    st.session_state[FIRST] = address.whole("first_pair", 0, 0, LAST)
    st.number_input("First pair", 0, LAST, key=FIRST, on_change=take_first, width=150)
    if settings.d_model % 2:
        st.caption(words("Odd", last=settings.d_model - 1))


def take_first() -> None:
    address.write(first_pair=st.session_state[FIRST] or None)


draw(*room.enter(__file__))

"""The shared settings: the address holds them, every room reads them from there."""

import math
from collections.abc import Mapping
from typing import Any

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from core.inputs.settings import PARAMETERS, Settings
from pages.shared import address, contents, frame, preview

_LEFT_OUT = "_left_out"
_DEFAULT = Settings()


def clamp_address(page: StreamlitPage) -> None:
    """Replace shared settings beyond what is valid by the nearest that are, and names that are gone by others.

    Numbers beyond float64 go from all names, and `left_out` has these.
    """
    requested = {name: st.query_params.get_all(name) for name in st.query_params}
    stem, query = contents.follow(frame.stem_of(page), requested)
    new_names = {old: each.name for each in PARAMETERS for old in each.formerly}
    query = {new_names.get(name, name): values for name, values in query.items()}
    valid = {name: values for name, values in query.items() if not any(map(_overflows, values))}
    numbers = {each.name: each.read(query.get(each.name, [None])[-1]) for each in PARAMETERS}
    left_out = [name for name in query if name not in valid]
    valid = {name: values for name, values in valid.items() if name not in numbers}
    valid |= {name: [address.as_text(number)] for name, number in numbers.items() if number is not None}
    if valid != requested:
        st.session_state[_LEFT_OUT] = left_out
        new_page = page if stem == frame.stem_of(page) else frame.page_of(stem)
        address.open_room(new_page, {name: valid[name] for name in valid.keys() - _bound_names()})


def _bound_names() -> set[str]:
    """Names of widgets that exist already and hold their query parameters, which nothing else may change then."""
    state = st.session_state
    return {str(name) for name in state if not isinstance(state[name], Mapping)}  # a component has a mapping


def left_out() -> list[str]:
    """Names of the address whose numbers exceed float64, as they stood there (untrusted); reported once."""
    return st.session_state.pop(_LEFT_OUT, [])


def read() -> Settings:
    """The reader's settings, with the values under the hand while a slider moves."""
    values: dict[str, Any] = {}
    for each in PARAMETERS:
        committed = each.read(st.query_params.get(each.name))
        value = getattr(_DEFAULT, each.name) if committed is None else committed
        (text,) = preview.texts(each.name, (address.as_text(value),))
        on_the_way = each.read(text)
        values[each.name] = value if on_the_way is None else on_the_way
    return Settings(**values)


def _overflows(text: str) -> bool:
    """Whether text is a number that float64 holds only as infinity, such as 1e400; "infinity" may be a word."""
    return any(map(str.isdigit, text)) and math.isinf(_number(text))


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0

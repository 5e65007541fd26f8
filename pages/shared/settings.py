"""The shared settings: bound to the address by the sliders, clamped before that, read by every room."""

import math

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from components.kit.streamlit_internals import forgive_infinity
from core.inputs.settings import PARAMETERS, Settings
from pages.shared import contents, frame, preview

_LEFT_OUT = "_left_out"

forgive_infinity()


def clamp_address(page: StreamlitPage) -> None:
    """Replace values of the query string that lie between or beyond the stops by the nearest stops.

    Streamlit ignores invalid options but raises on numbers beyond float64, so those are dropped here; it ignores
    text itself. After Back, the address meets widgets that exist already: only they may change their query
    parameters, so they get the stops. A name of a view that is gone leads on as `contents.follow` says.
    """
    requested = {name: st.query_params.get_all(name) for name in st.query_params}
    stem, query = contents.follow(frame.stem_of(page), requested)
    new_names = {old: each.name for each in PARAMETERS for old in each.formerly}
    query = {new_names.get(name, name): values for name, values in query.items()}
    finite = {name: values for name, values in query.items() if not any(map(_overflows, values))}
    nearest = {each.name: each.nearest_stop(query.get(each.name, [None])[-1]) for each in PARAMETERS}
    stops = {name: stop for name, stop in nearest.items() if stop is not None}
    finite |= {name: [str(stop)] for name, stop in stops.items()}
    if finite != requested:
        st.session_state[_LEFT_OUT] = [name for name in query if name not in finite]
        st.session_state.update({name: stop for name, stop in stops.items() if name in st.session_state})
        new_page = page if stem == frame.stem_of(page) else frame.page_of(stem)
        rest = {name: finite[name] for name in finite.keys() - st.session_state.keys()}
        st.switch_page(new_page, query_params=rest)


def left_out() -> list[str]:
    """Names of the address whose numbers exceed float64, as they stood there (untrusted); reported once."""
    return st.session_state.pop(_LEFT_OUT, [])


def read() -> Settings:  # every value is a stop
    """The reader's settings, with the values under the hand while a slider moves."""
    defaults, values = Settings(), {}
    for name, stops in ((parameter.name, parameter.stops) for parameter in PARAMETERS):
        values[name] = preview.value(name, stops, getattr(defaults, name), st.session_state[name])
    return Settings(**values)


def _overflows(text: str) -> bool:
    """Whether text is a number that float64 holds only as infinity, such as 1e400.

    "infinity" itself may be a word of a sentence; number boxes reject it.
    """
    return any(map(str.isdigit, text)) and math.isinf(_number(text))


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0

"""Query parameters that no bound widget holds: read, written, and kept across quick actions."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from components.kit.streamlit_internals import (
    add_to_address,
    came_by_history,
    remove_from_address,
    requested_address,
)
from components.kit.wire import finite
from pages.shared.contents import ALL, declared_name

_ROOM, _UNSEEN, _ALONG = "_room", "_unseen", "_along"


def number(
    name: str,
    default: float,  # where the address gives none, or none that is finite
    low: float,  # values beyond are clamped
    high: float,  # values beyond are clamped
) -> float:
    """The number under a query parameter."""
    try:
        value = float(st.query_params.get(declared_name(name), default))
    except ValueError:
        value = default
    return min(max(value if math.isfinite(value) else default, low), high)


def whole(name: str, default: int, low: int, high: int) -> int:
    """As `number`, rounded to a whole number."""
    return round(number(name, default, low, high))


def if_set(name: str, value: int) -> int | None:  # value: as `whole` has read it
    """`value` if the query parameter is present, else None (the picture then uses its default)."""
    return None if text(name) is None else value


def text(name: str) -> str | None:
    """A query parameter, untrusted; None if it is missing."""
    return st.query_params.get(declared_name(name))


def texts(name: str) -> list[str]:
    """All values of a repeated query parameter, untrusted."""
    return st.query_params.get_all(declared_name(name))


def write(
    # numbers in the shortest form that reads back the same, true and false as Streamlit writes them; None takes a
    # name out
    **values: bool | float | str | list[str] | None,  # a list for a repeated name
) -> None:
    """Write values into the query string."""
    by_name = {name: _text(value) for name, value in values.items()}
    st.session_state.setdefault(_UNSEEN, {}).update(by_name)
    _write(by_name)


def keep(
    key: str,  # of the component, which reports untrusted numbers as its `rest`
    *names: str,  # query parameters with the component's names
    **query_names: str,  # the component's name → the query parameter
) -> None:
    """Write into the address where a picture has come to rest."""
    rest = finite(st.session_state[key].rest, *names, *query_names)
    write(**{query_names.get(name, name): value for name, value in rest.items()})


def catch_up(page: StreamlitPage) -> bool:  # page: the current room
    """Restore what `write` wrote and a stale query string lacks, and bring the settings along to another room.

    Two quick actions carry the same stale query string; the second would overwrite the first's change. So written
    values are held until a query string has them. Going to another room, back or forward asks for the address as it
    stands, even where it overtakes a change. Only the menu's links are bare: the settings are then those of the
    room before. True if the browser has to be told of them, by `tell` at the end of the run: earlier it has not
    yet made its step to the room, and would make two.
    """
    is_same_room = st.session_state.get(_ROOM) == page.url_path
    pending_values = st.session_state.get(_UNSEEN, {}) if is_same_room else {}
    requested_values: dict[str, Any] = requested_address(pending_values)
    along: dict[str, str] = {}
    if came_by_history():
        lost_values, pending_values = requested_values, {}
    else:
        pending_values = {name: value for name, value in pending_values.items() if requested_values[name] != value}
        lost_values = {name: value for name, value in pending_values.items() if _present(name) != value}
        if not is_same_room and not st.query_params.keys() & set(ALL):
            along = st.session_state.get(_ALONG, {})
    add_to_address(along)
    _write(lost_values)
    settings = {name: st.query_params[name] for name in ALL if name in st.query_params}
    st.session_state.update({_ROOM: page.url_path, _UNSEEN: pending_values | along, _ALONG: settings})
    return bool(along)


def open_room(page: StreamlitPage, query: Mapping[str, str | Sequence[str]]) -> NoReturn:
    """Open a room with what a link says alone: no settings come along."""
    st.session_state[_ALONG] = {}
    st.switch_page(page, query_params=query)


def tell() -> None:
    """Tell the browser the address that this run has read."""
    st.query_params.update({})


def _present(name: str) -> str | list[str] | None:
    values = st.query_params.get_all(name)
    return values if len(values) > 1 else values[0] if values else None


def as_text(value: Any) -> str:
    """A setting as the address writes it: numbers in the shortest form that reads back the same."""
    match value:
        case bool():
            return str(value).lower()
        case float():
            return f"{value:.12g}" if value % 1 else f"{value:.0f}"
        case _:
            return str(value)


def _text(value: Any) -> str | list[str] | None:
    return value if value is None or isinstance(value, list) else as_text(value)


def _write(values: Mapping[str, str | list[str] | None]) -> None:
    """Write all at once, so that it is one step in the browser's history."""
    if not values:
        return
    remove_from_address(name for name, value in values.items() if value is None)
    present = {name: value for name, value in values.items() if value is not None}
    st.query_params.update(present)  # even if empty: this also tells the browser which names were removed

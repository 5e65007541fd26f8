"""Query parameters that no bound widget holds: read, written, and kept across quick actions."""

import math
from collections.abc import Mapping
from typing import Any

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from components.kit.streamlit_internals import came_by_history, remove_from_address, requested_address
from components.kit.wire import finite
from pages.shared.contents import declared_name

_ROOM, _UNSEEN = "_room", "_unseen"


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
    **values: bool | float | str | None,
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


def catch_up(page: StreamlitPage) -> None:  # the current room
    """Restore what `write` wrote and a stale query string lacks; the first thing that a run does.

    Two quick actions carry the same stale query string; the second would overwrite the first's change. So written
    values are held until a query string has them. Going to another room, back or forward asks for the address as it
    stands, even where it overtakes a change.
    """
    pending_values = st.session_state.get(_UNSEEN, {}) if st.session_state.get(_ROOM) == page.url_path else {}
    requested_values: dict[str, Any] = requested_address(pending_values)
    if came_by_history():
        lost_values, pending_values = requested_values, {}
    else:
        pending_values = {name: value for name, value in pending_values.items() if requested_values[name] != value}
        lost_values = {name: value for name, value in pending_values.items() if st.query_params.get(name) != value}
    st.session_state.update({_ROOM: page.url_path, _UNSEEN: pending_values})
    _write(lost_values)


def _text(value: bool | float | str | None) -> str | None:
    match value:
        case bool():
            return str(value).lower()
        case int() | float():
            return f"{value:.12g}"
        case _:
            return value


def _write(values: Mapping[str, str | None]) -> None:
    """Write all at once, so that it is one step in the browser's history."""
    if not values:
        return
    remove_from_address(name for name, value in values.items() if value is None)
    present = {name: value for name, value in values.items() if value is not None}
    st.query_params.update(present)  # even if empty: this also tells the browser which names were removed

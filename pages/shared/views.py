"""What rooms are put together from: views, choices, numbers, the seed, and a bar for slow results."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ParamSpec, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.shared import address, view_row
from pages.shared.contents import declared_name

_PATIENCE = 0.2  # seconds; faster results need no bar
_MOST_SEED = 9999
_SEED = "seed_asked"
Args = ParamSpec("Args")
Result = TypeVar("Result")


def bind(key: str) -> dict[str, Any]:
    """Arguments that bind a widget to the room's address parameter `key`, which the room has to declare."""
    return {"key": declared_name(key), "bind": "query-params"}


def write_back(key: str, value: Any) -> dict[str, Any]:
    """Arguments of a widget that shows a value and writes it into the address.

    For names that several rooms share, and for numbers: Streamlit raises on an infinite one that is bound.
    """
    st.session_state[key] = value
    return {"key": key, "on_change": _take, "args": (key,)}


def _take(key: str) -> None:
    address.write(**{key: st.session_state[key]})


def draw(views: Mapping[str, Callable[Args, None]], *args: Args.args, **options: Args.kwargs) -> None:
    """Draw the view that the address asks for, with the arguments that follow."""
    views[view_row.view_name()](*args, **options)


def one_of(
    label: str,
    options: Sequence[str],  # the words in the address too
    *,
    key: str,  # name in the address
    default: str | None = None,  # None for the first option
    place: DeltaGenerator | None = None,  # where; None for the page
    **extras: Any,  # passed on to `st.segmented_control`
) -> str:  # the default where the address gives the name without a word: Streamlit then returns no choice
    """One of a few words, chosen by a row of buttons and kept in the address."""
    usual = options[0] if default is None else default
    buttons = (place or st).segmented_control
    return buttons(label, options, default=usual, required=True, **bind(key), **extras) or usual


def named_one_of(
    label: str,
    names: Mapping[str, str],  # word in the address → what its button says
    *,
    key: str,  # name in the address
    default: str,  # the word that the address leaves out
    place: DeltaGenerator | None = None,  # where; None for the page
    **extras: Any,  # passed on to `st.segmented_control`
) -> str:
    """As `one_of`, where a button says more than the word of the address: Streamlit would write that into it."""
    asked = address.text(key)
    current = asked if asked is not None and asked in names else default
    st.session_state[key] = current
    buttons = (place or st).segmented_control
    buttons(
        label,
        [*names],
        format_func=names.__getitem__,
        required=True,
        key=key,
        on_change=_take_named,
        args=(key, default),
        **extras,
    )
    return current


def _take_named(key: str, default: str) -> None:
    word = st.session_state[key]
    address.write(**{key: None if word == default else word})


def metric(
    label: str, value: str, note: str | None = None, place: DeltaGenerator | None = None, **extras: Any
) -> None:
    """A number with its label, and a grey note below it where there is one."""
    (place or st).metric(label, value, note, delta_color="off", delta_arrow="off", **extras)


def seed(place: DeltaGenerator) -> int:
    """A field for the seed of a measurement, from 0 to 9,999; the address calls it seed.

    The widget is not bound to the address, since a bound name belongs to one room alone.
    """
    number = address.whole("seed", 0, 0, _MOST_SEED)
    st.session_state[_SEED] = number
    place.number_input("Seed", 0, _MOST_SEED, key=_SEED, on_change=_take_seed, width=150)
    return number


def _take_seed() -> None:
    address.write(seed=st.session_state[_SEED])


def gather(
    results: Iterable[Result],  # computed lazily
    count: int,
    place: DeltaGenerator,  # made by `st.empty`; empty again at the end
    text: str,  # what is being done
) -> list[Result]:
    """All results, with a progress bar where they take long.

    Streamlit may end the run between two results because the reader has chosen something else; results that
    their function caches stay.
    """
    so_far: list[Result] = []
    start = time.monotonic()
    for result in results:
        so_far.append(result)
        if time.monotonic() - start > _PATIENCE:
            place.progress(len(so_far) / count, text)
    place.empty()
    return so_far

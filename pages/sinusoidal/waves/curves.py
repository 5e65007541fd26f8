"""Waves: single dimensions over the positions."""

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any, TypedDict

import streamlit as st

from components.pictures.waves import waves
from core.inputs.parameter import D_MODEL, LENGTH
from core.inputs.settings import Settings
from core.numeric.numerals import in_tokens
from core.schemes.sinusoidal import Columns, cell_formula, columns
from core.sinusoidal.dimensions import columns_at, contrasting_dimensions, read_dimensions, wave, wave_columns
from figures import theme
from pages.shared import address, chart, lesson_link, sliders
from pages.shared.views import bind
from pages.shared.words import Words
from pages.take_away.derived import columns_of

MOST_DIMENSIONS = 16
WINDOWS = [*(str(2**n) for n in range(4, 20)), "all"]  # tokens


def draw(settings: Settings, words: Words) -> Callable[[], object]:
    table = columns(settings.d_model, base=settings.base)
    choice = controls(words)
    window, dimensions = window_and_dimensions(choice, settings, table)
    curves = [wave(dimension, window, table, scale=settings.scale) for dimension in dimensions]
    fast, slow = curves[0], curves[-1]
    request = address.whole("position", window // 3, 0, LENGTH.stops[-1] - 1)
    position = min(request, window - 1)
    facts = {
        "window": window,
        "position": position,
        "fast": fast,
        "fast_wavelength": in_tokens(fast.wavelength),
        "fast_turns": turns(fast.turns),
        "slow": slow,
        "slow_wavelength": in_tokens(slow.wavelength),
        "slow_turns": turns(slow.turns),
        "formula": cell_formula(position, fast.dimension, table, **settings.base_and_scale),
        "value": columns_at([position], [fast.dimension], table, scale=settings.scale)[0, 0],
    }
    waves(
        curves,
        window=window,
        settings={**asdict(settings), **choice},
        view={"position": address.if_set("position", request)},
        titles={"x": "position (tokens)", "y": "value (−1 to 1)"},
        notes={note: words[f"Curves: {note}"] for note in ("dots", "bands", "before")},
        colours={"sine": theme.SINE, "cosine": theme.COSINE, "band": theme.GHOST},
        alt=words("Curves: alt", **facts),
        key="waves",
        on_rest_change=partial(address.keep, "waves", "position"),
    )
    shown_at: dict[str, Any] = {"window": window, "dimensions": dimensions}
    axes: dict[str, Any] = {"xlabel": "position (tokens)", "ylabel": "value (−1 to 1)"}
    chart.data(columns_of(wave_columns, "curves", shown_at, **axes), key="waves")
    parts = ("Curves" if slow is fast else "Curves: slowest", "Curves: all")
    st.markdown(" ".join(words(part, **facts) for part in parts))
    return lambda: st.markdown(words("Curves: formula", **facts))


class Choice(TypedDict):
    """What the reader wants to see: tokens or "all", and dimensions of any table."""

    window: int | str
    dims: tuple[int, ...]


def controls(words: Words) -> Choice:
    """Fields for the positions and the dimensions."""
    in_lesson = lesson_link.current().controls is not None  # a step shows controls by themselves
    place = st.container() if in_lesson else st.popover(words["Choose"])
    dims = place.text_input(
        "Dimensions",
        max_chars=200,
        placeholder=words["Dimensions: placeholder"],
        help=words["Dimensions: help"],
        **bind("dims"),
    )
    end = sliders.slider("Positions shown", WINDOWS, "all", key="window", place=place)
    dimensions = read_dimensions(dims or "", D_MODEL.stops[-1], most=MOST_DIMENSIONS)
    return {"window": end if end == "all" else int(end), "dims": dimensions}


def window_and_dimensions(choice: Choice, settings: Settings, table: Columns) -> tuple[int, tuple[int, ...]]:
    """Positions to show, and dimensions: contrasting ones if the table has none of the chosen."""
    window = settings.length if choice["window"] == "all" else min(int(choice["window"]), settings.length)
    dimensions = tuple(dimension for dimension in choice["dims"] if dimension < settings.d_model)
    return window, dimensions or contrasting_dimensions(window, table, scale=settings.scale)


def turns(number: float) -> str:
    return f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"

"""Sliders: each shows what the address says and writes into it; the shared settings stand in a row with presets."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.controls import sheet
from components.controls.slider import slider as show
from components.kit.run_record import Slider
from core.inputs.parameter import Parameter
from core.inputs.settings import PARAMETERS, SETTINGS_PRESETS, Settings
from core.numeric.numerals import minus
from pages.shared import address, preview
from pages.shared.contents import ROOMS, Views
from pages.shared.words import read as read_words

_PRESET, _ROW, _RESET = "preset", "shared_settings", "Reset"
_WORDS = Path(__file__).with_suffix(".md")
_DEFAULT = Settings()
_WIDTH = 224  # pixels, of a slider in a row


def draw(stem: str) -> None:
    """Draw the sliders above a room's picture: those in sight, and one step away the others and the presets."""
    names = settings_with_effect(stem)
    if not names:
        return
    with st.container(key=_ROW, width="content", horizontal=True, vertical_alignment="bottom", gap="medium"):
        sliders(stem, width=_WIDTH)
        if len(names) > 1:
            st.menu_button(
                "Presets", [*SETTINGS_PRESETS, _RESET], key=_PRESET, on_click=_take_preset, type="tertiary"
            )
    if len(names) > 1:
        sheet(names, in_sight=ROOMS[stem].in_sight, presets=_PRESET)


def settings_with_effect(stem: str) -> tuple[str, ...]:
    """The shared settings that change something in the view that a room shows, the one that matters most first."""
    return _of_view(ROOMS[stem].narrower, ROOMS[stem].settings)


def without_effect(stem: str) -> tuple[str, ...]:
    """Keys of the room's own controls that change nothing in the view."""
    return _of_view(ROOMS[stem].without_effect, ())


def _of_view(by_parameter: Views, usual: tuple[str, ...]) -> tuple[str, ...]:
    for parameter, views in by_parameter.items():
        view = st.query_params.get(parameter)
        if view in views:
            return views[view]
    return usual


def sliders(stem: str, *, width: int | None = None) -> None:  # width: of each, pixels
    """The sliders of the shared settings that change something in the view."""
    by_name = {each.name: each for each in PARAMETERS}
    for parameter in map(by_name.__getitem__, settings_with_effect(stem)):
        default, unit = getattr(_DEFAULT, parameter.name), "" if parameter.unit == "1" else parameter.unit
        slider(
            parameter.name,
            parameter.stops,
            default,
            key=parameter.name,
            law=parameter,
            help=parameter.meaning,
            unit=unit,
            width=width,
        )


def _take_preset() -> None:
    settings = SETTINGS_PRESETS.get(st.session_state[_PRESET], _DEFAULT)
    values = {each.name: (getattr(settings, each.name), getattr(_DEFAULT, each.name)) for each in PARAMETERS}
    address.write(**{name: None if value == default else value for name, (value, default) in values.items()})


# ---- One slider.


def slider(
    label: str,
    stops: Sequence[Any],
    default: Any,  # what the address leaves out: a stop, or two for a slider with two thumbs
    *,
    key: str,  # the address parameter
    law: Parameter | None = None,  # what may be typed, with these stops; None for the stops alone
    place: DeltaGenerator | None = None,  # where; None for the page
    width: int | None = None,  # pixels; None for the usual one in `place`, for the whole of a page
    help: str = "",
    unit: str = "",  # what its number counts; empty where the label says it
    disabled: bool = False,  # it shows the default, whatever the address says
) -> Any:
    """The value of a slider, which the pictures follow while it moves."""
    defaults = default if isinstance(default, tuple) else (default,)
    usual, stop_by_text = tuple(map(address.as_text, defaults)), {address.as_text(stop): stop for stop in stops}
    read = partial(_read_all, read=partial(_read, stop_by_text=stop_by_text, law=law), usual=defaults)
    committed = defaults if disabled else read(address.texts(key))
    texts = tuple(map(address.as_text, committed))
    holds = "stops" if law is None else "whole" if law.whole else "number"
    show(
        Slider(key, label, tuple(stop_by_text), texts, usual, help, unit, holds, _allowed(holds, stops)),
        on_rest_change=partial(_take, key, read, usual),
        place=place,
        width=width or (_WIDTH if place else None),
        disabled=disabled,
    )
    values = committed if disabled else read(preview.texts(key, texts))
    return values if isinstance(default, tuple) else values[0]


def _allowed(holds: str, stops: Sequence[Any]) -> str:
    """What may be typed into a slider, in words."""
    first, last = (minus(f"{stop:,}") if isinstance(stop, int | float) else stop for stop in (stops[0], stops[-1]))
    return read_words(_WORDS)(f"Typed: {holds}", first=first, last=last)


def _read_all(texts: Sequence[Any], *, read: Callable[[Any], Any], usual: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values of untrusted texts, one for each thumb; the usual ones where they say nothing."""
    values = tuple(map(read, texts[-1:] if len(usual) == 1 else texts))
    return usual if len(values) != len(usual) or None in values else values


def _read(text: Any, *, stop_by_text: dict[str, Any], law: Parameter | None) -> Any:
    """The value nearest to an untrusted text: a stop, or any that the law allows; None for no number."""
    if law:
        return law.read(text)
    if isinstance(text, str) and text in stop_by_text:
        return stop_by_text[text]
    numbers = [stop for stop in stop_by_text.values() if isinstance(stop, int | float)]
    try:
        number = float(text)
    except (TypeError, ValueError, OverflowError):
        return None
    if not numbers or not math.isfinite(number):
        return None
    return min(numbers, key=lambda stop: abs(stop - number))


def _take(key: str, read: Callable[[Sequence[Any]], tuple[Any, ...]], usual: tuple[str, ...]) -> None:
    """Write into the address where the slider has come to rest."""
    rest = st.session_state[key].rest
    text = rest.get("text") if isinstance(rest, dict) else None
    texts = tuple(map(address.as_text, read(text if isinstance(text, list) else [text])))
    address.write(**{key: None if texts == usual else texts[0] if len(texts) == 1 else list(texts)})

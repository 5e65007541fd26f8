"""The sliders of the shared settings that change something in the view, presets and reset."""

import streamlit as st

from components.controls import sheet
from core.inputs.settings import PARAMETERS, SETTINGS_PRESETS, Settings
from pages.shared.contents import ROOMS, Views

_PRESET, _ROW, _HIDDEN, _RESET = "preset", "shared_settings", "hidden_settings", "Reset"
_DEFAULT = Settings()


def draw(stem: str) -> None:
    """Draw the sliders above a room's picture: those in sight, and one step away the others and the presets."""
    names = settings_with_effect(stem)
    row = st.container(
        key=_ROW if names else _HIDDEN, width="content", horizontal=True, vertical_alignment="bottom", gap="medium"
    )
    with row:
        sliders(stem)
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


def sliders(stem: str) -> None:
    """The sliders of the shared settings; those that change nothing are hidden.

    A hidden slider keeps its value and its place in the address for the next room; Streamlit would forget the value
    of one that is not drawn.
    """
    names = settings_with_effect(stem)
    for parameter in sorted(
        PARAMETERS, key=lambda each: names.index(each.name) if each.name in names else len(names)
    ):
        st.select_slider(
            parameter.name,
            options=parameter.stops,
            value=getattr(_DEFAULT, parameter.name),
            help=parameter.meaning,
            key=parameter.name,
            bind="query-params",
        )
    unused_classes = [f".st-key-{each.name}" for each in PARAMETERS if each.name not in names]
    if unused_classes:
        st.html(f"<style>{', '.join(unused_classes)} {{ display: none }}</style>")


def _take_preset() -> None:
    settings = SETTINGS_PRESETS.get(st.session_state[_PRESET], _DEFAULT)
    for parameter in PARAMETERS:
        st.session_state[parameter.name] = getattr(settings, parameter.name)

"""Which config, which length and which layers the rooms Model and Stretch show."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.kit.streamlit_internals import came_by_history
from model_configs.model import Config, LayerType
from model_configs.model_config import ModelConfig, read_config
from model_configs.presets import PRESETS
from pages.long_context.model import upload
from pages.long_context.model.slot import Slot, content
from pages.shared import address, lesson_link
from pages.shared.contents import YOUR_CONFIG
from pages.shared.views import bind, write_back
from pages.shared.words import Words

SECOND, NOTHING = "your second config", "nothing"
SLOTS = {YOUR_CONFIG: Slot("pasted", "config"), SECOND: Slot("pasted_second", "second_config")}
TARGET, _LAST_TARGET = "target_context", "_last_target"
FIRST, _LAST = next(iter(PRESETS)), "_last_model"
LONGEST = 2**24  # tokens


def session_model() -> str | None:
    """The model of the address, else the reader's own config, else the model named last, if any.

    Streamlit drops an address's settings when the reader leaves the room by the menu and comes back.
    """
    name = address.text("model")
    if name in (YOUR_CONFIG, *PRESETS):
        if not lesson_link.current().is_one_of_several:
            st.session_state[_LAST] = name
        return name
    return YOUR_CONFIG if content(SLOTS[YOUR_CONFIG]).config else st.session_state.get(_LAST)


def link_query() -> Mapping[str, str]:
    """The query string of links to the rules: the model shown, and its length for a return by the menu."""
    bare = TARGET not in st.session_state and not {"model", TARGET} & st.query_params.keys()
    if bare and st.session_state.get(_LAST_TARGET) and not came_by_history():
        address.write(**{TARGET: st.session_state[_LAST_TARGET]})
    return {"model": session_model() or FIRST}


def ask_model(place: DeltaGenerator, options: Sequence[str], model: str, **extras: Any) -> None:
    """The model, as an address names it."""
    place.selectbox("model", options, width=230, **write_back("model", model), **extras)


def ask(controls: DeltaGenerator, words: Words) -> tuple[ModelConfig, str, str] | None:
    """The choice as `chosen_config` gives it; below the controls the field for a config while it is open."""
    name = session_model() or FIRST
    ask_model(controls, [YOUR_CONFIG, *PRESETS], name)
    upload.button(controls, SLOTS[YOUR_CONFIG], words)
    config = chosen_config(name, words)
    upload.field(SLOTS[YOUR_CONFIG], words, lambda: address.write(model=YOUR_CONFIG))
    return config


def ask_beside(words: Words) -> tuple[ModelConfig, str, str] | None:
    """As `ask`, for a second config; None also where the reader has chosen none."""
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    options = [NOTHING, *SLOTS, *PRESETS]
    choice = controls.selectbox(words["Beside: label"], options, width=230, **bind("beside"))
    upload.button(controls, SLOTS[SECOND], words)
    if choice == NOTHING:
        st.markdown(words["Beside: none"])
    config = None if choice == NOTHING else chosen_config(choice, words)
    upload.field(SLOTS[SECOND], words, lambda: st.session_state.update(beside=SECOND))
    return config


def ask_target(controls: DeltaGenerator, words: Words, usual: int) -> int:
    """The length that the reader asks for, tokens."""
    st.session_state[_LAST_TARGET] = target = address.whole(TARGET, 0, 0, LONGEST)
    controls.number_input(
        "target context (tokens)",
        0,  # what an emptied field gives
        LONGEST,
        width=190,
        placeholder=f"{usual:,}",
        help=words["Target: help"],
        **write_back(TARGET, target if target >= 2 else None),
    )
    return target if target >= 2 else usual


def ask_layers(controls: DeltaGenerator, config: Config) -> LayerType:
    """The type of layers to show, where there are several."""
    kind = chosen_layers(config)
    if len(config.layer_types) > 1:
        layer_names = [kind.name for kind in config.layer_types]
        controls.selectbox("layers", layer_names, width=190, **write_back("layer_type", kind.name))
    return kind


def chosen_layers(config: Config) -> LayerType:
    """The type of layers that the address names, else the first."""
    name = address.text("layer_type")
    return next((kind for kind in config.layer_types if kind.name == name), config.layer_types[0])


def chosen_config(choice: str, words: Words) -> tuple[ModelConfig, str, str] | None:
    """A config, its name and its source; by default the first preset, None where the config is invalid."""
    name = choice if choice in PRESETS else FIRST
    if choice in SLOTS:
        slot = content(SLOTS[choice])
        if slot.config:
            return slot.config, choice, words["Own: linked" if slot.is_linked else "Own"]
        if slot.error:
            st.error(words("Refused", error=slot.error))
            if slot.place:
                st.code(slot.place, language=None)
            return None
        st.info(words("Nothing pasted", name=name))
    preset = PRESETS[name]
    return read_config(preset.config), name, words("Preset", source=preset.source, note=preset.note)

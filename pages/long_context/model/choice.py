"""Which config, which length and which layers the rooms Model and Stretch show."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.kit.streamlit_internals import came_by_history
from core.inputs.parameter import LENGTH
from model_configs.model import Config, LayerType
from model_configs.model_config import ModelConfig, read_config
from model_configs.presets import PRESETS
from pages.long_context.model import upload
from pages.long_context.model.slot import Slot, content
from pages.shared import address, frame, lesson_link, sliders
from pages.shared.contents import YOUR_CONFIG
from pages.shared.views import write_back
from pages.shared.words import Words

SECOND = "your second config"
SLOTS = {YOUR_CONFIG: Slot("pasted", "config"), SECOND: Slot("pasted_second", "second_config")}
TARGET, _LAST_TARGET = "target_context", "_last_target"
OPENING, _LAST = "Qwen2.5-7B", "_last_model"
TARGETS = {OPENING: 131_072}  # tokens: what a model is asked for at first, where that is not what it claims
LONGEST = 2**24  # tokens
STOPS = tuple(quarter * 2**octave for octave in range(6, 20) for quarter in (4, 5, 6, 7))  # tokens, from 256
TYPE_NAME = re.compile(r"[\w.-]{1,30}")


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
    return {"model": session_model() or OPENING}


def shown_name(choice: str, config: Config | None = None) -> str:
    """A model's name for readers: a config of theirs with its type, such as "your config (qwen2)"."""
    if choice in SLOTS:
        config = config or content(SLOTS[choice]).config
        return f"{choice} ({config.model_type})" if config and TYPE_NAME.fullmatch(config.model_type) else choice
    return choice


def ask_model(place: DeltaGenerator, options: Sequence[str], model: str, **extras: Any) -> None:
    """The model, as an address names it."""
    names = {option: shown_name(option) for option in options}.__getitem__
    place.selectbox("model", options, width=240, format_func=names, **write_back("model", model), **extras)


def ask(controls: DeltaGenerator, words: Words) -> tuple[ModelConfig, str, str] | None:
    """The choice as `chosen_config` gives it; below the controls the field for a config while it is open."""
    name, slot = session_model() or OPENING, SLOTS[YOUR_CONFIG]
    ask_model(controls, [YOUR_CONFIG, *PRESETS], name)
    if name == YOUR_CONFIG and content(slot).is_empty:  # whoever comes by such a link has one to paste
        upload.open_first(slot)
    upload.button(controls, slot, words)
    upload.show_verdict(controls, slot)
    config = chosen_config(name, words)
    upload.field(slot, words, lambda: address.write(model=YOUR_CONFIG))
    return config


def ask_beside(words: Words, usual: str) -> tuple[ModelConfig, str, str] | None:
    """As `ask`, for a second config; `usual` is the preset to begin with."""
    controls = frame.controls()
    name = address.text("beside")
    choice = name if name in (*SLOTS, *PRESETS) else usual
    names = {option: shown_name(option) for option in (*SLOTS, *PRESETS)}
    shown = {"format_func": names.__getitem__, **write_back("beside", choice)}
    controls.selectbox(words["Beside: label"], [*names], width=240, **shown)
    upload.button(controls, SLOTS[SECOND], words)
    upload.show_verdict(controls, SLOTS[SECOND])
    config = chosen_config(choice, words)
    upload.field(SLOTS[SECOND], words, lambda: address.write(beside=SECOND))
    return config


def ask_target(
    controls: DeltaGenerator,
    words: Words,
    usual: int,  # where the address names no length, tokens
    *more: float,  # further lengths at which the slider stops
    longest: int = LONGEST,
) -> int:
    """The length that the reader asks for, tokens: a slider by octaves, in which any other number can be typed."""
    st.session_state[_LAST_TARGET] = address.whole(TARGET, 0, 0, LONGEST)
    lengths = {round(length) for length in (*STOPS, usual, *more)}
    stops = tuple(sorted({length for length in lengths if 2 <= length <= longest} | {usual, longest}))
    law = replace(LENGTH, name=TARGET, stops=stops)
    label, hint = "target context (tokens)", words["Target: help"]
    return int(sliders.slider(label, law.stops, usual, key=TARGET, law=law, place=controls, width=330, help=hint))


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
    name = choice if choice in PRESETS else OPENING
    if choice in SLOTS:
        slot = content(SLOTS[choice])
        if slot.config:
            return slot.config, choice, words["Own: linked" if slot.is_linked else "Own"]
        if slot.error:
            st.error(slot.error)
            if slot.place:
                st.code(slot.place, language=None)
            return None
        st.info(words("Nothing pasted", name=name))
    preset = PRESETS[name]
    return read_config(preset.config), name, words("Preset", source=preset.source, note=preset.note)

"""Which config, which length and which layers the room Model shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.config.presets import PRESETS
from core.model_config import ModelConfig, read_config
from pages.long_context.model import upload
from pages.long_context.model.slot import Slot, given
from pages.shared.views import bound

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from core.config.model import Config, LayerType
    from pages.shared.words import Words

OWN, SECOND, NOTHING = "your config", "your second config", "nothing"
SLOTS = {OWN: Slot("pasted", "config"), SECOND: Slot("pasted_second", "second_config")}
FIRST = next(iter(PRESETS))
LONGEST = 2**24  # tokens


def ask(controls: DeltaGenerator, words: Words) -> str:
    """The name of a preset, or OWN."""
    choice = controls.selectbox("model", [OWN, *PRESETS], index=1, width=270, **bound("model"))
    with controls.popover(words["Paste"], help=words["Paste: help"]):
        upload.ask(SLOTS[OWN], words, lambda: st.session_state.update(model=OWN))
    return choice or FIRST


def ask_beside(words: Words) -> str | None:
    """The name of a second config; None where the reader has chosen none."""
    controls = st.container(horizontal=True, vertical_alignment="bottom", gap="medium")
    options = [NOTHING, *SLOTS, *PRESETS]
    choice = controls.selectbox(words["Beside: label"], options, width=270, **bound("beside"))
    with controls.popover(words["Beside: paste"], help=words["Paste: help"]):
        upload.ask(SLOTS[SECOND], words, lambda: st.session_state.update(beside=SECOND))
    return None if choice == NOTHING else choice


def ask_target(controls: DeltaGenerator, words: Words, claimed: int) -> int:
    """The length to write the config for, tokens; the claimed one unless asked."""
    asked = controls.number_input(
        "target context (tokens)",
        2,
        LONGEST,
        None,
        width=190,
        placeholder=f"{claimed:,}",
        help=words["Target: help"],
        **bound("target_context"),
    )
    return int(asked) if asked else claimed


def ask_layers(controls: DeltaGenerator, config: Config) -> LayerType:
    """The type of layers to show, where there are several."""
    offered = [kind.name for kind in config.layer_types]
    if len(offered) == 1:
        return config.layer_types[0]
    chosen = controls.selectbox("layers", offered, width=190, **bound("layer_type"))
    return config.layer_type(chosen if chosen in offered else None)


def chosen_config(choice: str, words: Words) -> tuple[ModelConfig, str, str] | None:
    """A config, its name and its source; the first preset where nothing is given, None where it cannot be read."""
    name = choice if choice in PRESETS else FIRST
    if choice in SLOTS:
        own = given(SLOTS[choice])
        if own.config:
            return own.config, choice, words["Own: linked" if own.linked else "Own"]
        if own.error:
            st.error(words("Refused", error=own.error))
            if own.place:
                st.code(own.place, language=None)
            return None
        st.info(words("Nothing pasted", name=name))
    preset = PRESETS[name]
    return read_config(preset.config), name, words("Preset", source=preset.source, note=preset.note)

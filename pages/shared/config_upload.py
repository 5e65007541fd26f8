"""A config of the reader's own: pasted, uploaded or from a link, and a sentence where it cannot be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from core.config.link import pack, unpack
from core.inputs.entries import ConfigError
from core.model_config import ModelConfig, read_config
from pages.shared import address
from pages.shared.verbatim import markdown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

LARGEST = 2**20  # characters


@dataclass(frozen=True)
class Slot:
    """A place for one config.

    Parameters
    ----------
    key : str
        Of its text box, which no address holds.
    link : str
        Name in the address, where the reader has asked for that.
    """

    key: str
    link: str


@dataclass(frozen=True)
class Given:
    """What came of a slot.

    Parameters
    ----------
    config : ModelConfig or None
        None where there is none, or it cannot be read.
    error : str
        Why not, as Markdown; empty where nothing was given.
    linked : bool
        Whether it is in the address.
    """

    config: ModelConfig | None
    error: str = ""
    linked: bool = False


def ask(slot: Slot, words: Mapping[str, str], chosen: Callable[[], None]) -> None:
    """The text box and the uploader, which fills it.

    Parameters
    ----------
    slot : Slot
    words : mapping
        Of the room; those under "Paste" are used.
    chosen : callable
        Called when there is a new text.
    """

    def pasted() -> None:
        address.put(**{slot.link: None})  # the link would open another one
        if st.session_state[slot.key].strip():
            chosen()

    def uploaded() -> None:
        file = st.session_state[f"{slot.key}_file"]
        if file is not None:
            st.session_state[slot.key] = file.getvalue()[:LARGEST].decode(errors="replace")
            pasted()

    st.text_area(
        words["Paste: label"], key=slot.key, height=180, max_chars=LARGEST, on_change=pasted,
        placeholder=words["Paste: placeholder"], persist_state="session",
    )  # fmt: skip
    st.file_uploader(
        words["Paste: file"], ["json", "txt"], key=f"{slot.key}_file", on_change=uploaded, max_upload_size=1
    )


def given(slot: Slot) -> Given:
    """The config in the text box; else that of the address.

    Parameters
    ----------
    slot : Slot

    Returns
    -------
    given : Given
    """
    text, packed = st.session_state.get(slot.key) or "", st.query_params.get(slot.link, "")
    try:
        if text.strip():
            return Given(read_config(text), linked=bool(packed))
        return Given(unpack(packed), linked=True) if packed else Given(None)
    except ConfigError as error:
        return Given(None, markdown(str(error).encode(errors="replace").decode()))


def ask_for_link(slot: Slot, config: ModelConfig, words: Mapping[str, str]) -> None:
    """The button that writes a config into the address; only this does.

    Parameters
    ----------
    slot : Slot
    config : ModelConfig
    words : mapping
        Of the room; those under "Link" are used.
    """
    packed = pack(config)
    if packed is None:
        st.markdown(words["Link: too long"])
    elif st.query_params.get(slot.link):
        st.markdown(words["Link: done"])
    else:
        st.markdown(words["Link"])
        st.button(words["Link: button"], key=f"{slot.key}_link", on_click=address.put, kwargs={slot.link: packed})

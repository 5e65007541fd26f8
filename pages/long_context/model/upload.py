"""The reader's own config: pasted, uploaded or from a link."""

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
    from collections.abc import Callable

    from pages.shared.words import Words

LARGEST = 2**20  # characters


@dataclass(frozen=True)
class Slot:
    """One config of the reader: its text box and its name in the address.

    Parameters
    ----------
    key : str
        Of the text box, which is never in the address.
    link : str
        Name in the address, used only when the reader asks for a link.
    """

    key: str
    link: str


@dataclass(frozen=True)
class Given:
    """What the reader has given in a slot.

    Parameters
    ----------
    config : ModelConfig or None
        None if nothing was given, or if it cannot be read.
    error : str
        Why it cannot be read, as Markdown; empty if nothing was given.
    linked : bool
        Whether the address holds it.
    """

    config: ModelConfig | None
    error: str = ""
    linked: bool = False


def ask(slot: Slot, words: Words, chosen: Callable[[], None]) -> None:
    """Draw the text box, and the uploader that fills it.

    Parameters
    ----------
    slot : Slot
    words : Words
        Of the room; the sections under "Paste" are used.
    chosen : callable
        Called when there is new text.
    """

    def pasted() -> None:
        address.put(**{slot.link: None})  # the link holds an older config
        if st.session_state[slot.key].strip():
            chosen()

    def uploaded() -> None:
        file = st.session_state[f"{slot.key}_file"]
        if file is not None:
            st.session_state[slot.key] = file.getvalue()[:LARGEST].decode(errors="replace")
            pasted()

    st.text_area(
        words["Paste: label"],
        key=slot.key,
        height=180,
        max_chars=LARGEST,
        on_change=pasted,
        placeholder=words["Paste: placeholder"],
        persist_state="session",
    )
    st.file_uploader(
        words["Paste: file"], ["json", "txt"], key=f"{slot.key}_file", on_change=uploaded, max_upload_size=1
    )


def given(slot: Slot) -> Given:
    """The config of the text box, else that of the address.

    Parameters
    ----------
    slot : Slot

    Returns
    -------
    given : Given
    """
    text, packed = st.session_state.get(slot.key) or "", address.text(slot.link) or ""
    try:
        if text.strip():
            return Given(read_config(text), linked=bool(packed))
        return Given(unpack(packed), linked=True) if packed else Given(None)
    except ConfigError as error:
        return Given(None, markdown(str(error).encode(errors="replace").decode()))


def ask_for_link(slot: Slot, config: ModelConfig, words: Words) -> None:
    """Draw the button that writes a config into the address; nothing else does.

    Parameters
    ----------
    slot : Slot
    config : ModelConfig
    words : Words
        Of the room; the sections under "Link" are used.
    """
    packed = pack(config)
    if packed is None:
        st.markdown(words["Link: too long"])
    elif address.text(slot.link):
        st.markdown(words["Link: done"])
    else:
        st.markdown(words["Link"])
        st.button(words["Link: button"], key=f"{slot.key}_link", on_click=address.put, kwargs={slot.link: packed})

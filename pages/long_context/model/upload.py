"""Where a reader gives a config, and the button that puts it into the address."""

from collections.abc import Callable

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.controls import first_part, into_view
from model_configs.entries import ConfigError
from model_configs.forms import gguf, gguf_header
from model_configs.link import pack
from model_configs.model_config import ModelConfig
from pages.long_context.model.slot import Slot, content
from pages.shared import address, upload
from pages.shared.words import Words

LARGEST = 2**20  # characters
_CONTROLS = "controls"  # key of the row above the picture
HEADER = 16 * 10**6  # bytes of a GGUF file, more than the longest known headers with their tokenizers


def button(controls: DeltaGenerator, slot: Slot, words: Words) -> None:
    """Draw the button that opens and closes the field for a config."""
    is_open, label = st.session_state.get(slot.open, False), words[f"Paste: {slot.key}"]
    controls.button(label, key=f"{slot.key}_field", on_click=_show, args=(slot, not is_open))


def show_verdict(controls: DeltaGenerator, slot: Slot) -> None:
    """Scroll the controls into view once something was read: the button stands a screen below the answer."""
    if count := st.session_state.get(slot.reads):
        with controls:
            into_view(_CONTROLS, f"{slot.key} {count}")


def open_first(slot: Slot) -> None:
    """Open the field, unless the reader has closed it."""
    st.session_state.setdefault(slot.open, True)


def _show(slot: Slot, is_open: bool) -> None:
    st.session_state[slot.open] = is_open


def field(
    slot: Slot,
    words: Words,  # of the room; the sections under "Paste" are used
    on_config: Callable[[], None],  # called when there is new text
) -> None:
    """Draw the text box and the uploader that fills it, from a press of the button until a config has been read."""
    if st.session_state.get(slot.open):
        with st.container(border=True):
            _field(slot, words, on_config)


def _field(slot: Slot, words: Words, on_config: Callable[[], None]) -> None:
    def on_paste() -> None:
        if st.session_state[slot.key].strip():
            take()

    def on_upload() -> None:
        file = upload.as_file(st.session_state[slot.file])
        if file is None:
            return
        if not file.refusal:
            st.session_state[slot.key] = _text(file.data)
        take()

    def take() -> None:
        address.write(**{slot.link: None})  # the link holds an older config
        _show(slot, content(slot).config is None)
        st.session_state[slot.reads] = st.session_state.get(slot.reads, 0) + 1
        on_config()

    with st.form(f"{slot.key}_form", border=False, height="content"):
        st.text_area(
            words["Paste: label"],
            key=slot.key,
            height=180,
            max_chars=LARGEST,
            placeholder=words["Paste: placeholder"],
            persist_state="session",
        )
        st.caption(words["Paste: help"])
        st.form_submit_button(words["Paste: read"], key=f"{slot.key}_read", type="primary", on_click=on_paste)
    first_part(slot.file, ".gguf", HEADER)
    upload.ask(
        words["Paste: file"],
        ["json", "txt", "gguf", "sh", "yaml", "yml", "service"],
        key=slot.file,
        on_change=on_upload,
        max_upload_size=HEADER // 10**6,
        help=words["Paste: file help"],
    )


def _text(data: bytes) -> str:
    """What a file says, as text; "" for a GGUF file whose header cannot be read."""
    if not gguf_header.is_gguf(data):
        return data[:LARGEST].decode(errors="replace")
    try:
        return gguf.entries(data)[:LARGEST]
    except ConfigError:
        return ""


def ask_for_link(
    slot: Slot,
    config: ModelConfig,
    words: Words,  # of the room; the sections under "Link" are used
) -> None:
    """Draw the button that writes a config into the address; nothing else does."""
    link = pack(config)
    if link is None:
        st.markdown(words["Link: too long"])
    elif address.text(slot.link):
        st.markdown(words["Link: done"])
    else:
        st.markdown(words["Link"])
        st.button(words["Link: button"], key=f"{slot.key}_link", on_click=address.write, kwargs={slot.link: link})

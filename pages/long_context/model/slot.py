"""A config of the reader: pasted, uploaded or in the address."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from model_configs.cure import excerpt
from model_configs.entries import ConfigError
from model_configs.forms import gguf, gguf_header
from model_configs.link import unpack
from model_configs.model_config import ModelConfig, read_config
from model_configs.refusals import refusals
from pages.shared import address
from pages.shared.upload import as_file
from pages.shared.verbatim import code, markdown
from pages.shared.words import read

ROOM = Path(__file__).parents[2] / "model.md"
BEGINNING = 20  # characters of a text that is not a config


@dataclass(frozen=True)
class Slot:
    """One config of the reader: its text box and its name in the address."""

    key: str  # of the text box, which is never in the address
    link: str  # name in the address, used only when the reader asks for a link

    @property
    def file(self) -> str:
        """Key of the uploader."""
        return f"{self.key}_file"

    @property
    def open(self) -> str:
        """Under which the session holds whether the field is open."""
        return f"{self.key}_open"

    @property
    def reads(self) -> str:
        """Under which the session counts how often something was read."""
        return f"{self.key}_reads"


@dataclass(frozen=True)
class Content:
    """The content of a slot."""

    config: ModelConfig | None  # None if the slot is empty, or if it cannot be read
    error: str = ""  # that it cannot be read and why, as Markdown; "" without an error
    place: str = ""  # the lines around what cannot be read; empty where the text does not hold it
    is_linked: bool = False  # whether the address holds it

    @property
    def is_empty(self) -> bool:
        """Whether there is neither a config nor one that cannot be read."""
        return self.config is None and not self.error


def content(slot: Slot) -> Content:
    """The config of the text box, else that of the address."""
    text, link = st.session_state.get(slot.key) or "", address.text(slot.link) or ""
    file = as_file(st.session_state.get(slot.file))
    if file is not None and file.refusal:
        return Content(None, _refused([file.refusal]))
    try:
        if text.strip():
            return Content(read_config(text), is_linked=bool(link))
        if file is not None and gguf_header.is_gguf(file.data):  # one that could be read is text by now
            gguf.entries(file.data)
        return Content(unpack(link), is_linked=True) if link else Content(None)
    except ConfigError as error:
        no_form = error.key == "config" and error.line is not None
        if no_form and text.strip() and not text.lstrip().startswith(("{", "[")):
            return Content(None, _refused([_no_json(text)]))
        errors = refusals(text) if text.strip() else [error]
        places = filter(None, (excerpt(text, each).encode(errors="replace").decode() for each in errors))
        messages = [markdown(str(each).encode(errors="replace").decode()) for each in errors]
        return Content(None, _refused(messages), "\n⋮\n".join(places))


def _refused(messages: Sequence[str]) -> str:  # Markdown, without their last stops
    words = read(ROOM)
    if len(messages) == 1:
        return words("Refused", error=messages[0])
    return words("Refused: several", count=len(messages), errors="\n".join(f"- {each}." for each in messages))


def _no_json(text: str) -> str:
    """What to do with text that starts like no known form."""
    number, line = next((number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip())
    return read(ROOM)("Refused: no JSON", line=number, begun=code(line.split()[0][:BEGINNING]))

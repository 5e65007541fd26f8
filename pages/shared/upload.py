"""One way to take a file from a reader: with a valid name, and with a bound on all files together."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from components.kit.streamlit_internals import TOO_MUCH, bound_uploads
from core.inputs.whole_text import whole_text
from pages.shared.verbatim import markdown
from pages.shared.words import read

SESSION_BYTES, SERVER_BYTES, SESSION_FILES = 40_000_000, 160_000_000, 50
_WORDS = Path(__file__).with_suffix(".md")

bound_uploads(session=SESSION_BYTES, server=SERVER_BYTES, files=SESSION_FILES)


@dataclass(frozen=True)
class File:
    """A file of the reader."""

    id: str  # differs between any two uploads
    name: str  # untrusted; without invalid characters
    data: bytes  # untrusted
    refusal: str = ""  # why it was refused, as Markdown; else empty


def ask(
    label: str,
    endings: Sequence[str],  # of names, without the dot
    *,
    key: str,
    **options: Any,  # passed on to `st.file_uploader`
) -> File | None:  # None without a file
    """Show an uploader."""
    return as_file(st.file_uploader(label, list(endings), key=key, **options))


def as_file(uploaded_file: Any) -> File | None:
    """What an uploader holds, as its widget or `st.session_state` gives it."""
    if uploaded_file is None:
        return None
    name = whole_text(uploaded_file.name)
    refusal = ""
    if uploaded_file.type == TOO_MUCH:
        refusal = read(_WORDS)(
            "Too much", name=markdown(name[:60]), session=SESSION_BYTES / 1e6, server=SERVER_BYTES / 1e6
        )
    return File(uploaded_file.file_id, name, uploaded_file.getvalue(), refusal)

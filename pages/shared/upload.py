"""One way to take a file from a reader: its name made whole, its size bounded together with all others."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from components.kit.streamlit_internals import TOO_MUCH, bound_uploads
from core.inputs.whole_text import whole_text
from pages.shared.verbatim import markdown
from pages.shared.words import read

OF_SESSION, OF_SERVER, FILES = 40_000_000, 160_000_000, 50  # bytes, bytes, files of a session
_WORDS = Path(__file__).with_suffix(".md")

bound_uploads(session=OF_SESSION, server=OF_SERVER, files=FILES)


@dataclass(frozen=True)
class File:
    """A file of the reader."""

    id: str  # differs between any two uploads
    name: str  # untrusted, of whole characters
    data: bytes  # untrusted
    refusal: str = ""  # why it is not kept, as Markdown; empty if it is


def ask(
    label: str,
    endings: Sequence[str],  # of names, without the dot
    *,
    key: str,
    **shown: Any,  # passed on to `st.file_uploader`
) -> File | None:  # None without a file
    """Show an uploader."""
    return taken(st.file_uploader(label, list(endings), key=key, **shown))


def taken(uploaded: Any) -> File | None:
    """What an uploader holds, as its widget or `st.session_state` gives it."""
    if uploaded is None:
        return None
    name = whole_text(uploaded.name)
    refusal = ""
    if uploaded.type == TOO_MUCH:
        refusal = read(_WORDS)(
            "Too much", name=markdown(name[:60]), session=OF_SESSION / 1e6, server=OF_SERVER / 1e6
        )
    return File(uploaded.file_id, name, uploaded.getvalue(), refusal)

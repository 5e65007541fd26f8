"""Hands an uploader the first part of a large file, where a header is all that is read of it."""

from functools import cache
from pathlib import Path

import streamlit as st

from components.kit.files import inline


def first_part(
    uploader: str,  # key of the uploader
    ending: str,  # of the names of files that are cut, such as ".gguf"
    size: int,  # bytes that are kept
) -> None:
    """Cut files that a reader gives to an uploader, in the browser, so that gigabytes stay where they are."""
    st.html(_html(uploader, ending, size), unsafe_allow_javascript=True)


@cache
def _html(uploader: str, ending: str, size: int) -> str:
    data = {"uploader": uploader, "ending": ending, "size": size}
    return inline(Path(__file__).parent, '<span class="first-part"></span>', data)

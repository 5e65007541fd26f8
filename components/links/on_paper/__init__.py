"""Prints a dark page in light colours."""

from functools import cache
from pathlib import Path

import streamlit as st

from components.kit.inline import inline


def on_paper() -> None:
    """Mark the page with its colour scheme while it is printed; the style of the frame does the rest."""
    st.html(_html(), unsafe_allow_javascript=True)


@cache
def _html() -> str:
    return inline(Path(__file__).parent, '<span class="on-paper"></span>', {})

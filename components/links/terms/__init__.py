"""Explains a term of the glossary on hover, focus and tap."""

from functools import cache
from pathlib import Path

import streamlit as st

from components.kit.inline import AsItStands, inline


def terms() -> None:
    """Listen to the page's links to terms, whose titles are the explanations."""
    st.html(_html(), unsafe_allow_javascript=True)


@cache
def _html() -> AsItStands:
    return inline(
        Path(__file__).parent, '<div class="term-meaning" role="tooltip" id="term-meaning" hidden></div>', {}
    )

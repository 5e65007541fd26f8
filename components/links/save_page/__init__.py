"""Buttons that print a part of the page, or save it as one self-contained HTML file."""

from pathlib import Path

import streamlit as st

from components.kit.inline import inline

_HTML = '<div class="save-page"><button type="button"></button><button type="button"></button></div>'


def save_page(part: str, *, name: str, save: str, print_: str) -> None:
    """Show the buttons.

    Parameters
    ----------
    part : str
        Key of the container that holds what is saved: text, formulas and pictures.
    name : str
        Of the file, without ending.
    save, print_ : str
        On the buttons.
    """
    given = {"part": part, "name": name, "save": save, "print": print_}
    st.html(inline(Path(__file__).parent, _HTML, given), unsafe_allow_javascript=True)

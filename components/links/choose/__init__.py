"""A sketch that is chosen by a click, as by the button with its letter."""

from pathlib import Path

import streamlit as st

from components.kit.inline import inline


def choose(picture: str, letter: str, key: str) -> None:
    """Show a sketch with its letter.

    The buttons remain the way for keys and screen readers, so the sketch is no control of its own.

    Parameters
    ----------
    picture : str
        HTML that is trusted.
    letter : str
        Above it.
    key : str
        Of the row of buttons.
    """
    html = f'<figure class="choose"><figcaption><b>{letter}</b></figcaption>{picture}</figure>'
    given = {"letter": letter, "key": key}
    st.html(inline(Path(__file__).parent, html, given), unsafe_allow_javascript=True)

"""Links to rooms that open without loading the app again, with only what their address asks for."""

from pathlib import Path

import streamlit as st

from components.kit.files import inline


def room_links(
    html: str,  # one trusted element; addresses are relative to the app's root, such as "waves?length=64" or "./"
) -> None:
    """Show links.

    Streamlit's own links keep the reader's shared settings, whatever the link says. These act as a step in the
    browser's history, after which Streamlit follows the address. In a new window, or without JavaScript, they are
    plain links.
    """
    st.html(inline(Path(__file__).parent, html, {}), unsafe_allow_javascript=True)

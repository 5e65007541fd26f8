"""Links into rooms that open without loading the app anew, with just what their address asks for."""

from pathlib import Path

import streamlit as st

from components.kit.inline import inline


def doors(html: str) -> None:
    """Show links.

    Streamlit's own links keep the reader's shared settings whatever their address says; these are taken for a
    step in the browser's history, where the address has the last word. In a window of its own, or without
    JavaScript, they are plain links.

    Parameters
    ----------
    html : str
        Within one element; trusted. The address of each link is relative to the app's root, such as
        "waves?length=64", or "./" for the first room. Where a link has aria-keyshortcuts, the key opens it too.
    """
    st.html(inline(Path(__file__).parent, html, {}), unsafe_allow_javascript=True)

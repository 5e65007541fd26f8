"""A page of HTML as it is printed, with buttons that print it or save it as a file."""

from pathlib import Path

import streamlit as st

from components.kit.files import inline

_HTML = '<div class="save-page"><div><button type="button"></button><button type="button"></button></div></div>'


def save_page(
    page: str,  # a whole document; trusted, without scripts
    *,
    name: str,  # of the file, without ending
    title: str,  # of the page, for screen readers
    save: str,  # on the buttons
    print_: str,  # on the buttons
) -> None:
    """Show the page and the buttons."""
    data = {"page": page, "name": name, "title": title, "save": save, "print": print_}
    st.html(inline(Path(__file__).parent, _HTML, data), unsafe_allow_javascript=True)

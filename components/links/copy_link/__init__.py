"""A button that copies the address of the page as it stands."""

from functools import cache
from pathlib import Path

import streamlit as st

from components.kit.inline import inline

_HTML = (
    '<div class="copy-link"><button type="button"></button>'
    '<input type="text" readonly hidden aria-label="Link to this view"></div>'
)


def copy_link(label: str, copied: str) -> None:
    """Show the button.

    Parameters
    ----------
    label, copied : str
        On the button before and after a click.
    """
    st.html(_html(label, copied), unsafe_allow_javascript=True)


@cache
def _html(label: str, copied: str) -> str:
    return inline(Path(__file__).parent, _HTML, {"label": label, "copied": copied})

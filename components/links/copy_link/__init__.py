"""A button that copies the address of the page as it stands."""

from functools import cache
from html import escape
from pathlib import Path

import streamlit as st

from components.kit.files import inline

_HTML = (
    '<div class="copy-link"><button type="button"></button>'
    '<input type="text" readonly hidden aria-label="{field}"></div>'
)


def copy_link(label: str, copied: str, *, field: str) -> None:
    """Show the button.

    Parameters
    ----------
    label, copied : str
        On the button before and after a click.
    field : str
        Name of the field that shows the link where the browser refuses to copy.
    """
    st.html(_html(label, copied, field), unsafe_allow_javascript=True)


@cache
def _html(label: str, copied: str, field: str) -> str:
    return inline(Path(__file__).parent, _HTML.format(field=escape(field)), {"label": label, "copied": copied})

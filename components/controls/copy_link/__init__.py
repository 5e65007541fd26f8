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


def copy_link(
    label: str,  # on the button
    copied: str,  # on the button after a click
    *,
    field: str,  # name of the field that shows the link where the browser refuses to copy
) -> None:
    """Show the button."""
    st.html(_html(label, copied, field), unsafe_allow_javascript=True)


@cache
def _html(label: str, copied: str, field: str) -> str:
    return inline(Path(__file__).parent, _HTML.format(field=escape(field)), {"label": label, "copied": copied})

"""A button that copies the address of the page as it stands.

Not a mounted component: those make the browser load Arrow, 0.2 MB that the first room has no other use for.
"""

import json
from functools import cache
from pathlib import Path

import streamlit as st

from components.part import script

_FOLDER = Path(__file__).parent


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
    """The three files as one; the script starts what it would export, where it stands."""
    style = (_FOLDER / "copy_link.css").read_text("utf-8")
    start = script(_FOLDER).replace("export default function", "return function")
    given = json.dumps({"label": label, "copied": copied}).replace("<", "\\u003c")
    return (
        f'<style>{style}</style><div class="copy-link"><button type="button"></button>'
        '<input type="text" readonly hidden aria-label="Link to this view"></div>'
        f"<script>(() => {{{start}}})()"
        f"({{data: {given}, parentElement: document.currentScript.parentElement}});</script>"
    )

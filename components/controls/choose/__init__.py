"""Pictures that are buttons: they choose among the options of a row of Streamlit's buttons, which they replace."""

from collections.abc import Mapping
from html import escape
from pathlib import Path

import streamlit as st

from components.kit.files import inline


def choose(
    pictures: Mapping[str, str],  # HTML that is trusted, by the text of the option
    *,
    key: str,  # of the row of buttons, which is hidden: it keeps the choice
    chosen: str = "",  # text of the option that is chosen
) -> None:
    """Show a button for each picture."""
    buttons = "".join(
        f'<button type="button" aria-pressed="{str(name == chosen).lower()}" value="{escape(name)}">'
        f"<b>{escape(name)}</b>{picture}</button>"
        for name, picture in pictures.items()
    )
    style = f"<style>.st-key-{key} {{ display: none }}</style>"
    html = f'{style}<div class="choose" role="group">{buttons}</div>'
    st.html(inline(Path(__file__).parent, html, {"key": key}), unsafe_allow_javascript=True)

"""How a component's three files become one mount."""

from pathlib import Path

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer


def part(folder: Path, html: str) -> ComponentRenderer:
    """Register the component whose script and style stand in a folder under the folder's name.

    Parameters
    ----------
    folder : Path
        Holds <name>.js and <name>.css.
    html : str
        What the script finds when it starts.
    """
    script, style = ((folder / f"{folder.name}.{end}").read_text("utf-8") for end in ("js", "css"))
    return st.components.v2.component(folder.name, html=html, css=style, js=script)

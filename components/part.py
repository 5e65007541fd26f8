"""How a component's three files become one mount."""

import re
from pathlib import Path

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

_IMPORT = re.compile(r'^import \{[^}]*\} from "(\.\./\w+\.js)";\n', re.MULTILINE)


def part(folder: Path, html: str, *, isolate_styles: bool = True) -> ComponentRenderer:
    """Register the component whose script and style stand in a folder under the folder's name.

    Parameters
    ----------
    folder : Path
        Holds <name>.js and <name>.css.
    html : str
        What the script finds when it starts.
    isolate_styles : bool
        Whether the page's styles and the component's are none of each other's business.
    """
    style = (folder / f"{folder.name}.css").read_text("utf-8")
    return st.components.v2.component(
        folder.name, html=html, css=style, js=script(folder), isolate_styles=isolate_styles
    )


def script(folder: Path) -> str:
    """A component's script as one text: what it imports stands where it is imported.

    Parameters
    ----------
    folder : Path
        Holds <name>.js; what that imports lies beside the folder and imports nothing itself.
    """
    text = (folder / f"{folder.name}.js").read_text("utf-8")
    return _IMPORT.sub(lambda found: (folder / found[1]).read_text("utf-8"), text)

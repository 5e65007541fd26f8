"""How a component's three files become one mount."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import streamlit as st

from components.kit import shown

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from streamlit.components.v2.types import ComponentRenderer

_IMPORT = re.compile(r'^import \{[^}]*\} from "((?:\.{1,2}/)+(?:kit/)?\w+\.js)";\n', re.MULTILINE)


@dataclass(frozen=True)
class Part:
    """A component, registered under its name.

    Parameters
    ----------
    name : str
    html, style, script : str
        What the script finds when it starts, its look, and the script with all that it imports.
    isolated : bool
        Whether the page's styles and the component's are none of each other's business.
    library : Path or None
        A script that has to be loaded first.
    renderer : callable
        Streamlit's.
    """

    name: str
    html: str
    style: str
    script: str
    isolated: bool
    library: Path | None
    renderer: ComponentRenderer

    def __call__(self, *, data: bytes | Mapping[str, Any], key: str, alt: str = "", **mounting: Any) -> Any:
        """Mount it; what has a sentence is a picture, and noted as shown.

        Parameters
        ----------
        data : bytes or mapping
            For the script.
        key : str
            Of the widget.
        alt : str
            What the picture says; empty for what is none.
        **mounting
            Callbacks and height, as Streamlit takes them.
        """
        if alt:
            shown.picture(shown.Picture(key, alt, self, data))
        return self.renderer(data=data, key=key, **mounting)


def part(folder: Path, html: str, *, isolate_styles: bool = True, library: Path | None = None) -> Part:
    """Register the component whose script and style stand in a folder under the folder's name.

    Parameters
    ----------
    folder : Path
        Holds <name>.js and <name>.css.
    html : str
        What the script finds when it starts.
    isolate_styles : bool
        Whether the page's styles and the component's are none of each other's business.
    library : Path or None
        A script that the component loads by itself in the app, and that a file of its own has to hold.
    """
    style, own = (folder / f"{folder.name}.css").read_text("utf-8"), script(folder)
    renderer = st.components.v2.component(folder.name, html=html, css=style, js=own, isolate_styles=isolate_styles)
    return Part(folder.name, html, style, own, isolate_styles, library, renderer)


def script(folder: Path) -> str:
    """A component's script as one text: what it imports stands where it is imported.

    Parameters
    ----------
    folder : Path
        Holds <name>.js; what that imports lies in `components/kit`.
    """
    return _together(folder / f"{folder.name}.js", set())


def _together(file: Path, taken: set[Path]) -> str:
    """A file after what it imports, save what has been taken already."""

    def imported(found: re.Match[str]) -> str:
        other = (file.parent / found[1]).resolve()
        if other in taken:
            return ""
        taken.add(other)
        return _together(other, taken)

    return _IMPORT.sub(imported, file.read_text("utf-8"))

"""Small parts that stand in the page itself.

A mounted component makes the browser load Arrow, 0.2 MB that the first room has no other use for.
"""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Any

from components.kit.part import script

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def inline(folder: Path, html: str, given: Mapping[str, Any]) -> str:
    """A part's style, html and script as one text for `st.html`, which has to allow JavaScript.

    Parameters
    ----------
    folder : Path
        Holds <name>.js and <name>.css; the script exports a function, as that of a mounted component does.
    html : str
        Within one element.
    given : mapping
        JSON values: `data` of the function. Its `parentElement` holds style, html and script.
    """
    style = (folder / f"{folder.name}.css").read_text("utf-8")
    data = escape(json.dumps(given).replace("<", "\\u003c").replace(">", "\\u003e"))
    return f'<style>{style}</style>{html}<script data-given="{data}">{inline_script(folder)}</script>'


def inline_script(folder: Path) -> str:
    """A part's script as it stands in the page: the same whatever it is given, so that a policy can name its hash.

    Parameters
    ----------
    folder : Path
        Holds <name>.js.
    """
    start = script(folder).replace("export default function", "return function")
    return (
        f"(() => {{{start}}})()({{data: JSON.parse(document.currentScript.dataset.given), "
        "parentElement: document.currentScript.parentElement});"
    )

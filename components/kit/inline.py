"""Small components that stand in the page itself, without being mounted.

For a mounted component the browser loads Arrow, 0.2 MB that the first room does not need otherwise.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from components.kit.markup import read_script, read_style


class AsItStands(str):
    """Text that `st.html` sends unchanged.

    It would dedent any other text, 0.2 ms for the 5 kB of a form in every run.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


def inline(
    folder: Path,  # holds <name>.css and <name>.js; the script exports a function, as for a mounted component
    html: str,  # one element
    # JSON values; the script's function gets them as `data`, and its element as `parentElement`
    data: Mapping[str, Any],
) -> AsItStands:
    """Style, HTML and script of a component as one text for `st.html`, which has to allow JavaScript."""
    values = escape(json.dumps(data).replace("<", "\\u003c").replace(">", "\\u003e"))
    return AsItStands(
        f'<style>{_style(folder)}</style>{html}<script data-given="{values}">{inline_script(folder)}</script>'
    )


_style = cache(read_style)  # reading files and taking comments off is half a millisecond in every run


@cache
def inline_script(folder: Path) -> str:  # holds <name>.js
    """The script of `inline`; it does not depend on the data, so a content security policy can name its hash."""
    return called(
        folder,
        "{data: JSON.parse(document.currentScript.dataset.given), "
        "parentElement: document.currentScript.parentElement}",
    )


def called(folder: Path, argument: str) -> str:  # folder: holds <name>.js; argument: JavaScript
    """A component's script that calls its function as soon as it is loaded."""
    start = read_script(folder).replace("export default function", "return function")
    start = re.sub(r"^export ", "", start, flags=re.MULTILINE)  # of what it imports
    return f"(() => {{{start}}})()({argument});"

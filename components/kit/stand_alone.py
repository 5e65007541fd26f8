"""A picture as one file: it can be opened from a disk, moved as in the app, and asks no host for anything."""

from __future__ import annotations

import base64
import json
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from components.kit.shown import Picture

_EXPORT = "export default function"


def stand_alone(
    picture: Picture, *, title: str, table: str, link: str, citation: str, look: Mapping[str, str]
) -> str:
    """The file's HTML.

    Parameters
    ----------
    picture : Picture
        Its script, style and data go into the file.
    title : str
    table : str
        The numbers, as HTML; "" for none.
    link : str
        To the picture in the app; "" for none.
    citation : str
        BibTeX; "" for none.
    look : mapping of str
        Values of the style's variables by name, without "--st-".
    """
    part = picture.part
    own, page = f"<style>{part.style}</style>{part.html}", part.style
    given: dict[str, Any] = {"html": own if part.isolated else part.html, "isolated": part.isolated}
    if isinstance(picture.data, bytes):
        given["packed"] = base64.b64encode(picture.data).decode()
    else:
        given["data"] = dict(picture.data)
    numbers = f'<details><summary>Data as a table</summary><div class="scroll">{table}</div></details>'
    return _page().substitute(
        title=escape(title),
        alt=escape(picture.alt),
        look=" ".join(f"--st-{name}: {value};" for name, value in look.items()),
        style="" if part.isolated else page,
        table=numbers if table else "",
        link=f'<a href="{escape(link)}">{escape(link)}</a>' if link else "",
        citation=f"<pre>{escape(citation)}</pre>" if citation else "",
        library="" if part.library is None else f"<script>{_kept_in(part.library.read_text('utf-8'))}</script>",
        script=_kept_in(part.script.replace(_EXPORT, "const startPicture = function")),
        given=json.dumps(given).replace("<", "\\u003c"),
    )


@cache
def _page() -> Template:
    return Template(Path(__file__).with_suffix(".html").read_text("utf-8"))


def _kept_in(script: str) -> str:
    """A script that does not end the element that holds it."""
    return script.replace("</script", "<\\/script")

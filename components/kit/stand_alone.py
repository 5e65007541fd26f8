"""A picture as one HTML file that works as in the app when opened from a disk, without any network."""

import base64
import json
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from components.kit.markup import Markup
from components.kit.noted import Picture

_EXPORT = "export default function"


def stand_alone(
    picture: Picture,  # its markup and data are written into the file
    *,
    title: str,
    heading: str,
    table: str,  # HTML table of the numbers, or ""
    link: str,  # to the picture in the app, or ""
    citation: str,  # BibTeX, or ""
    look: Mapping[str, str],  # CSS variables of the theme: values by name without "--st-"
) -> str:
    """The file's HTML."""
    markup = picture.markup
    styled = f"<style>{markup.style}</style>{markup.html}"
    values: dict[str, Any] = {"html": styled if markup.isolated else markup.html, "isolated": markup.isolated}
    if isinstance(picture.data, bytes):
        values["packed"] = base64.b64encode(picture.data).decode()
    else:
        # What plays in the room begins at rest, where its table is.
        values["data"] = {name: value for name, value in picture.data.items() if name != "playing"}
    numbers = f'<details><summary>{escape(heading)}</summary><div class="scroll">{table}</div></details>'
    return _page().substitute(
        title=escape(title),
        alt=escape(picture.alt),
        look=" ".join(f"--st-{name}: {value};" for name, value in look.items()),
        style="" if markup.isolated else markup.style,
        table=numbers if table else "",
        link=f'<a href="{escape(link)}">{escape(link)}</a>' if link else "",
        citation=f"<pre>{escape(citation)}</pre>" if citation else "",
        library=_library(markup),
        script=_embedded(markup.script.replace(_EXPORT, "const startPicture = function")),
        given=json.dumps(values).replace("<", "\\u003c"),
    )


@cache
def _page() -> Template:
    return Template(Path(__file__).with_suffix(".html").read_text("utf-8"))


def _library(markup: Markup) -> str:
    return "" if markup.library is None else f"<script>{_embedded(markup.library.read_text('utf-8'))}</script>"


def _embedded(script: str) -> str:
    """A script that does not close the script element it stands in."""
    return script.replace("</script", "<\\/script")

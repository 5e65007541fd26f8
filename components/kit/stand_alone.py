"""A picture as one HTML file that works as in the app when opened from a disk, without any network."""

import base64
import json
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from components.kit.markup import Markup, as_expression, read_with_imports
from components.kit.run_record import Picture

PLACE = Path(__file__).with_name("alone.js")
_STYLE = Path(__file__).with_name("page.css")


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
    numbers = f'<details><summary>{escape(heading)}</summary><div class="scroll">{table}</div></details>'
    return _page().substitute(
        title=escape(title),
        alt=escape(picture.alt),
        look=variables(look),
        style=read_with_imports(_STYLE),
        table=numbers if table else "",
        link=f'<a href="{escape(link)}">{escape(link)}</a>' if link else "",
        citation=f"<pre>{escape(citation)}</pre>" if citation else "",
        library=_library(markup),
        place=as_expression(PLACE.read_text("utf-8")),
        picture=escape_script(as_object(markup)),
        given=as_json(payload(picture)),
    )


def as_object(markup: Markup) -> str:
    """What `alone.js` starts, as a JavaScript expression."""
    html = f"<style>{markup.style}</style>{markup.html}" if markup.html else ""
    return f"{{html: {as_json(html)}, isolated: {as_json(markup.is_isolated)}, start: {markup.script}}}"


def payload(picture: Picture) -> dict[str, Any]:
    """The data that `alone.js` gives to a picture; what plays in the room begins at rest, where its table is."""
    if isinstance(picture.data, bytes):
        return {"packed": base64.b64encode(picture.data).decode()}
    return {"data": {name: value for name, value in picture.data.items() if name != "playing"}}


def variables(look: Mapping[str, str]) -> str:
    """A look as declarations of CSS."""
    return " ".join(f"--st-{name}: {value};" for name, value in look.items())


def as_json(value: Any) -> str:
    """JSON that may stand in a script element."""
    return json.dumps(value).replace("<", "\\u003c")


@cache
def _page() -> Template:
    return Template(Path(__file__).with_suffix(".html").read_text("utf-8"))


def _library(markup: Markup) -> str:
    return "" if markup.library is None else f"<script>{escape_script(markup.library.read_text('utf-8'))}</script>"


def escape_script(script: str) -> str:
    """A script that does not close the script element it stands in."""
    return script.replace("</script", "<\\/script")

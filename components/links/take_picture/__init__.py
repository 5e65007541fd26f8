"""Buttons that save a picture as it stands on the page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from components.kit.part import part

_MOUNT = part(
    Path(__file__).parent,
    """
<div class="take">
  <button class="png" type="button">PNG</button>
  <button class="svg" type="button">SVG</button>
  <output role="status"></output>
</div>
""",
)


def take_picture(picture: str, *, title: str, alt: str, name: str, words: Mapping[str, str], key: str) -> None:
    """Show the buttons.

    Parameters
    ----------
    picture : str
        Key of the widget or container that shows it; if there is none, PNG and SVG are not offered.
    title, alt : str
        The drawing's title and description.
    name : str
        Of the file, without its ending.
    words : mapping of str
        Messages: "missing" if the picture is not on the page, "failed" if the browser
        could not draw it.
    key : str
        Of the widget.
    """
    data = {"key": picture, "title": title, "alt": alt, "name": name, "words": dict(words)}
    _MOUNT(data=data, key=key, width="content")

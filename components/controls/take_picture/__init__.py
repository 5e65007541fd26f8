"""Buttons that save a picture as it stands on the page."""

from collections.abc import Mapping
from pathlib import Path

from components.kit.component import component

_MOUNT = component(
    Path(__file__).parent,
    """
<div class="take buttons">
  <button class="png" type="button" hidden>PNG</button>
  <button class="svg" type="button" hidden>SVG</button>
  <output role="status"></output>
</div>
""",
)


def take_picture(
    picture: str,  # key of the widget or container that shows it; if missing, PNG and SVG are not offered
    *,
    title: str,  # of the drawing
    alt: str,  # of the drawing
    name: str,  # of the file, without its ending
    # messages "missing" (the picture is not on the page) and "failed" (the browser could not draw it)
    words: Mapping[str, str],
    key: str,
    heading: str = "",  # above the picture, where it has one
    settings: str = "",  # below the heading; untrusted
) -> None:
    """Show the buttons, once their script has come: a click before it would be lost."""
    above = {"heading": heading, "settings": settings}
    data = {"key": picture, "title": title, "alt": alt, "name": name, "words": dict(words), **above}
    _MOUNT(data=data, key=key, width="content")

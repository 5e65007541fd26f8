"""Every room's part of a live class, for a browser that leads one or follows one, and the keys of a presenter."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from components.kit.files import inline, show_inline
from components.kit.markup import read_script, read_style, read_with_imports
from core.teach.live.move import LONGEST, LONGEST_TEXT, MOST_HELD

Keys = Literal["page", "step", "class"]
Role = Literal["teacher", "student"]
PATH = "live/parts"
"""Where the deployed app serves the scripts and the QR code, from its root."""

_FOLDER = Path(__file__).parent


def in_class(
    *,
    teacher: str,  # script of that role, from the app's root
    student: str,  # script of that role, from the app's root
    asks: Mapping[str, Any],  # what the step asks, as a class is asked it; empty if it asks nothing
    room: bool,  # whether this is the room in which classes begin
) -> None:
    """Look whether this browser leads a class or follows one."""
    data = {"teacher": teacher, "student": student, "asks": dict(asks), "room": room}
    show_inline(inline(_FOLDER / "in_class.js", '<span class="in-class"></span>', data))


def script(
    role: Role,
    words: Mapping[str, str],  # of the room Class, by heading
    cards: Mapping[str, Mapping[str, str]],  # by slug, the "claim" of each question and what it "ask"s
) -> str:
    """The script of a role with all that it shows, for the server to serve."""
    folder = _FOLDER / f"class_{role}"
    most = {"address": LONGEST, "held": MOST_HELD, "text": LONGEST_TEXT}
    data = {
        "words": dict(words),
        "most": most,
        "cards": {slug: dict(card) for slug, card in cards.items()},
        "style": read_style(folder),
        "page": read_with_imports(_FOLDER / "page.css"),
    }
    start = read_script(folder).replace("export default function", "return function")
    start = re.sub(r"^export ", "", start, flags=re.MULTILINE)  # of what it imports
    return f"(() => {{{start}}})()({json.dumps(data)});"


def clicker(
    *,
    on: Sequence[str],  # CSS selectors; the first shown and enabled element is clicked
    back: Sequence[str],  # the same for going back
    show: str = "",  # CSS selector of what has just been revealed; it is scrolled into view
    # PageDown and PageUp; in a step also left, right and space; before a class also up, down, F (full screen), D
    # (light or dark)
    keys: Keys = "page",
) -> None:
    """Listen to a presenter's keys.

    Keys that the focused element uses itself (text, slider, button) are ignored.
    """
    data = {"on": list(on), "back": list(back), "show": show, "keys": keys}
    show_inline(inline(_FOLDER / "clicker.js", '<span class="clicker"></span>', data))

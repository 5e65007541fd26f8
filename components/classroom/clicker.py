"""The keys of a presenter: each press clicks the first of some elements that the page shows."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from components.kit.files import inline, show_inline

Keys = Literal["page", "step", "class"]


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
    show_inline(inline(Path(__file__).with_suffix(".js"), '<span class="clicker"></span>', data))

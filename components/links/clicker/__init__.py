"""The keys of a presenter: each press clicks the first of some elements that the page shows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import streamlit as st

from components.kit.files import inline

Keys = Literal["page", "step", "class"]


def clicker(*, on: Sequence[str], back: Sequence[str], show: str = "", keys: Keys = "page") -> None:
    """Listen to the keys that go on and back.

    A key that belongs to what has the focus, a text, a slider, a button, does nothing here.

    Parameters
    ----------
    on, back : sequence of str
        CSS selectors; the element of the first that is shown and not disabled is clicked.
    show : str
        CSS selector of what has just been revealed; it is scrolled into sight.
    keys : {"page", "step", "class"}
        PageDown and PageUp; in a step also the arrows right and left and the space bar; before a class also the
        arrows down and up, which else scroll the page, F to fill the screen, and D for light or dark.
    """
    given = {"on": list(on), "back": list(back), "show": show, "keys": keys}
    st.html(inline(Path(__file__).parent, '<span class="clicker"></span>', given), unsafe_allow_javascript=True)

"""A form that makes a link to the current view with a teacher's words and only some of the controls."""

from functools import cache
from pathlib import Path

import streamlit as st

from components.kit.inline import inline
from core.teach.lesson_link import MOST_KEPT, NOTE, TITLE

_HTML = """<details class="lesson-link"><summary>Make a lesson link</summary><form autocomplete="off">
<label>Title<input class="title" type="text"></label>
<label>Note<textarea class="note" rows="3"></textarea></label>
<fieldset><legend>Controls that stay</legend><div></div></fieldset>
<label class="tick"><input class="projector" type="checkbox"> for a projector</label>
<button type="submit"></button><a target="_blank" rel="noopener">Open it</a>
<output aria-live="polite"></output>
<input class="made" type="text" readonly hidden aria-label="Lesson link"></form></details>"""


def lesson_link() -> None:
    """Show the form, closed. It lists the room's controls when it is opened, and works in the browser alone."""
    st.html(_html(), unsafe_allow_javascript=True)


@cache
def _html() -> str:
    given = {"title": TITLE, "note": NOTE, "kept": MOST_KEPT, "copy": "Copy lesson link", "copied": "Copied"}
    return inline(Path(__file__).parent, _HTML, given)

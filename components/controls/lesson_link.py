"""A form that makes a link: to the current view, or to several, with a teacher's words and only some controls."""

from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path

from components.kit.files import AsItStands, inline, show_inline
from core.teach.lesson_link import MOST_STEPS, NAMES
from core.teach.live.question import CLAIM, MOST, OPTION
from core.teach.own_step import MOST_KEPT, NOTE, TITLE

_HTML = """<form class="lesson-link" autocomplete="off">
<div class="words">
<fieldset class="steps" data-most="{steps}" hidden><legend>{Steps}</legend><ol></ol></fieldset>
<label>{Title}<input class="title" type="text" maxlength="{title}"></label>
<label>{Note}<textarea class="note" rows="3" maxlength="{note}"></textarea></label>
<details class="ask"><summary>{Ask}</summary></details>
<details class="more"><summary>{More}</summary>
<fieldset class="controls"><legend>{Controls}</legend><div></div></fieldset>
<label class="tick"><input class="projector" type="checkbox"> {Projector}</label></details>
<button class="copy" type="submit">{Copy}</button><button class="add" type="button">{Add}</button>
<output aria-live="polite"></output><input class="made" type="text" readonly hidden aria-label="{Made}">
</div><div class="made-so-far"><div class="preview"></div><div class="code" aria-live="polite"></div>
<a class="open" target="_blank" rel="noopener">{Open}</a>
<a class="paper" target="_blank" rel="noopener">{Handout}</a>
</div></form>"""
_IN_SCRIPT = ("Half", "Add", "Added", "Copied", "Copy", "Copy: several", "Change", "Changed", "Up", "Remove")


def lesson_link(
    words: Mapping[str, str],  # of the form, by heading
    question: Mapping[str, str],  # of the form of a question, as in a live class
    *,
    draws_qr: bool,  # whether the server draws QR codes
) -> None:
    """Show the form. It lists the room's controls as it finds them, and works in the browser alone."""
    show_inline(_html(tuple(words.items()), tuple(question.items()), draws_qr))


@cache
def _html(words: tuple[tuple[str, str], ...], question: tuple[tuple[str, str], ...], draws_qr: bool) -> AsItStands:
    by_heading = dict(words)
    escaped = {name: escape(text) for name, text in by_heading.items()}
    html = _HTML.format(**escaped, title=TITLE, note=NOTE, steps=MOST_STEPS)
    spoken = {name: text for name, text in by_heading.items() if name in _IN_SCRIPT or name.startswith("QR: ")}
    most = {"kept": MOST_KEPT, "claim": CLAIM, "option": OPTION, "options": MOST}
    data = {"words": {**spoken, **dict(question)}, "most": most, "names": NAMES, "served": draws_qr}
    return inline(Path(__file__).with_suffix(".js"), html, data)

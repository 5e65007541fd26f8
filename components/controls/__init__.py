"""Small parts of a page: buttons, links, and what prepares files. Every page has their style, controls.css."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any

from components.kit.files import AsItStands, inline, show_inline
from core.teach.lesson_link import MOST_STEPS, NAMES
from core.teach.live.question import CLAIM, MOST, OPTION
from core.teach.own_step import MOST_OWN_CONTROLS, NOTE, TITLE

_COPY = (
    '<div class="copy-link"><button type="button"></button>'
    '<input type="text" readonly hidden aria-label="{field}"></div>'
)
_SAVE = '<div class="save-page"><div><button type="button"></button><button type="button"></button></div></div>'
_LESSON_LINK = """<form class="lesson-link" autocomplete="off">
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


def choose(
    pictures: Mapping[str, str],  # HTML that is trusted, by the text of the option
    *,
    key: str,  # of the row of Streamlit's buttons that these replace, which is hidden: it keeps the choice
    current: str = "",  # text of the option that is chosen
) -> None:
    """Show pictures that are buttons, and choose among the options of a row."""
    buttons = "".join(
        f'<button type="button" aria-pressed="{str(name == current).lower()}" value="{escape(name)}">'
        f"<b>{escape(name)}</b>{picture}</button>"
        for name, picture in pictures.items()
    )
    style = f"<style>.st-key-{key} {{ display: none }}</style>"
    show_inline(_part("choose", f'{style}<div class="choose" role="group">{buttons}</div>', key=key))


def copy_link(
    label: str,  # on the button
    copied_text: str,  # on the button after a click
    *,
    field: str,  # name of the field that shows the link where the browser refuses to copy
) -> None:
    """Show a button that copies the address of the page as it stands."""
    show_inline(_known_part("copy_link", _COPY.format(field=escape(field)), label=label, copied=copied_text))


def first_part(
    uploader: str,  # key of the uploader
    ending: str,  # of the names of files that are cut, such as ".gguf"
    size: int,  # bytes that are kept
) -> None:
    """Cut files that a reader gives to an uploader, in the browser, so that gigabytes stay where they are."""
    data = {"uploader": uploader, "ending": ending, "size": size}
    show_inline(_known_part("first_part", '<span class="first-part"></span>', **data))


def small_picture(
    uploader: str,  # key of the uploader
    longest: int,  # pixels of the longer side that is kept
) -> None:
    """Decode pictures that a reader gives to an uploader, in the browser, and hand on their pixels, made small.

    The uploader gets them as `core.beyond_text.picture.read_pixels` reads them.
    """
    html = '<span class="small-picture"></span>'
    show_inline(_known_part("small_picture", html, uploader=uploader, longest=longest))


def into_view(
    key: str,  # of the container that this stands in
    shows: str,  # what it shows; other content is scrolled into view again
) -> None:
    """Scroll the container into view, which has just opened where it may not be seen."""
    show_inline(_known_part("into_view", '<span class="into-view"></span>', key=key, shows=shows))


def mark_tall(
    key: str,  # of the container that this stands in
) -> None:
    """Mark the place of the container with `data-tall` while it leaves too little of a screen for words."""
    show_inline(_known_part("tall", '<span class="tall"></span>', key=key))


def lesson_link(
    words: Mapping[str, str],  # of the form, by heading
    question: Mapping[str, str],  # of the form of a question, as in a live class
    *,
    draws_qr: bool,  # whether the server draws QR codes
) -> None:
    """Show the form. It lists the room's controls as it finds them, and works in the browser alone."""
    show_inline(_lesson_link(tuple(words.items()), tuple(question.items()), draws_qr))


@lru_cache(64)
def _lesson_link(
    headings: tuple[tuple[str, str], ...], question: tuple[tuple[str, str], ...], draws_qr: bool
) -> AsItStands:
    by_heading = dict(headings)
    html_texts = {name: escape(text) for name, text in by_heading.items()}
    html = _LESSON_LINK.format(**html_texts, title=TITLE, note=NOTE, steps=MOST_STEPS)
    js_texts = {name: text for name, text in by_heading.items() if name in _IN_SCRIPT or name.startswith("QR: ")}
    most = {"kept": MOST_OWN_CONTROLS, "claim": CLAIM, "option": OPTION, "options": MOST}
    words = {**js_texts, **dict(question)}
    return _part("lesson_link", html, words=words, most=most, names=NAMES, served=draws_qr)


def room_links(
    html: str,  # one trusted element; addresses are relative to the app's root, such as "waves?length=64" or "./"
) -> None:
    """Show links to rooms that open without loading the app again, with only what their address asks for.

    Streamlit's own links keep the reader's shared settings, whatever the link says. These act as a step in the
    browser's history, after which Streamlit follows the address. In a new window, or without JavaScript, they are
    plain links.
    """
    show_inline(_part("room_links", html))


def save_page(
    page: str,  # a whole document; trusted, without scripts
    *,
    name: str,  # of the file, without ending
    title: str,  # of the page, for screen readers
    save: str,  # on the buttons
    print_: str,  # on the buttons
) -> None:
    """Show a page of HTML as it is printed, with buttons that print it or save it as a file."""
    show_inline(_part("save_page", _SAVE, page=page, name=name, title=title, save=save, print=print_))


_ALL_AWAY = ":root:not([data-sheet=open]) :has(> .st-key-shared_settings) { display: none }"  # the row has no first


def sheet(
    names: Sequence[str],  # of the settings in the row, the one that matters most first
    *,
    in_sight: int,  # how many of their sliders stand above the picture on a wide screen; on a phone one at most
    presets: str,  # key of what sets them all, in sight where all sliders are
) -> None:
    """Show a button that brings the other sliders: into the row, on a phone onto a sheet at the lower edge."""
    wide, narrow = names[in_sight:], names[min(in_sight, 1) :]
    html = (
        f"<style>{_away(wide, presets)}@media (max-width: 768px) {{ {_away(narrow, presets)} }}"
        f"{_ALL_AWAY if not in_sight else ''}</style>"
        '<button class="sheet" type="button" aria-expanded="false"><b></b>'
        f'<span class="wide">{escape(" · ".join(wide))}</span>'
        f'<span class="narrow">{escape(" · ".join(narrow))}</span></button>'
    )
    show_inline(_known_part("sheet", html))


def _away(names: Sequence[str], presets: str) -> str:
    """Style that hides sliders, and the presets with them, until the reader asks for them."""
    keys = ", ".join(f".st-key-{key}" for key in (*names, presets))
    return f":root:not([data-sheet=open]) :is({keys}) {{ display: none }}" if names else ""


def _part(script: str, html: str, **data: Any) -> AsItStands:
    return inline(Path(__file__).with_name(f"{script}.js"), html, data)


_known_part = lru_cache(64)(_part)  # of the same texts in every run

"""A room's page in the folder: what a run has shown, with numbers, mistake and sources; and where links lead."""

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape, unescape
from pathlib import Path
from urllib.parse import parse_qs, urlencode

from core.teach.lesson import lessons
from pages.folder.elements import scroll_box
from pages.folder.sliders import WORDS, moved_note
from pages.folder.view import View
from pages.shared.contents import ROOMS, address
from pages.shared.plain_markdown import paragraphs
from pages.shared.words import Words, read

PAGES = Path(__file__).parents[1]
_LINK = re.compile(r'<a href="([^"]*)" target="_self"([^>]*)>(.*?)</a>', re.DOTALL)
_UNSAFE = re.compile(r"\W+")

Find = Callable[[str], str | None]
"""The folder's page for an address of the app, with its hash; None where there is none."""


def file_name(stem: str, query: Mapping[str, Sequence[str]] = {}) -> str:
    """The file of a room's view, or of the five moves."""
    if "move" in query:
        return "moves.html"
    views = ROOMS[stem].views
    name = "index" if stem == "home" else stem
    view = query.get(views.parameter, [views.tabs[0]])[-1] if views else ""
    further = views is not None and view != views.tabs[0]
    return f"{name}.{_UNSAFE.sub('-', view).strip('-').lower()}.html" if further else f"{name}.html"


def lesson_file(slug: str) -> str:
    """The file of a lesson; a room may have the same name."""
    return f"{slug}.lesson.html" if slug in ROOMS else f"{slug}.html"


def finder(file_names: set[str]) -> Find:
    """Find pages among these files."""

    def find(href: str) -> str | None:
        path, _, query_text = unescape(href).partition("?")
        stem, query = path.strip("./") or "home", parse_qs(query_text)
        if "step" in query:
            slug, _, number = query["step"][-1].partition(".")
            return f"{lesson_file(slug)}#step={number}" if slug in lessons() else None
        name = file_name(stem, query) if stem in ROOMS and "handout" not in query else ""
        if name not in file_names:
            return None
        views = ROOMS[stem].views
        settings = {key: values for key, values in query.items() if not views or key != views.parameter}
        return f"{name}#{urlencode(settings, doseq=True)}" if settings else name

    return find


def relink(html: str, find: Find) -> str:
    """HTML of the app whose links lead to pages of the folder; those that lead elsewhere go."""

    def link(match: re.Match[str]) -> str:
        href = find(match[1])
        return f'<a href="{escape(href)}"{match[2]}>{match[3]}</a>' if href else ""

    return _LINK.sub(link, html)


def room_words(stem: str) -> Words:
    """The words of a room."""
    return read(PAGES / f"{stem}.md")


def body(view: View, find: Find, app: str) -> str:
    """The main part of a room's page; `app` is the app's address, or empty."""
    labels, words = read(WORDS), room_words(view.stem)
    folds = "".join(
        fold(labels("Data", name=f": {label}" if len(view.tables) > 1 else ""), scroll_box(table))
        for label, table in view.tables.items()
    )
    folds += "".join(fold(name, paragraphs(words[name])) for name in ("Common mistake", "Sources") if name in words)
    return f'{scene(view, find, app)}<div class="folds">{folds}</div>'


def scene(view: View, find: Find, app: str) -> str:
    """What a run has shown."""
    return f'<div class="scene"{in_app(app, view)}>{relink(view.html, find)}{moved_note(view.sliders)}</div>'


def head(title: str, takeaway: str) -> str:
    """What stands first on a page that no run of a room has shown; `takeaway` is Markdown."""
    return f'<h1>{escape(title)}</h1><div class="words">{paragraphs(takeaway)}</div>'


def in_app(app: str, view: View, query: Mapping[str, Sequence[str]] = {}) -> str:
    """Where the app shows a view, as an attribute of its scene."""
    href = f"{app.rstrip('/')}/{address(view.stem, {**view.query, **query}).removeprefix('./')}"
    return f' data-app="{escape(href)}"' if app else ""


def fold(title: str, html: str) -> str:
    """What is opened when it is wanted."""
    return f"<details><summary>{escape(title)}</summary>{html}</details>"

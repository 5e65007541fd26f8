"""The folder: a page for every room and every lesson, with what they share; any web server or disk can hold it."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path

from components import folder
from components.kit.markup import Markup
from core.teach.lesson import lessons
from core.teach.questions import CARDS
from pages.folder import frame, lesson_page, lint_page, room_page
from pages.folder.room_page import WORDS, Find, file_name, finder, lesson_file, room_words, takeaway
from pages.folder.view import View, view
from pages.shared import contents
from pages.shared.card import question
from pages.shared.contents import ROOMS, SECTIONS
from pages.shared.words import read
from pages.teach.plain_markdown import paragraphs, spans

IN_THE_APP = ("class",)  # rooms that need a server


def write(
    out: Path,
    app: str = "",  # its address, where links lead
    python: Mapping[str, bytes] = {},  # files of Pyodide and of the command, for the page that checks configs
) -> int:  # number of pages
    """Write the folder, over one that is there."""
    views = {file_name(each.stem, each.query): each for each in _views()}
    steps = {
        slug: [view(step.address.room, step.address.settings) for step in each.steps]
        for slug, each in lessons().items()
    }
    find = finder({*views, *(file_name(stem) for stem in ROOMS)})
    pages = dict(_pages(views, steps, find, app, checks=bool(python)))
    markups = _markups([*views.values(), *(each for listed in steps.values() for each in listed)])
    frame.write(out, pages, folder.scripts(markups.values()))
    if python:
        lint_page.write(out, python, app)
    return len(pages) + bool(python)


def _views() -> Iterator[View]:
    """The default view of each room, and its further tabs that show a picture."""
    for stem, room in ROOMS.items():
        if stem in IN_THE_APP:
            continue
        yield view(stem, {})
        for tab in room.views.tabs[1:] if room.views else ():
            further = view(stem, {room.views.parameter: [tab]}) if room.views else None
            if further and further.pictures:
                yield further


def _markups(views: Iterable[View]) -> dict[str, Markup]:
    return {markup.name: markup for each in views for markup in each.pictures}


def _pages(
    views: Mapping[str, View], steps: Mapping[str, list[View]], find: Find, app: str, *, checks: bool
) -> Iterator[tuple[str, str]]:
    """Names of files with their text."""
    own = {"lessons": _lessons, "questions": _questions}
    for name, each in views.items():
        main = own[each.stem]() if each.stem in own else room_page.body(each, find, app)
        further = _rooms(find, checks=checks) if each.stem == "home" else ""
        yield name, _page(each.stem, main + further, [each], app)
    for stem in IN_THE_APP:
        yield file_name(stem), _page(stem, f"{_head(stem)}<p>{escape(read(WORDS)['Needs the app'])}</p>", [], app)
    every = [*lessons().values()]
    for lesson, following in zip(every, [*every[1:], None], strict=True):
        main = lesson_page.body(lesson, steps[lesson.slug], find, app, following)
        yield lesson_file(lesson.slug), _page("lessons", main, steps[lesson.slug], app, title=lesson.title)


def _page(stem: str, main: str, shown: Iterable[View], app: str, *, title: str = "") -> str:
    return frame.page(title or room_words(stem)["Title"], main, _markups(shown), app)


def _head(stem: str) -> str:
    words = room_words(stem)
    return f"<h1>{escape(words['Title'])}</h1>{takeaway(paragraphs(words['Takeaway']))}"


def _rooms(find: Find, *, checks: bool) -> str:
    """What Home leads to: lessons, rooms with their questions; the page that checks configs."""
    words = read(WORDS)
    sections = "".join(_section(section, rooms, find) for section, rooms in SECTIONS.items() if section)
    if checks:
        item = _item(lint_page.FILE, lint_page.WORDS["Title"], escape(lint_page.WORDS["Card"]))
        sections += f"<section><h3>{escape(words['Own files'])}</h3><ul>{item}</ul></section>"
    taught = f"<h2>{escape(words['Lessons'])}</h2>{_listed()}"
    return f'{taught}<h2 id="rooms">{escape(words["Rooms"])}</h2><div class="rooms">{sections}</div>'


def _section(section: str, rooms: Iterable[str], find: Find) -> str:
    listed = "".join(
        _item(find(contents.address(stem, {})) or "", ROOMS[stem].title, escape(question(stem))) for stem in rooms
    )
    return f"<section><h3>{escape(section)}</h3><ul>{listed}</ul></section>"


def _item(href: str, title: str, html: str) -> str:
    return f'<li><a href="{href}"><b>{escape(title)}</b> {html}</a></li>'


def _listed() -> str:
    """All lessons."""
    words = read(WORDS)
    items = (
        _item(lesson_file(each.slug), each.title, f"{spans(each.goal)} {words('Minutes', minutes=each.minutes)}")
        for each in lessons().values()
    )
    return f'<ol class="lessons">{"".join(items)}</ol>'


def _lessons() -> str:
    return f"{_head('lessons')}{_listed()}"


def _questions() -> str:
    asked = "".join(map(lesson_page.question, CARDS.values()))
    return f'{_head("questions")}<div class="questions">{asked}</div>'

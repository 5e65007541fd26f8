"""The folder: a page for every room and every lesson, with what they share; any web server or disk can hold it."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path

from components import folder
from components.kit.markup import Markup
from core import __version__
from core.teach.lesson import lessons
from core.teach.questions import CARDS
from pages.folder import lesson_page, room_page
from pages.folder.room_page import WORDS, Find, file_name, finder, lesson_file, room_words, takeaway
from pages.folder.view import View, view
from pages.shared import contents
from pages.shared.card import question
from pages.shared.contents import ROOMS, SECTIONS
from pages.shared.words import read
from pages.take_away.files import look
from pages.teach.plain_markdown import paragraphs, spans

IN_THE_APP = ("class",)  # rooms that need a server


def write(out: Path, app: str = "") -> int:  # app: its address, where links lead; the number of pages
    """Write the folder, over one that is there."""
    views = {file_name(each.stem, each.query): each for each in _views()}
    steps = {
        slug: [view(step.address.room, step.address.settings) for step in each.steps]
        for slug, each in lessons().items()
    }
    find = finder({*views, *(file_name(stem) for stem in ROOMS)})
    pages = dict(_pages(views, steps, find, app))
    markups = _markups([*views.values(), *(each for listed in steps.values() for each in listed)])
    for name in ("", "scripts"):
        out.joinpath(name).mkdir(parents=True, exist_ok=True)
    for name, text in folder.scripts(markups.values()).items():
        out.joinpath("scripts", f"{name}.js").write_text(text, "utf-8")
    for name, text in pages.items():
        out.joinpath(name).write_text(text, "utf-8")
    out.joinpath("folder.css").write_text(folder.style({"light": look("light"), "dark": look("dark")}), "utf-8")
    out.joinpath("font.woff2").write_bytes(folder.font())
    return len(pages)


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
    views: Mapping[str, View], steps: Mapping[str, list[View]], find: Find, app: str
) -> Iterator[tuple[str, str]]:
    """Names of files with their text."""
    own = {"lessons": _lessons, "questions": _questions}
    for name, each in views.items():
        main = own[each.stem]() if each.stem in own else room_page.body(each, find, app)
        yield name, _page(each.stem, main + (_rooms(find) if each.stem == "home" else ""), [each], app)
    for stem in IN_THE_APP:
        yield file_name(stem), _page(stem, f"{_head(stem)}<p>{escape(read(WORDS)['Needs the app'])}</p>", [], app)
    every = [*lessons().values()]
    for lesson, following in zip(every, [*every[1:], None], strict=True):
        main = lesson_page.body(lesson, steps[lesson.slug], find, app, following)
        yield lesson_file(lesson.slug), _page("lessons", main, steps[lesson.slug], app, title=lesson.title)


def _page(stem: str, main: str, shown: Iterable[View], app: str, *, title: str = "") -> str:
    words = read(WORDS)
    links = {
        "index.html": "Clockface",
        "index.html#rooms": words["Rooms"],
        "lessons.html": words["Lessons"],
        "questions.html": words["Questions"],
    }
    there = f'<a class="app" href="{escape(app)}">{escape(words["App"])}</a>' if app else ""
    listed = "".join(f'<a href="{href}">{escape(text)}</a>' for href, text in links.items())
    foot = escape(words("Foot", version=__version__))
    header = f'<header class="site"><nav aria-label="Clockface">{listed}{there}</nav></header>'
    body = f"{header}<main>{main}</main><footer>{foot}</footer>"
    markups = _markups(shown)
    library = ["plotly"] if any(each.library for each in markups.values()) else []
    return folder.page(f"{title or room_words(stem)['Title']} · Clockface", body, [*library, *markups, "folder"])


def _head(stem: str) -> str:
    words = room_words(stem)
    return f"<h1>{escape(words['Title'])}</h1>{takeaway(paragraphs(words['Takeaway']))}"


def _rooms(find: Find) -> str:
    """What Home leads to: the lessons, and every room with its question."""
    words = read(WORDS)
    sections = "".join(_section(section, rooms, find) for section, rooms in SECTIONS.items() if section)
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

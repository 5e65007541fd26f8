"""The folder: a page for every room and every lesson, with what they share; any web server or disk can hold it."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path

from components import folder
from components.kit.markup import Markup
from core.teach.lesson import lessons
from core.teach.questions import CARDS
from pages.folder import frame, lesson_page, lint_page, room_page
from pages.folder.room_page import Find, file_name, finder, lesson_file, room_words
from pages.folder.sliders import WORDS
from pages.folder.view import View, view
from pages.shared.contents import ROOMS
from pages.shared.words import read
from pages.teach import moves

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
    markups = _markups([*views.values(), *(each for step_views in steps.values() for each in step_views)])
    frame.write(out, pages, folder.scripts(markups.values()))
    if python:
        lint_page.write(out, python, app)
    return len(pages) + bool(python)


def _views() -> Iterator[View]:
    """The default view of each room, its further tabs that show a picture, and the five moves."""
    yield view("home", {"move": ["1"]})
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

    def page(title: str, main: str, on_page: Iterable[View]) -> str:
        return frame.page(title, main, _markups(on_page), app, checks=checks)

    for name, each in views.items():
        if "move" in each.query:
            yield name, page(read(moves.WORDS)["Name"], room_page.scene(each, find, app), [each])
            continue
        main = _questions() if each.stem == "questions" else room_page.body(each, find, app)
        yield name, page(room_words(each.stem)["Title"], main, [each])
    for stem in IN_THE_APP:
        main = f"{_head(stem)}<p>{escape(read(WORDS)['Needs the app'])}</p>"
        yield file_name(stem), page(ROOMS[stem].title, main, [])
    every = [*lessons().values()]
    for lesson, successor in zip(every, [*every[1:], None], strict=True):
        main = lesson_page.body(lesson, steps[lesson.slug], find, app, successor)
        yield lesson_file(lesson.slug), page(lesson.title, main, steps[lesson.slug])


def _head(stem: str) -> str:
    words = room_words(stem)
    return room_page.head(words["Title"], words["Takeaway"])


def _questions() -> str:
    return f'{_head("questions")}<div class="columns">{"".join(map(lesson_page.question, CARDS.values()))}</div>'

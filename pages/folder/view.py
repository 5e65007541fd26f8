"""What a room shows at an address, collected from a run of the app without a browser.

A room is described once, by its page: the run's elements give words and pictures in their order.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from streamlit.testing.v1 import AppTest

from components.kit.markup import Markup, read_markup
from components.kit.run_record import RunRecord, all_runs
from components.kit.streamlit_internals import scan_once
from pages.folder.elements import CELLS, body, elements, html_of, inline, is_block, picture
from pages.shared.contents import ROOMS
from pages.take_away.files import table_html
from pages.take_away.taken import offered
from pages.teach.plain_markdown import paragraphs

ROOT = Path(__file__).parents[2]
SECONDS = 120  # for a run; most take 0.2
_ROW = re.compile(r'<nav class="views".*?</nav>', re.DOTALL)


@dataclass(frozen=True)
class Slider:
    """A slider whose pictures follow it in the browser."""

    name: str
    label: str
    meaning: str
    stops: tuple[str, ...]
    value: str  # one of the stops


@dataclass(frozen=True)
class View:
    """A room at an address."""

    stem: str
    query: Mapping[str, Sequence[str]]
    takeaway: str  # HTML
    row: str  # links to the room's views, HTML of the app; empty if there are none
    html: str  # words and pictures in their order
    only_pictures: str  # the same without sentences
    pictures: tuple[Markup, ...]
    sliders: tuple[Slider, ...]
    tables: Mapping[str, str]  # HTML by the name of the picture


def view(stem: str, query: Mapping[str, Sequence[str]]) -> View:
    """Run a room in a light and in a dark page, and collect what it shows."""
    scan_once()
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=SECONDS)
    for name, values in query.items():
        app.query_params[name] = list(values)
    app.switch_page(f"pages/{stem}.py")
    with all_runs() as notes:
        for kind in ("light", "dark"):
            app.context = {"theme": kind}
            app.run()
            if app.exception:
                raise RuntimeError(f"the room {stem} must open, got {app.exception[0].message}")
    light, dark = notes[-2:]
    return _collected(stem, query, app, light, dark)


def _collected(
    stem: str, query: Mapping[str, Sequence[str]], app: AppTest, light: RunRecord, dark: RunRecord
) -> View:
    blocks = list(app.main.children.values())
    top = next(
        i for i, each in enumerate(blocks) if is_block(each) and any(one.type == "title" for one in elements(each))
    )
    head, rest = list(elements(blocks[top])), blocks[top + 1 :]
    parts = [part for element in elements(app.main) if element.type == "html" if (part := inline(element))]
    drawn = {key: picture(light.pictures[key], dark.pictures[key]) for key in light.pictures}
    html = partial(html_of, rest, drawn)
    return View(
        stem,
        query,
        takeaway="".join(paragraphs(each.value) for each in head if each.type == "markdown"),
        row=next((match[0] for each in head if each.type == "html" and (match := _ROW.search(body(each)))), ""),
        html="".join(html(sentences=True)),
        only_pictures="".join(html(sentences=False)),
        pictures=(
            *(each.markup for each in light.pictures.values()),
            *(read_markup(folder, "", isolated=False) for folder, _, _ in parts),
        ),
        sliders=tuple(_sliders(stem, app, light)),
        tables={each.label: table_html(each.frame(), cells=CELLS) for each in offered(light)},
    )


def _sliders(stem: str, app: AppTest, shown: RunRecord) -> Iterator[Slider]:
    """Those of the room that all its pictures follow in the browser."""
    follows = [picture.follows for picture in shown.pictures.values()]
    followed = frozenset.intersection(*follows) if follows else frozenset()
    for each in app.select_slider:
        if each.key in followed & {*ROOMS[stem].settings, *ROOMS[stem].address}:
            yield Slider(each.key, each.label, each.proto.help, tuple(each.options), str(each.value))

"""What a room shows at an address, collected from a run of the app without a browser.

A room is described once, by its page: the run's elements give words and pictures in their order.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

from components.kit.files import read_inline
from components.kit.markup import Markup, read_markup
from components.kit.noted import Noted, Picture, overheard
from components.kit.stand_alone import as_json, given
from components.kit.streamlit_internals import scan_once
from pages.shared.contents import ROOMS
from pages.take_away.files import table_html
from pages.take_away.offer import offered
from pages.teach.plain_markdown import paragraphs

ROOT = Path(__file__).parents[2]
SECONDS = 120  # for a run; most take 0.2
CELLS = 3000  # of a table
_WORDS = ("markdown", "caption", "info", "success", "warning")
_LEFT_OUT = ("room_head", "shared_settings", "hidden_settings", "doors", "take_it")  # keys of blocks
_ROW = re.compile(r'<nav class="views".*?</nav>', re.DOTALL)
_FOLDED = ("expander", "popover")


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
    with overheard() as notes:
        for kind in ("light", "dark"):
            app.context = {"theme": kind}
            app.run()
            if app.exception:
                raise RuntimeError(f"the room {stem} must open, got {app.exception[0].message}")
    light, dark = notes[-2:]
    return _collected(stem, query, app, light, dark)


def _collected(stem: str, query: Mapping[str, Sequence[str]], app: AppTest, light: Noted, dark: Noted) -> View:
    blocks = list(app.main.children.values())
    top = next(
        i
        for i, each in enumerate(blocks)
        if _is_block(each) and any(one.type == "title" for one in _elements(each))
    )
    head, rest = list(_elements(blocks[top])), blocks[top + 1 :]
    inline = [found for element in _elements(app.main) if element.type == "html" if (found := _inline(element))]
    drawn = {key: _picture(light.pictures[key], dark.pictures[key]) for key in light.pictures}
    html = partial(_html, rest, drawn)
    return View(
        stem,
        query,
        takeaway="".join(paragraphs(each.value) for each in head if each.type == "markdown"),
        row=next((match[0] for each in head if each.type == "html" and (match := _ROW.search(_body(each)))), ""),
        html="".join(html(sentences=True)),
        only_pictures="".join(html(sentences=False)),
        pictures=(
            *(each.markup for each in light.pictures.values()),
            *(read_markup(found[0], "", isolated=False) for found in inline),
        ),
        sliders=tuple(_sliders(stem, app, light)),
        tables={each.label: table_html(each.frame(), cells=CELLS) for each in offered(light)},
    )


# ---- The elements of a run.


def _is_block(element: Any) -> bool:
    return hasattr(element, "children")


def _elements(block: Any) -> Iterator[Any]:
    for child in block.children.values():
        if _is_block(child):
            yield from _elements(child)
        else:
            yield child


def _body(element: Any) -> str:
    return str(element.proto.body)


def _inline(element: Any) -> tuple[Path, str, Any] | None:
    """A picture that stands in the page itself."""
    found = read_inline(_body(element))
    return found if found and found[0].parent.name == "pictures" else None


def _html(elements: Sequence[Any], drawn: Mapping[str, str], *, sentences: bool) -> Iterator[str]:
    for each in elements:
        if _is_block(each):
            if each.key in _LEFT_OUT or each.type in _FOLDED:
                continue
            inner = "".join(_html(list(each.children.values()), drawn, sentences=sentences))
            beside = any(getattr(child, "type", "") == "column" for child in each.children.values())
            yield (
                f'<div class="columns">{inner}</div>'
                if beside and inner
                else f"<div>{inner}</div>"
                if inner
                else ""
            )
        elif each.type in _WORDS:
            formula = "$" in each.value  # which only the app can set
            if not formula and (sentences or each.value.startswith("#")):
                yield f'<div class="words">{paragraphs(each.value)}</div>'
        elif each.type == "bidi_component" and each.key in drawn:
            yield drawn[each.key]
        elif each.type == "html" and (found := _inline(each)):
            yield _place(found[0].name, {"light": {"data": found[2]}}, found[1])
        elif each.type in ("dataframe", "arrow_data_frame") and sentences:
            yield f'<div class="scroll" tabindex="0">{table_html(each.value, cells=CELLS)}</div>'


def _picture(light: Picture, dark: Picture) -> str:
    data = {"light": given(light)}
    return _place(light.markup.name, data if dark.data == light.data else data | {"dark": given(dark)})


def _place(name: str, data: Mapping[str, Any], html: str = "") -> str:
    script = f'<script type="application/json">{as_json(data)}</script>'
    return f'<div class="picture" data-picture="{name}">{html}</div>{script}'


def _sliders(stem: str, app: AppTest, shown: Noted) -> Iterator[Slider]:
    """Those of the room that all its pictures follow in the browser."""
    follows = [picture.follows for picture in shown.pictures.values()]
    followed = frozenset.intersection(*follows) if follows else frozenset()
    for each in app.select_slider:
        if each.key in followed & {*ROOMS[stem].settings, *ROOMS[stem].address}:
            yield Slider(each.key, each.label, each.proto.help, tuple(each.options), str(each.value))

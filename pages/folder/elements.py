"""The elements of a run as HTML, words and pictures in their order."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from components.kit.files import read_inline
from components.kit.run_record import Picture
from components.kit.stand_alone import as_json, payload
from pages.shared.plain_markdown import paragraphs
from pages.take_away.files import table_html

CELLS = 3000  # of a table
_WORDS = ("markdown", "caption", "info", "success", "warning")
_SLIDERS = "shared_settings"  # keys of blocks
_LEFT_OUT = ("take_it",)
_FOLDS = ("expander", "popover")
OPEN_FOLD = "all_rooms"  # the fold whose links a page of the folder shows


def elements(block: Any) -> Iterator[Any]:
    for child in block.children.values():
        if hasattr(child, "children"):
            yield from elements(child)
        else:
            yield child


def inline(element: Any) -> tuple[Path, str, Any] | None:
    """Script, HTML and data of a component that stands in the page itself: a picture, or links to rooms."""
    part = read_inline(str(element.proto.body)) if element.type == "html" else None
    return part if part and (is_picture(part[0]) or part[0].stem == "room_links") else None


def is_picture(script: Path) -> bool:
    return script.parent.parent.name == "pictures"


def html_of(nodes: Sequence[Any], pictures: Mapping[str, str], sliders: str, *, whole: bool) -> Iterator[str]:
    """All that is shown, with `pictures` by key; or pictures with their headings alone."""
    for each in nodes:
        if hasattr(each, "children"):
            yield _block(each, pictures, sliders, whole=whole)
        elif each.type == "title" and whole:
            yield f"<h1>{escape(each.value)}</h1>"
        elif each.type in _WORDS:
            in_the_app = "$" in each.value or "*More*" in each.value  # formulas, which only the app can set
            heading = each.value.startswith("#")
            if not in_the_app and (whole or heading):
                yield f'<div class="{"heading" if heading else "words"}">{paragraphs(each.value)}</div>'
        elif each.type == "bidi_component" and each.key in pictures:
            yield pictures[each.key]
        elif part := inline(each):
            script, html, data = part
            if is_picture(script):
                yield _place(script.stem, {"light": {"data": data}}, html)
            elif whole:
                yield html
        elif each.type in ("dataframe", "arrow_data_frame") and whole:
            yield scroll_box(table_html(each.value, cells=CELLS))


def _block(block: Any, pictures: Mapping[str, str], sliders: str, *, whole: bool) -> str:
    if block.key in _LEFT_OUT or (block.type in _FOLDS and block.key != OPEN_FOLD):
        return ""
    if block.key == _SLIDERS:
        return sliders if whole else ""
    children = [*block.children.values()]
    inner = "".join(html_of(children, pictures, sliders, whole=whole))
    beside = block.type == "grid_container" or any(child.type == "column" for child in children)
    return f'<div class="{"columns" if beside else block.key or ""}">{inner}</div>' if inner else ""


def scroll_box(table: str) -> str:
    """A table that scrolls in its place."""
    return f'<div class="scroll" tabindex="0">{table}</div>'


def picture(light: Picture, dark: Picture) -> str:
    data = {"light": payload(light)}
    return _place(light.markup.name, data if dark.data == light.data else data | {"dark": payload(dark)})


def _place(name: str, data: Mapping[str, Any], html: str = "") -> str:
    script = f'<script type="application/json">{as_json(data)}</script>'
    return f'<div class="picture" data-picture="{name}">{html}</div>{script}'

"""The elements of a run as HTML, words and pictures in their order."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from components.kit.files import read_inline
from components.kit.run_record import Picture
from components.kit.stand_alone import as_json, given
from pages.take_away.files import table_html
from pages.teach.plain_markdown import paragraphs

CELLS = 3000  # of a table
_WORDS = ("markdown", "caption", "info", "success", "warning")
_LEFT_OUT = ("room_head", "shared_settings", "hidden_settings", "doors", "take_it")  # keys of blocks
_FOLDED = ("expander", "popover")


def is_block(element: Any) -> bool:
    return hasattr(element, "children")


def elements(block: Any) -> Iterator[Any]:
    for child in block.children.values():
        if is_block(child):
            yield from elements(child)
        else:
            yield child


def body(element: Any) -> str:
    return str(element.proto.body)


def inline(element: Any) -> tuple[Path, str, Any] | None:
    """A picture that stands in the page itself."""
    found = read_inline(body(element))
    return found if found and found[0].parent.name == "pictures" else None


def html_of(shown: Sequence[Any], drawn: Mapping[str, str], *, sentences: bool) -> Iterator[str]:
    for each in shown:
        if is_block(each):
            if each.key in _LEFT_OUT or each.type in _FOLDED:
                continue
            inner = "".join(html_of(list(each.children.values()), drawn, sentences=sentences))
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
        elif each.type == "html" and (found := inline(each)):
            yield _place(found[0].name, {"light": {"data": found[2]}}, found[1])
        elif each.type in ("dataframe", "arrow_data_frame") and sentences:
            yield f'<div class="scroll" tabindex="0">{table_html(each.value, cells=CELLS)}</div>'


def picture(light: Picture, dark: Picture) -> str:
    data = {"light": given(light)}
    return _place(light.markup.name, data if dark.data == light.data else data | {"dark": given(dark)})


def _place(name: str, data: Mapping[str, Any], html: str = "") -> str:
    script = f'<script type="application/json">{as_json(data)}</script>'
    return f'<div class="picture" data-picture="{name}">{html}</div>{script}'

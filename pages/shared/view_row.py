"""The row of links beside a room's title that chooses its view, and the links to further views under "More"."""

from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from html import escape
from pathlib import Path
from types import MappingProxyType

import streamlit as st

from components.controls import room_links
from core.teach.lesson_link import NAMES
from core.teach.own_step import LONGEST
from pages.shared import contents
from pages.shared.contents import ROOMS
from pages.shared.words import read

_PAGES = Path(__file__).parents[1]
_WORDS = Path(__file__).with_suffix(".md")
_LINK_QUERY: ContextVar[Mapping[str, str]] = ContextVar("link_query", default=MappingProxyType({}))


def view_name() -> str:
    """The view that the address asks for, else the room's first."""
    views = contents.here().views
    if views is None:
        return ""
    requested_view = st.query_params.get(views.parameter)
    return requested_view if requested_view in views.every else views.tabs[0]


def row(link_query: Mapping[str, str]) -> None:  # what the address leaves out and links to other parts say, by name
    """Draw the row: the tabs of a room and of its parts, and the view that is open if "More" has it."""
    _LINK_QUERY.set(link_query)
    stem = contents.stem()
    current = (stem, view_name())
    tabs = [(part, view) for part in contents.parts(stem) for view in _tabs(part)]
    if current not in tabs:
        tabs.insert(max(place for place, (part, _) in enumerate(tabs) if part == stem) + 1, current)
    if len(tabs) > 1:
        room_links(_nav("views", read(_WORDS)["Views"], [_link(stem, part, view, current) for part, view in tabs]))


def further() -> None:
    """Draw links to the views that the row leaves out."""
    stem = contents.stem()
    current = (stem, view_name())
    rest = [(part, view) for part in contents.parts(stem) for view in _more(part) if (part, view) != current]
    if rest:
        room_links(_nav("further-views", read(_WORDS)["Further"], [_link(stem, *each, current) for each in rest]))


def _tabs(stem: str) -> tuple[str, ...]:
    views = ROOMS[stem].views
    return views.tabs if views else ("",)


def _more(stem: str) -> tuple[str, ...]:
    views = ROOMS[stem].views
    return views.more if views else ()


def _link(here: str, stem: str, view: str, current: tuple[str, str]) -> str:
    """A link to a view: it keeps all settings of its room, and in another part those that this declares too."""
    views, known_names = ROOMS[stem].views, (*contents.ALL, *ROOMS[stem].address)
    present = {name: st.query_params.get_all(name) for name in st.query_params if not _too_long(name)}
    if stem != here:
        present = {name: [value] for name, value in _LINK_QUERY.get().items()} | present
    query = {name: values for name, values in present.items() if stem == here or name in known_names}
    if views:
        query.pop(views.parameter, None)
        if view != views.tabs[0]:
            query[views.parameter] = [view]
    current_mark = ' aria-current="page"' if (stem, view) == current else ""
    href = escape(contents.address(stem, query))
    return f'<a href="{href}" target="_self"{current_mark}>{escape(label(stem, view))}</a>'


def _too_long(name: str) -> bool:
    """Whether the step's text in the address is longer than is read: then the links do not repeat it."""
    return name in NAMES and sum(map(len, st.query_params.get_all(name))) > LONGEST


def label(stem: str, view: str) -> str:
    """A view's name in the row: its section "Tab: <view>" of the room's Markdown, else as in the address."""
    words = read(_PAGES / f"{stem}.md")
    return words.under("Tab").get(view) or view or ROOMS[stem].title


def _nav(kind: str, name: str, links: Iterable[str]) -> str:
    title = f"<span>{escape(name)}</span>" if kind == "further-views" else ""
    return f'<nav class="{kind}" aria-label="{escape(name)}">{title}{"".join(links)}</nav>'

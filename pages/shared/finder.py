"""A field that finds a room, a view, a question, a lesson or a term by what a reader types, and goes there.

The browser lists what holds the letters as they are typed. What is entered otherwise is looked up here, by words in
any order.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path

import streamlit as st

from components.controls import room_links
from core.teach.lesson import lessons
from core.teach.questions import CARDS
from core.teach.room_address import room_address
from pages.shared import contents, view_row
from pages.shared.card import question
from pages.shared.contents import ROOMS
from pages.shared.glossary import terms
from pages.shared.verbatim import markdown
from pages.shared.words import read

_PAGES = Path(__file__).parents[1]
_WORDS = Path(__file__).with_suffix(".md")
_KEY = "find"
_WORD = re.compile(r"√|[^\W_]+")
_MOST = 6  # places that are listed
_PREFIX = 3  # letters of a word that may go on

Place = tuple[str, Mapping[str, str | Sequence[str]]]  # a room, and what its address then says


def finder() -> None:
    """Draw the field; a choice opens its room with the reader's shared settings, other words list what has them."""
    words, places = read(_WORDS), _places()
    text = st.selectbox(
        words["Find"],
        list(places),
        index=None,
        placeholder=words["Example"],
        key=_KEY,
        accept_new_options=True,
        filter_mode="contains",
        label_visibility="collapsed",
    )
    if text is None:
        return
    if text in places:
        stem, query = places[text]
        st.switch_page(f"pages/{stem}.py", query_params=query)  # the settings come along: `address.catch_up`
    labels = found(text)
    if labels:
        shared = {name: value for name, value in st.query_params.items() if name in contents.ALL}
        items = "".join(_item(label, places[label], shared) for label in labels)
        room_links(f"<nav class='home found' aria-label='{escape(words['Found'])}'><ul>{items}</ul></nav>")
    else:
        st.markdown(words("Nothing", text=markdown(text[:60])))


def _item(label: str, place: Place, shared: Mapping[str, str]) -> str:
    stem, query = place
    href = contents.address(stem, {**shared, **query})
    return f'<li><a href="{escape(href)}" target="_self">{escape(label)}</a></li>'


def found(text: str) -> list[str]:
    """The places whose words are those of a text, in any order, or begin with them; whole words first."""
    asked = _words(text[:200])
    asked = [word for word in asked if word not in read(_WORDS)["Passed over"].split()] or asked
    ranked = []
    for label in _places() if asked else ():
        has = _words(label)
        if all(
            word in has or (len(word) >= _PREFIX and any(each.startswith(word) for each in has)) for word in asked
        ):
            ranked.append((-sum(word in has for word in asked), label))
    return [label for _, label in sorted(ranked, key=lambda each: each[0])[:_MOST]]


def _words(text: str) -> list[str]:
    """Words in small letters; digits without separators."""
    return _WORD.findall(re.sub(r"(?<=\d),(?=\d{3})", "", text.lower()))


@cache
def _places() -> Mapping[str, Place]:
    """By what is listed: what people ask, rooms by their questions, views, terms, questions and lessons."""
    rooms: dict[str, Place] = {
        f"{question(stem)} · {room.title}": (stem, {}) for stem, room in ROOMS.items() if stem != "home"
    }
    views: dict[str, Place] = {
        f"{view_row.label(stem, view)} · {room.title}": (stem, {room.views.parameter: view})
        for stem, room in ROOMS.items()
        if room.views
        for view in room.views.every
    }
    asked: dict[str, Place] = {}
    for label, place in read(_WORDS).under("Asked").items():
        stem, _, settings = place.partition(" ")
        asked[label] = _step(settings) if stem == "lesson" else (stem, room_address(stem, settings).settings)
    found = _terms({label: place for label, place in (rooms | views).items() if "?" in label})
    return asked | rooms | views | found | _taught()


def _taught() -> dict[str, Place]:
    """Questions and lessons by their titles; a lesson opens at its first step."""
    titles = {slug: read(_PAGES / "questions.md")[slug].splitlines()[0] for slug in CARDS}
    room = ROOMS["questions"].title
    places: dict[str, Place] = {f"{titles[slug]} · {room}": ("questions", {"card": slug}) for slug in CARDS}
    lessons_ = {
        f"{lesson.title} · {ROOMS['lessons'].title}": _step(f"{slug}.1") for slug, lesson in lessons().items()
    }
    return places | lessons_


def _step(name: str) -> Place:  # such as "positions.3"
    """A step of a lesson."""
    slug, _, number = name.partition(".")
    address = lessons()[slug].steps[int(number) - 1].address
    return address.room, {**address.settings, "step": name}


def _terms(by_label: Mapping[str, Place]) -> dict[str, Place]:
    """A term leads to the question that has it, else to the room whose words use it most often."""
    texts = {stem: (_PAGES / f"{stem}.md").read_text("utf-8") for stem in ROOMS}
    every = {term.name: term.forms for term in terms().values()}
    places: dict[str, Place] = {}
    for name, forms in every.items():
        form = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, forms))})(?!\w)", re.IGNORECASE)
        counts = {stem: len(form.findall(text)) for stem, text in texts.items()}
        most = max(counts, key=lambda stem: counts[stem])
        stem, settings = next((place for label, place in by_label.items() if form.search(label)), (most, {}))
        if counts[most]:
            places[f"{name} · {ROOMS[stem].title}"] = (stem, settings)
    return places

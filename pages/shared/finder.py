"""A field that finds a room, a view, a question, a lesson or a term by what a reader types, and goes there."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import streamlit as st

from core.teach.lesson import lessons
from core.teach.questions import CARDS
from core.teach.room_address import room_address
from pages.shared import view_row
from pages.shared.card import question
from pages.shared.contents import ROOMS
from pages.shared.glossary import terms
from pages.shared.words import read

_PAGES = Path(__file__).parents[1]
_WORDS = Path(__file__).with_suffix(".md")
_KEY = "find"

Place = tuple[str, Mapping[str, str | Sequence[str]]]  # a room, and what its address then says


def finder() -> None:
    """Draw the field; a choice opens its room with the reader's shared settings."""
    words, places = read(_WORDS), _places()
    choice = st.selectbox(words["Find"], list(places), index=None, placeholder=words["Example"], key=_KEY)
    if choice is not None:
        stem, query = places[choice]
        st.switch_page(f"pages/{stem}.py", query_params=query)  # Streamlit keeps the shared settings


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
        asked[label] = (stem, {name: values[-1] for name, values in room_address(stem, settings).settings.items()})
    found = _terms({label: place for label, place in (rooms | views).items() if "?" in label})
    return asked | rooms | views | found | _taught()


def _taught() -> dict[str, Place]:
    """Questions and lessons by their titles; a lesson opens at its first step."""
    titles = {slug: read(_PAGES / "questions.md")[slug].splitlines()[0] for slug in CARDS}
    room = ROOMS["questions"].title
    places: dict[str, Place] = {f"{titles[slug]} · {room}": ("questions", {"card": slug}) for slug in CARDS}
    for slug, lesson in lessons().items():
        address = lesson.steps[0].address
        places[f"{lesson.title} · {ROOMS['lessons'].title}"] = (
            address.room,
            {**address.settings, "step": f"{slug}.1"},
        )
    return places


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

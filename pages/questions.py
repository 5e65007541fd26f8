from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np
import pandas as pd
import streamlit as st

from core.teach.questions import CARDS
from core.teach.questions.card import Card, Number, Shape
from figures.teach.evidence import evidence_figure
from pages.shared import address, chart, contents, frame, guide, question, room, scripts
from pages.shared.verbatim import markdown

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.teach.questions.evidence import Answer, Evidence

SLUGS = list(CARDS)
SECTION = {stem: section for section, stems in contents.SECTIONS.items() for stem in stems} | {"home": "Words"}
ARROW = ":material/arrow_forward:"
SHOWN = 40  # characters of what an address says in vain
MARKS = {True: " ✓", False: " ✗", None: ""}
Read = TypeVar("Read")

class_view = st.query_params.get("class_view") == "true"
if class_view:
    frame.require()
    guide.for_projector()
    words = question.words()
else:
    words = room.enter(__file__)[1]
ignored: list[str] = []


def read(name: str, understand: Callable[[str], Read | None], default: Read) -> Read:
    """What the address says under a name, or the default and a note."""
    text = st.query_params.get(name)
    if text is None:
        return default
    found = understand(text)
    if found is None:
        ignored.append(f"{name}=“{markdown(text[:SHOWN])}{'…' * (len(text) > SHOWN)}”")
        return default
    return found


def switch(text: str) -> bool | None:
    return {"true": True, "false": False}.get(text)


def go(slug: str) -> None:
    address.put(card=slug, guess=None, revealed=None)


def keep_guess(key: str) -> None:
    address.put(guess=st.session_state[key])


def reveal(card: Card) -> None:
    """The guess may have come with the very click."""
    address.put(revealed=True)
    guess = st.session_state.get(f"guess_{card.slug}")
    if guess is not None and not class_view:
        question.remember(card, guess)


def take_class_view() -> None:
    address.put(class_view=st.session_state["class_view_asked"])


def table(shown: Evidence) -> pd.DataFrame:
    if shown.strip:
        columns = [f"{shown.x} {place + 0.5:g}" for place in shown.strip.x[:-1]]
        return pd.DataFrame(shown.strip.shares, columns=columns).assign(**{shown.y: shown.strip.y[:-1]})
    parts = [{"curve": s.name, shown.x: np.asarray(s.x), shown.y: np.asarray(s.y)} for s in shown.series]
    return pd.concat([pd.DataFrame(part) for part in parts])


def picture(card: Card, guess: Answer | None) -> None:
    found = question.settled(card.slug)
    said = None if guess is None else words["Mark"].format(guess=question.spoken(card, guess))
    mark = None if guess is None or said is None else card.asks.mark(guess, said)
    shown = evidence_figure(found.evidence, palette=chart.palette(), guess=mark)
    sentence = question.because(card).replace("*", "")
    alt = words["Alt"].format(picture=f"{found.evidence.y} against {found.evidence.x}.", why=sentence)
    chart.show(shown, alt=alt, table=lambda: table(found.evidence), key=f"evidence_{card.slug}")


def axes(card: Card) -> dict[str, str]:
    """What the columns of the table are called, for its code."""
    shown = question.settled(card.slug).evidence
    return {"across": shown.x, "upward": shown.y}


def door(card: Card) -> None:
    """Into the room that shows more, with the card's settings."""
    label = words["Door"].format(room=contents.ROOMS[card.address.room].title)
    shared = vars(card.address.shared)  # a link does not change the sidebar, so its values are set here
    key = f"door_{card.slug}"
    if st.button(label, key=key, type="tertiary", icon=ARROW, on_click=st.session_state.update, args=(shared,)):
        st.switch_page(f"pages/{card.address.room}.py", query_params=card.address.own)


def turn_pages(card: Card) -> None:
    """Back, on, and how the room is shown."""
    at = SLUGS.index(card.slug)
    in_lesson = "step" in st.query_params  # whose own pages these keys turn
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        for label, step, keys in ((words["Previous"], -1, "PageUp"), (words["Next"], 1, "PageDown")):
            there = at + step
            st.button(
                label, key=keys, shortcut=None if in_lesson else keys, disabled=not 0 <= there < len(SLUGS),
                on_click=go, args=(SLUGS[there % len(SLUGS)],),
            )  # fmt: skip
        st.markdown(words["Place"].format(number=at + 1, count=len(SLUGS)), width="content")
        st.toggle(
            words["Class view"], key="class_view_asked", on_change=take_class_view, help=words["Class view: help"]
        )
        if not class_view:
            tell_score()


def tell_score() -> None:
    answered = question.score()
    if answered:
        said = words["Score"].format(right=sum(answered.values()), answered=len(answered))
        st.markdown(f"**{said}**", width="content", help=words["Score: help"])
        st.button(words["Score: reset"], key="score_reset", type="tertiary", on_click=question.forget)


def show(card: Card) -> None:
    guess = read("guess", card.asks.read, None)
    key = f"guess_{card.slug}"
    whole = isinstance(card.asks, Number) and card.asks.whole
    st.session_state[key] = int(guess) if guess is not None and whole else guess
    question.say(card, level=1 if class_view else 3)
    if class_view and not revealed:
        if isinstance(card.asks, Shape):
            question.sketches(card.asks)
        st.button(words["Reveal"], key="reveal", type="primary", on_click=reveal, args=(card,))
        return
    if not revealed:
        question.guessing(card, key=key, on_change=lambda: keep_guess(key))
        st.button(words["Reveal"], key="reveal", type="primary", on_click=reveal, args=(card,))
        return
    left, right = st.columns([2, 3], gap="large")
    with left:
        st.markdown(question.verdict(card, guess))
        st.markdown(question.because(card))
        door(card)
        st.button(words["Again"], key="again", on_click=go, args=(card.slug,))
    with right:
        picture(card, guess)


def all_cards(card: Card) -> None:
    """All questions by section, with a mark on those that were answered."""
    answered = question.score()
    st.markdown(f"##### {words['All']}")
    sections = dict.fromkeys(SECTION[each.address.room] for each in CARDS.values())
    for section in sections:
        slugs = [slug for slug, each in CARDS.items() if SECTION[each.address.room] == section]
        key = f"questions_{section.split()[0].lower()}"
        st.session_state[key] = card.slug if card.slug in slugs else None
        st.pills(
            section, slugs, key=key, on_change=choose, args=(key,),
            format_func=lambda slug: question.told(slug).name + MARKS[answered.get(slug)],
        )  # fmt: skip


def choose(key: str) -> None:
    if st.session_state[key]:
        go(st.session_state[key])


card = read("card", CARDS.get, CARDS[SLUGS[0]])
revealed = read("revealed", switch, False)
read("class_view", switch, False)
st.session_state["class_view_asked"] = class_view
if class_view:
    show(card)
    turn_pages(card)
else:
    turn_pages(card)
    with st.container(border=True):
        show(card)
if ignored:
    st.caption(words["Ignored"].format(what=", ".join(ignored)))
if not class_view:
    all_cards(card)
    taken = {f"evidence_{card.slug}": scripts.Given(axes(card))} if revealed else {}
    room.close(words, taken)

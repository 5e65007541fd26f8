from pathlib import Path
from typing import Literal

import streamlit as st

from core.inputs.settings import Settings
from core.teach.questions.card import Card, Number, Shape
from pages.shared import address, contents, room
from pages.shared.room_link import room_link
from pages.shared.style import style_of
from pages.shared.words import Words
from pages.teach.lesson_frame import for_projector
from pages.teach.question_form import guess_field, say
from pages.teach.question_words import because, verdict
from pages.teach.questions.class_view import STYLE, choices, closer
from pages.teach.questions.controls import all_questions, go, turn_pages
from pages.teach.questions.picture import picture
from pages.teach.questions.request import Request, read_address
from pages.teach.score import remember


def draw(settings: Settings, words: Words) -> None:
    request = read_address()
    if request.class_view:
        class_view(request, words)
        return
    st.html(style_of(Path(__file__).with_suffix(".css")))
    turn_pages(request, words)
    with st.container(border=True, key="question"):
        question(request, words)
    tell_ignored(request, words)
    all_questions(request, words)
    room.close(words)


def class_view(request: Request, words: Words) -> None:
    for_projector()
    st.html(style_of(STYLE))
    with st.container(key="class_view"):
        question(request, words)
        with st.container(key="class_bar"):
            turn_pages(request, words)
        tell_ignored(request, words)


def question(request: Request, words: Words) -> None:
    card, key = request.card, f"guess_{request.card.slug}"
    whole = isinstance(card.asks, Number) and card.asks.whole
    st.session_state[key] = int(request.guess) if request.guess is not None and whole else request.guess
    say(card, level=1 if request.class_view else 2)
    if request.class_view:
        for_class(request, words)
    elif request.revealed:
        answer(request, words)
    else:
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            guess = guess_field(card, key=key, on_change=lambda: address.write(guess=st.session_state[key]))
            _reveal_button(request, words, loud=guess is not None)


def for_class(request: Request, words: Words) -> None:
    """Options at the left, which stay where they are; at the right what settles the question, once revealed."""
    card = request.card
    left, right = st.columns([5, 6], gap="medium")
    with left:
        choices(card)
        if not request.revealed:
            _reveal_button(request, words, loud=True)
    with right:
        if request.revealed:
            picture(card, None)
        else:
            st.html('<div class="class-join"></div>')  # where the teacher's script shows how to come
    if request.revealed:
        left.markdown(verdict(card, None))
        with right if isinstance(card.asks, Shape) else left:  # four curves leave no room below them
            reasons(request, words)


def _reveal_button(request: Request, words: Words, *, loud: bool) -> None:
    kind: Literal["primary", "tertiary"] = "primary" if loud else "tertiary"
    st.button(words["Reveal"], key="reveal", type=kind, on_click=reveal, args=(request.card, request.class_view))


def reveal(card: Card, class_view: bool) -> None:
    """Show the answer, and score the guess, which may have come with the same click."""
    guess = st.session_state.get(f"guess_{card.slug}")
    if guess is None or class_view:
        address.write(revealed=True)
    else:  # the click may have interrupted the run that was to put the guess into the address
        address.write(revealed=True, guess=guess)
        remember(card, guess)


def answer(request: Request, words: Words) -> None:
    st.markdown(verdict(request.card, request.guess))
    left, right = st.columns([2, 3], gap="large")
    with left:
        reasons(request, words)
    with right:
        picture(request.card, request.guess)


def reasons(request: Request, words: Words) -> None:
    card = request.card
    st.markdown(because(card))
    title = contents.ROOMS[card.address.room].title
    address_of = closer(card) if request.class_view else card.address
    room_link(address_of, words("Door", room=title), key=f"door_{card.slug}")
    st.button(words["Again"], key="again", on_click=go, args=(card.slug,))


def tell_ignored(request: Request, words: Words) -> None:
    if request.ignored:
        st.caption(words("Ignored", what=", ".join(request.ignored)))


draw(*room.enter(__file__, has_title=st.query_params.get("class_view") != "true"))

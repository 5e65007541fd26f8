from typing import Literal

import streamlit as st

from core.inputs.settings import Settings
from core.teach.questions.card import Card, Number, Shape
from pages.shared import address, contents, room
from pages.shared.room_link import room_link
from pages.shared.words import Words
from pages.teach.lesson_frame import for_projector
from pages.teach.question_form import guessing, say
from pages.teach.question_words import because, verdict
from pages.teach.questions.asked import Asked, read_address
from pages.teach.questions.class_view import choices, closer, join, style
from pages.teach.questions.controls import all_questions, go, turn_pages
from pages.teach.questions.picture import picture
from pages.teach.score import remember


def draw(settings: Settings, words: Words) -> None:
    asked = read_address()
    if asked.class_view:
        class_view(asked, words)
        return
    turn_pages(asked, words)
    with st.container(border=True):
        question(asked, words)
    tell_ignored(asked, words)
    all_questions(asked, words)
    room.close(words)


def class_view(asked: Asked, words: Words) -> None:
    for_projector()
    st.html(style())
    with st.container(key="class_view"):
        question(asked, words)
        with st.container(key="class_bar"):
            turn_pages(asked, words)
        tell_ignored(asked, words)


def question(asked: Asked, words: Words) -> None:
    card, key = asked.card, f"guess_{asked.card.slug}"
    whole = isinstance(card.asks, Number) and card.asks.whole
    st.session_state[key] = int(asked.guess) if asked.guess is not None and whole else asked.guess
    say(card, level=1 if asked.class_view else 3)
    if asked.class_view:
        asked_of_class(asked, words)
    elif asked.revealed:
        answer(asked, words)
    else:
        guess = guessing(card, key=key, on_change=lambda: address.put(guess=st.session_state[key]))
        _reveal_button(asked, words, loud=guess is not None)


def asked_of_class(asked: Asked, words: Words) -> None:
    """Options at the left, which stay where they are; at the right what settles the question, once revealed."""
    card = asked.card
    left, right = st.columns([5, 6], gap="medium")
    with left:
        choices(card)
        if not asked.revealed:
            _reveal_button(asked, words, loud=True)
    with right:
        if asked.revealed:
            picture(card, None)
        else:
            join()
    if asked.revealed:
        with right if isinstance(card.asks, Shape) else left:  # four curves leave no room below them
            reasons(asked, words)


def _reveal_button(asked: Asked, words: Words, *, loud: bool) -> None:
    kind: Literal["primary", "secondary"] = "primary" if loud else "secondary"
    st.button(words["Reveal"], key="reveal", type=kind, on_click=reveal, args=(asked.card, asked.class_view))


def reveal(card: Card, class_view: bool) -> None:
    """Show the answer, and score the guess, which may have come with the same click."""
    guess = st.session_state.get(f"guess_{card.slug}")
    if guess is None or class_view:
        address.put(revealed=True)
    else:  # the click may have interrupted the run that was to put the guess into the address
        address.put(revealed=True, guess=guess)
        remember(card, guess)


def answer(asked: Asked, words: Words) -> None:
    left, right = st.columns([2, 3], gap="large")
    with left:
        reasons(asked, words)
    with right:
        picture(asked.card, asked.guess)


def reasons(asked: Asked, words: Words) -> None:
    card = asked.card
    st.markdown(verdict(card, None if asked.class_view else asked.guess))
    st.markdown(because(card))
    title = contents.ROOMS[card.address.room].title
    address_of = closer(card) if asked.class_view else card.address
    room_link(address_of, words("Door", room=title), key=f"door_{card.slug}")
    st.button(words["Again"], key="again", on_click=go, args=(card.slug,))


def tell_ignored(asked: Asked, words: Words) -> None:
    if asked.ignored:
        st.caption(words("Ignored", what=", ".join(asked.ignored)))


draw(*room.enter(__file__, titled=st.query_params.get("class_view") != "true"))

"""The form of a question, in the room Questions and in a lesson's step."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np
import streamlit as st

from components.controls import choose
from core.teach.questions import CARDS
from core.teach.questions.card import Answer, Card, Number, Shape
from figures.teach.paper import LETTERS
from figures.teach.sketch import sketch
from pages.shared import chart
from pages.teach.question_words import because, card_words, is_right, verdict, words
from pages.teach.score import remember


def ask(
    slug: str,  # of a card
    *,
    key: str,  # unique on the page; keys of all widgets begin with it
    texts: Sequence[str] = (),  # `sentences` of the card, in which terms may be marked; if empty, as they are
    is_revealed: bool = False,  # whether the answer is shown without a guess
) -> None:
    """Draw a question with its guess and a button to check it; then, in their place, the verdict."""
    card, guess = CARDS[slug], checked_guess(key)
    is_decided = is_revealed or guess is not None
    claim, question, reason = (*(texts or sentences(card, is_decided=is_decided)), "")[:3]
    st.markdown(f"## {claim}")
    if question:
        st.markdown(question)
    if is_decided:
        st.markdown(verdict(card, guess))
        st.markdown(reason)
        if guess is not None and not is_revealed and not is_right(card, guess):  # else nothing is left to guess
            st.button(words()["Again"], key=f"{key}_again", type="tertiary", on_click=_again, args=(key,))
    else:
        _form(card, key)


def sentences(card: Card, *, is_decided: bool) -> tuple[str, ...]:
    """Claim and question of a card; once it is decided, also the reason, which takes time to compute."""
    text = card_words(card.slug)
    return (text.claim, text.ask, because(card)) if is_decided else (text.claim, text.ask)


def _form(card: Card, key: str) -> None:
    has_label = isinstance(card.asks, Number)  # then its label stands above it
    with st.container(horizontal=True, vertical_alignment="bottom" if has_label else "center", gap="small"):
        guess = guess_field(card, key=f"{key}_guess")
        loud: Literal["primary", "secondary"] = "secondary" if guess is None else "primary"
        st.button(words()["Check"], key=f"{key}_check", type=loud, on_click=_check, args=(card, key))
    if st.session_state.get(f"{key}_lacks"):
        st.caption(words()["Check: nothing"])


def checked_guess(key: str) -> Answer | None:
    """The guess in the form of a key, if it has been checked."""
    return st.session_state.get(f"{key}_checked")


def _check(card: Card, key: str) -> None:
    """Judge the guess in the widget, which may have come with the same click."""
    guess = st.session_state[f"{key}_checked"] = st.session_state[f"{key}_guess"]
    st.session_state[f"{key}_lacks"] = guess is None
    if guess is not None:
        remember(card, guess)


def _again(key: str) -> None:
    st.session_state[f"{key}_checked"] = None


def say(card: Card, *, level: int = 4) -> None:
    """Write the claim as a heading of a level, and what is asked about it; both are large at level 1."""
    text = card_words(card.slug)
    st.markdown(f"{'#' * level} {text.claim}")
    if text.ask:
        st.markdown(f"## {text.ask}" if level == 1 else text.ask)


def guess_field(
    card: Card,
    *,
    key: str,
    on_change: Callable[[], None] | None = None,  # called before the page runs again
) -> Answer | None:  # None before there is one
    """Draw the widget of a guess."""
    if isinstance(card.asks, Number):
        return _number(card.asks, key, on_change)
    if isinstance(card.asks, Shape):
        options: dict[Any, str] = dict(zip(card.asks.draw()[1], LETTERS, strict=False))
        choose(sketches(card.asks), key=key, current=options.get(st.session_state.get(key), ""))
    else:
        options = {True: words()["True"], False: words()["False"]}
    return st.segmented_control(
        words()["Your guess"],
        list(options),
        format_func=options.__getitem__,
        key=key,
        on_change=on_change,
        label_visibility="collapsed",
    )


def _number(asks: Number, key: str, on_change: Callable[[], None] | None) -> float | None:
    label = words()("Number: unit", unit=asks.unit) if asks.unit else words()["Your guess"]
    near = words()("Number: exact" if asks.factor == 1 else "Number: tolerance", factor=asks.factor)
    kind: Callable[[float], Any] = int if asks.whole else float
    return st.number_input(
        label,
        kind(asks.least),
        kind(asks.most),
        None,
        step=kind(1),
        help=near,
        width=220,
        key=key,
        on_change=on_change,
    )


def sketches(asks: Shape) -> dict[str, str]:
    """The curves to choose from as pictures in HTML, by letter."""
    x, curves = asks.draw()
    low, high = (float(end(list(curves.values()))) for end in (np.min, np.max))
    pictures = (sketch(x, y, low=low, high=high, name=name, palette=chart.palette()) for name, y in curves.items())
    return dict(zip(LETTERS, pictures, strict=False))

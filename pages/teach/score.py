"""The first guess at each question in this session, and whether it was right."""

import streamlit as st

from core.teach.questions import CARDS
from core.teach.questions.card import Answer, Card
from pages.teach.question_words import is_right

_GUESSES = "questions_answered"


def remember(card: Card, guess: Answer) -> None:
    """Keep a guess if it is the first of this session."""
    st.session_state[_GUESSES] = {card.slug: guess} | guesses()


def guesses() -> dict[str, Answer]:
    """The first guess at each answered question, by slug."""
    return dict(st.session_state.get(_GUESSES, {}))


def score() -> dict[str, bool]:
    """Whether each answered question was answered right at first, by slug."""
    return {slug: is_right(CARDS[slug], guess) for slug, guess in guesses().items()}


def forget() -> None:
    """Begin the score anew."""
    st.session_state[_GUESSES] = {}

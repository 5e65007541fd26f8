"""The first guess at each question in this session, whether it was right, and what comes back once more."""

import streamlit as st

from core.teach.questions import CARDS
from core.teach.questions.card import Answer, Card
from pages.teach.question_words import is_right

_GUESSES, _ANSWERS = "questions_answered", "questions_in_turn"
_AFTER = 3  # other answers until a missed question comes back


def remember(card: Card, guess: Answer) -> None:
    """Keep a guess if it is the first of this session, and that this question was answered now."""
    st.session_state[_GUESSES] = {card.slug: guess} | guesses()
    st.session_state[_ANSWERS] = [*_answers(), (card.slug, is_right(card, guess))]


def guesses() -> dict[str, Answer]:
    """The first guess at each answered question, by slug."""
    return dict(st.session_state.get(_GUESSES, {}))


def score() -> dict[str, bool]:
    """Whether each answered question was answered right at first, by slug."""
    return {slug: is_right(CARDS[slug], guess) for slug, guess in guesses().items()}


def missed() -> str:
    """The first question whose last answer was wrong and is a few answers ago; "" where there is none."""
    answers = _answers()
    last = {slug: number for number, (slug, _) in enumerate(answers)}
    wrong = (slug for slug, number in last.items() if not answers[number][1] and number < len(answers) - _AFTER)
    return next(wrong, "")


def _answers() -> list[tuple[str, bool]]:
    """Each answer of this session, in turn: the question, and whether it was right."""
    return list(st.session_state.get(_ANSWERS, ()))


def forget() -> None:
    """Begin the score anew."""
    st.session_state.update({_GUESSES: {}, _ANSWERS: []})

"""Which questions were answered right at first in this session."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from pages.teach import question_words

if TYPE_CHECKING:
    from core.teach.questions.card import Card
    from core.teach.questions.evidence import Answer

_SCORE = "questions_answered"


def remember(card: Card, guess: Answer) -> None:
    """Keep whether the first guess of this session was right."""
    right = card.asks.judge(guess, question_words.settled(card.slug).truth)
    st.session_state[_SCORE] = {card.slug: right} | score()


def score() -> dict[str, bool]:
    """Whether each answered question was answered right at first, by slug."""
    return dict(st.session_state.get(_SCORE, {}))


def forget() -> None:
    """Begin the score anew."""
    st.session_state[_SCORE] = {}

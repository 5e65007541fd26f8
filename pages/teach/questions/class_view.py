"""The question alone for a class: its choices in large type, and keys for the presenter."""

from dataclasses import replace
from html import escape
from pathlib import Path

import streamlit as st

from core.teach.questions.card import Card, Claim, Shape
from core.teach.room_address import RoomAddress
from pages.teach.question_form import sketches
from pages.teach.question_words import words

STYLE = Path(__file__).with_suffix(".css")


def choices(card: Card) -> None:
    """Draw what a class may answer; for a number, the place in which its script shows what was answered."""
    if isinstance(card.asks, Shape):
        items = "".join(f"<li>{letter}{picture}</li>" for letter, picture in sketches(card.asks).items())
        st.html(f'<ul class="choices curves">{items}</ul>')
    elif isinstance(card.asks, Claim):
        items = "".join(f"<li>{escape(words()[name])}</li>" for name in ("True", "False"))
        st.html(f'<ul class="choices">{items}</ul>')
    else:
        st.html('<ul class="choices ranges"></ul>')


def closer(card: Card) -> RoomAddress:
    """The room behind a card, in the same type and with a way back to the question."""
    return replace(
        card.address, settings={**card.address.settings, "projector": ("true",), "question": (card.slug,)}
    )

"""The reader’s sentence: its field, cutting long ones, reporting what is cut, and its embedding."""

from dataclasses import dataclass
from typing import Any

import streamlit as st

from core.words.tokens import MOST_TOKENS, TokenizedText, fit_to_link, read_sentence
from pages.shared import views
from pages.shared.words import Words
from pages.take_away.code import Code

SENTENCE, SHORTENED = "sentence", "sentence_shortened"
WIDTH = 620  # pixels, at most; on a phone the field then has a line of its own


def ask(words: Words) -> TokenizedText:
    """The reader's sentence; of a text that does not fit into a link, its beginning."""
    typed_text = st.session_state.get(SENTENCE)
    text = st.query_params.get(SENTENCE, "") if typed_text is None else typed_text
    beginning = fit_to_link(text)
    if beginning != text:
        st.session_state[SHORTENED] = (beginning, len(text))
        place = st.query_params if typed_text is None else st.session_state
        place[SENTENCE] = beginning
    text = st.text_input("Sentence", words["Default"], width=WIDTH, **views.bind(SENTENCE)) or ""
    if fit_to_link(text) != text:  # the widget reads a link before the link is cut
        st.rerun()
    return read_sentence(text, most=MOST_TOKENS)


def tell_what_is_missing(words: Words, read: TokenizedText) -> None:
    """List what of the sentence cannot be shown."""
    beginning, characters = st.session_state.get(SHORTENED, ("", 0))
    if beginning and st.session_state[SENTENCE] == beginning:
        st.info(words("Long", characters=characters, kept=len(beginning)))
    if not read.tokens:
        st.info(words["Unseen" if read.characters else "Empty"])
        offer_default(words)
    elif read.tokens > len(read.words):
        st.info(words("Cut", tokens=read.tokens, kept=len(read.words)))


def offer_default(words: Words) -> None:
    """A button for the default sentence, unless it stands there."""
    if st.session_state[SENTENCE] != words["Default"]:
        st.button(words["Take the default"], on_click=_take_default, args=(words["Default"],))


def _take_default(default: str) -> None:
    st.session_state[SENTENCE] = default


@dataclass(frozen=True)
class Sentence:
    """Tokens, and the embedding table that they are looked up in."""

    tokens: tuple[str, ...]  # at least one
    seed: int  # of the table
    scales: bool  # whether rows are multiplied by √d_model

    def code(self, picture: str, **values: Any) -> Code:
        """The script of a picture of the room, with further values."""
        inputs = {"tokens": self.tokens, "embedding_seed": self.seed, "sqrt_d_model": self.scales}
        return Code(f"sentence/{picture}", {**inputs, **values})

"""How every room opens and closes; its words stand in the Markdown file beside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from components.kit import noted
from pages.shared import frame, settings
from pages.shared.words import Words, read
from pages.take_away import offer

if TYPE_CHECKING:
    from core.inputs.settings import Settings


def enter(page: str, *, titled: bool = True) -> tuple[Settings, Words]:
    """Frame, title and takeaway sentence of a room.

    Parameters
    ----------
    page : str
        The room's `__file__`.
    titled : bool
        Whether to draw title and takeaway sentence.

    Returns
    -------
    settings : Settings
        The reader's choice.
    words : Words
        The sections of the room's Markdown file.
    """
    frame.require()
    file = Path(page)
    noted.begin()
    words = read(file.with_suffix(".md"))
    if titled:
        st.title(words["Title"])
        st.markdown(f"**{words['Takeaway']}**")
    return settings.read(), words


def close(words: Words) -> None:
    """What every room ends with: the common mistake, the sources, and what can be taken away.

    Parameters
    ----------
    words : Words
        Of the room.
    """
    for place, title in zip(st.columns(2, gap="medium", border=True), ("Common mistake", "Sources"), strict=True):
        place.markdown(f"##### {title}\n{words[title]}")
    offer.draw(words, noted.end())

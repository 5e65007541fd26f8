"""How every room opens and closes; its words stand in the Markdown file beside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from components.kit import noted
from components.links.copy_link import copy_link
from pages.shared import frame, hand, lesson_link, settings
from pages.shared.glossary import explained
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
        Whether to draw title and takeaway sentence; one step of several, which has its own title, leaves them out.

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
    if titled and not lesson_link.asked().is_one_of_several:
        st.title(words["Title"])
        (takeaway,) = explained(words["Takeaway"])
        st.markdown(f"**{takeaway}**")
    return settings.read(), words


def close(words: Words) -> None:
    """What every room ends with: the common mistake and the sources, but in a step, and what can be taken away.

    Parameters
    ----------
    words : Words
        Of the room.
    """
    if not lesson_link.asked().is_one_of_several:
        _sources(words)
    shown = noted.end()
    offer.draw(words, shown)
    asked = lesson_link.asked()
    with st.container(key="links"):
        if not asked.lesson and not asked.projector:
            lesson_link.form()
        if asked.controls is None:
            own = read(offer.WORDS)
            copy_link(own["Link: room"], own["Copied"], field=own["Field"])
    hand.follow(shown)


def _sources(words: Words) -> None:
    for place, title in zip(st.columns(2, gap="medium", border=True), ("Common mistake", "Sources"), strict=True):
        place.markdown(f"##### {title}\n{words[title]}")

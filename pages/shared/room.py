"""How every room opens and closes; its words stand in the Markdown file beside it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import streamlit as st

from components.kit import noted
from pages.shared import frame, scripts, settings, takeaways
from pages.shared.sections import sections

if TYPE_CHECKING:
    from collections.abc import Mapping


def enter(page: str) -> tuple[settings.Settings, Mapping[str, str]]:
    """Frame, title and takeaway sentence of a room.

    Parameters
    ----------
    page : str
        The room's `__file__`.

    Returns
    -------
    settings : Settings
        The reader's choice.
    words : mapping of str
        The sections of the room's Markdown file by heading.
    """
    frame.require()
    noted.begin()
    words = _words(page)
    st.title(words["Title"])
    st.markdown(f"**{words['Takeaway']}**")
    return settings.read(), words


def close(words: Mapping[str, str], given: Mapping[str, scripts.Given] = MappingProxyType({})) -> None:
    """What every room ends with: the common mistake, the sources, and what can be taken away.

    Parameters
    ----------
    words : mapping of str
        The room's sections.
    given : mapping of Given
        What only the room knows of the code of a picture or table, by key.
    """
    for place, title in zip(st.columns(2, gap="medium", border=True), ("Common mistake", "Sources"), strict=True):
        place.markdown(f"##### {title}\n{words[title]}")
    takeaways.draw(words, noted.end(), given)


@cache
def _words(page: str) -> Mapping[str, str]:
    """A room's sections, read once; nobody may change what all readers share."""
    return MappingProxyType(sections(Path(page).with_suffix(".md").read_text("utf-8")))

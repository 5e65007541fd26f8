"""How every room opens and closes; its words stand in the Markdown file beside it."""

import re
from pathlib import Path

import streamlit as st

from pages.shared import frame, settings


def enter(page: str) -> tuple[settings.Settings, dict[str, str]]:
    """Frame, title and takeaway sentence of a room.

    Parameters
    ----------
    page : str
        The room's `__file__`.

    Returns
    -------
    settings : Settings
        The reader's choice.
    words : dict of str
        The sections of the room's Markdown file by heading.
    """
    frame.require()
    words = sections(Path(page).with_suffix(".md").read_text("utf-8"))
    st.title(words["Title"])
    st.markdown(f"**{words['Takeaway']}**")
    return settings.read(), words


def close(words: dict[str, str]) -> None:
    """What every room ends with: the common mistake and the sources."""
    mistake, sources = st.columns(2, gap="medium")
    with mistake.container(border=True, height="stretch"):
        st.markdown("##### Common mistake\n" + words["Common mistake"])
    with sources.container(border=True, height="stretch"):
        st.markdown("##### Sources\n" + words["Sources"])


def sections(text: str) -> dict[str, str]:
    """Text under each second-level heading of a Markdown file, by heading."""
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    return {title.strip(): body.strip() for title, body in zip(parts[1::2], parts[2::2], strict=True)}

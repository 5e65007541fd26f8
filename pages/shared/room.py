"""How every room opens and closes; its words stand in the Markdown file beside it."""

from collections.abc import Callable, Mapping
from pathlib import Path

import streamlit as st

from components.kit import run_record
from core.inputs.settings import Settings
from pages.shared import frame, lesson_link, preview, settings, view_row
from pages.shared.glossary import explain_terms
from pages.shared.room_link import goes_on
from pages.shared.words import Words, read
from pages.take_away import offer

_WORDS = Path(__file__).with_suffix(".md")


def enter(
    page: str,  # the room's `__file__`
    *,
    has_title: bool = True,  # whether to draw the head; a step with its own title leaves it out
    # parameters that links to the room's other parts have and the address leaves out
    link_query: Callable[[], Mapping[str, str]] = dict,
    headline: Callable[[], str] = str,  # the section that stands in the place of the view's takeaway; "" for none
) -> tuple[Settings, Words]:  # settings: the reader's choice; words: the sections of the room's Markdown file
    """Frame, title, row of views and takeaway sentence of a room."""
    frame.require()
    file = Path(page)
    words = read(file.with_suffix(".md"))
    if has_title and not lesson_link.current().is_one_of_several:
        with frame.head():
            _head(words, link_query(), headline())
    return settings.read(), words


def _head(words: Words, link_query: Mapping[str, str], headline: str) -> None:
    with st.container(key="room_head", horizontal=True, vertical_alignment="bottom", gap="medium"):
        st.title(words["Title"], width="content")
        view_row.row(link_query)
    of_view = words.under("Takeaway").get(view_row.view_name(), words["Takeaway"])
    (takeaway,) = explain_terms(words[headline] if headline else of_view)
    st.markdown(f"**{takeaway}**")


def close(
    words: Words,
    # draws what stands first under "More"; called only while the fold is open
    more: Callable[[], object] | None = None,
) -> None:
    """What every room ends with: the row "Take it with you", and the fold "More"."""
    row = st.container(key="take_it")
    link = lesson_link.current()
    if not link.is_one_of_several:
        _more(words, more)
    elif link.steps and not link.projector:
        lesson_link.form()  # to change the link that is open
    record = run_record.end()
    with row:
        offer.draw(words, record)
    preview.follow(record)


def _more(words: Words, more: Callable[[], object] | None) -> None:
    fold = st.expander(read(_WORDS)["More"], key="more", type="compact", on_change="rerun")
    if not fold.open:
        return
    with fold:
        view_row.further()
        if more:
            more()
        goes_on(words)
        for place, title in zip(
            st.columns(2, gap="medium", border=True), ("Common mistake", "Sources"), strict=True
        ):
            place.markdown(f"##### {title}\n{words[title]}")
        link = lesson_link.current()
        if not link.lesson and not link.projector:
            lesson_link.form()

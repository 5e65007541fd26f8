"""Around a question: pages to turn, the score, and the list of all questions."""

from collections.abc import Mapping, Sequence

import streamlit as st

from components.classroom import clicker
from core.teach.questions import CARDS
from pages.shared import address, contents
from pages.shared.words import Words
from pages.teach.question_words import card_words
from pages.teach.questions.request import Request
from pages.teach.score import forget, missed, score

_SLUGS = list(CARDS)
_ON, _BACK = (".st-key-reveal button", ".st-key-on button"), (".st-key-again button", ".st-key-back button")
_MARKS = {True: " ✓", False: " ✗", None: ""}


def go(slug: str, then: str = "") -> None:
    """Ask another question, or the same one again; `then`, where it has come back, says with which to go on."""
    address.write(card=slug, guess=None, revealed=None, then=then or None)


def turn_pages(request: Request, words: Words) -> None:
    """Draw back, on, the switch to the class view, and the score."""
    index = _SLUGS.index(request.card.slug)
    before, after = _SLUGS[index - 1] if index else "", request.then or "".join(_SLUGS[index + 1 : index + 2])
    back = "" if request.class_view else missed()
    back = "" if back == request.card.slug else back
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        for label, key, to in (
            (words["Previous"], "back", (before,)),
            (words["Next"], "on", (back or after, back and after)),
        ):
            st.button(label, key=key, disabled=not to[0], on_click=go, args=to)
        st.markdown(words("Place", number=index + 1, count=len(_SLUGS)), width="content")
        st.session_state["class_view_asked"] = request.class_view
        st.toggle(
            words["Class view"],
            key="class_view_asked",
            on_change=_take_class_view,
            help=words["Class view: help"],
        )
        if request.class_view:
            st.caption(words["Class view: keys"], width="content")
        else:
            _tell_score(words)
    if request.then:
        st.markdown(words["Missed"])
    if "step" not in st.query_params:  # in a lesson, the keys are the lesson's
        clicker(on=_ON, back=_BACK, keys="class" if request.class_view else "page")


def _take_class_view() -> None:
    address.write(class_view=st.session_state["class_view_asked"])


def _tell_score(words: Words) -> None:
    results = score()
    if results:
        text = words("Score", right=sum(results.values()), answered=len(results))
        st.markdown(f"**{text}**", width="content", help=words["Score: help"])
        st.button(words["Score: reset"], key="score_reset", type="tertiary", on_click=forget)


def all_questions(request: Request, words: Words) -> None:
    """Draw the sections, and all questions of this one, with a mark on those that were answered."""
    results = score()
    sections = {
        section: [slug for slug in _SLUGS if _section(slug) == section] for section in map(_section, _SLUGS)
    }
    here = _section(request.card.slug)
    st.session_state.update(questions_section=here, questions_here=request.card.slug)
    st.segmented_control(
        words("All", count=len(_SLUGS)),
        list(sections),
        key="questions_section",
        on_change=_choose_section,
        args=(sections,),
    )
    st.pills(
        here,
        sections[here],
        key="questions_here",
        on_change=_choose,
        format_func=lambda slug: card_words(slug).name + _MARKS[results.get(slug)],
        label_visibility="collapsed",
    )


def _section(slug: str) -> str:
    room = CARDS[slug].address.room
    return "Words" if room == "home" else contents.section_of(room)


def _choose_section(sections: Mapping[str, Sequence[str]]) -> None:
    """Go to the first question of a section that is not answered yet."""
    if section := st.session_state["questions_section"]:
        answered = score()
        slugs = sections[section]
        go(next((slug for slug in slugs if slug not in answered), slugs[0]))


def _choose() -> None:
    if slug := st.session_state["questions_here"]:
        go(slug)

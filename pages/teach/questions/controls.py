"""Around a question: pages to turn, the score, and the list of all questions."""

import streamlit as st

from components.classroom import clicker
from core.teach.questions import CARDS
from pages.shared import address, contents
from pages.shared.words import Words
from pages.teach.question_words import card_words
from pages.teach.questions.request import Request
from pages.teach.score import forget, score

_SLUGS = list(CARDS)
_ON, _BACK = (".st-key-reveal button", ".st-key-on button"), (".st-key-again button", ".st-key-back button")
_ALL = "all_questions"
_MARKS = {True: " ✓", False: " ✗", None: ""}


def go(slug: str) -> None:
    """Ask another question, or the same one again."""
    address.write(card=slug, guess=None, revealed=None)


def turn_pages(request: Request, words: Words) -> None:
    """Draw back, on, the switch to the class view, and the score."""
    index = _SLUGS.index(request.card.slug)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        for label, step, key in ((words["Previous"], -1, "back"), (words["Next"], 1, "on")):
            st.button(
                label,
                key=key,
                disabled=not 0 <= index + step < len(_SLUGS),
                on_click=go,
                args=(_SLUGS[(index + step) % len(_SLUGS)],),
            )
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
    """Draw all questions by section, with a mark on those that were answered."""
    with st.expander(words("All", count=len(_SLUGS)), key=_ALL, type="compact", on_change="rerun") as fold:
        if fold.open:
            _by_section(request)


def _by_section(request: Request) -> None:
    results = score()
    for section in dict.fromkeys(map(_section, _SLUGS)):
        slugs = [slug for slug in _SLUGS if _section(slug) == section]
        key = f"questions_{section.split()[0].lower()}"
        st.session_state[key] = request.card.slug if request.card.slug in slugs else None
        st.pills(
            section,
            slugs,
            key=key,
            on_change=_choose,
            args=(key,),
            format_func=lambda slug: card_words(slug).name + _MARKS[results.get(slug)],
        )


def _section(slug: str) -> str:
    room = CARDS[slug].address.room
    return "Words" if room == "home" else contents.section_of(room)


def _choose(key: str) -> None:
    if st.session_state[key]:
        st.session_state[_ALL] = False  # the question stands above the list
        go(st.session_state[key])

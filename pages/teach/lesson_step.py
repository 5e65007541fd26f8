"""A lesson's step beside its room: what to look at, a question, what to try, and the folded reason."""

from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.navigation.page import StreamlitPage

from components.classroom import Keys, clicker
from components.controls import room_links
from core.teach.lesson import Alternatives, Lesson, Step
from core.teach.lesson_link import LessonLink
from core.teach.questions import CARDS
from pages.shared import address, contents, frame, sliders
from pages.shared.glossary import explain_terms
from pages.shared.words import read
from pages.teach import question_form
from pages.teach.lesson_way import WORDS, anchor, block, link, onward, way
from pages.teach.question_words import card_words

_LATER = (  # what explains terms stands among the room's elements, and serves the whole page
    "<style>:is(.st-key-lesson_shown > :not(:has(.term-meaning)), .st-key-lesson_text > :has(> .st-key-lesson_try))"
    " { display: none }</style>"
)
PREFIX = "lesson_"
"""Start of the keys of widgets that stand beside the room."""

_PAIR = ".st-key-lesson_shown [data-testid=stHorizontalBlock]:has(> [data-testid=stColumn] figure)"
_PAIR += " > [data-testid=stColumn]"
_ROOM = ".st-key-lesson_room:has(.st-key-lesson_answer)"
_BESIDE = (  # the one picture and the answer's make a pair
    f"@media (min-width: 900px) {{ {_ROOM} {{ flex-flow: row nowrap }}"
    f" {_ROOM} > * {{ flex: 1 1 0; min-width: 0 }} }}"
)
_SHOWS = {  # of a room with two pictures
    1: f"{_PAIR}:nth-child(2) {{ display: none }} {_BESIDE}",
    2: f"{_PAIR}:nth-child(1) {{ display: none }}",
    -2: f"@media (max-width: 899px) {{ {_PAIR}:nth-child(2) {{ order: -1 }} }}",
    3: _BESIDE,
    4: f"@media (min-width: 900px) {{ {_ROOM} > :has(> .st-key-lesson_answer) {{ order: -1 }} }}",
}
_UNFOLD, QUESTION, _WHY = (f".st-key-{PREFIX}{name}" for name in ("unfold", "question", "why"))
_NEXT, _PREVIOUS = (f"nav.lesson-frame a[rel={rel}]" for rel in ("next", "prev"))


def head(route: LessonLink, lesson: Lesson, step: Step) -> None:
    """Draw the step's title and the way through the lesson, above text and room."""
    with st.container(key=f"{PREFIX}head"):
        st.markdown(f"# {step.title}")
        room_links(way(route, lesson))
        has_verdict = question_form.checked_guess(_key(route, lesson)) is not None
        unfolded = QUESTION if route.projector and step.question else _WHY  # a class reads on from the verdict
        presenter(route, folds=True, shows=unfolded if route.unfolded else QUESTION if has_verdict else "")
        if step.shows:
            st.html(f"<style>{_SHOWS[step.shows]}</style>")


def presenter(route: LessonLink, *, folds: bool, shows: str) -> None:
    """Let a presenter's keys reveal first, where something is folded, and go on second.

    What has been revealed, at the CSS selector `shows`, is scrolled into sight.
    """
    keys: Keys = "class" if route.projector else "step"
    on = f"{_UNFOLD} button" if folds and not route.unfolded else _NEXT
    clicker(on=[on], back=[_PREVIOUS], show=shows, keys=keys)


def text(
    route: LessonLink, lesson: Lesson, step: Step, page: StreamlitPage, large: DeltaGenerator
) -> DeltaGenerator | None:  # the place of `choices`, where there are any
    """Draw what stands beside the room, in the order in which it is used.

    A question whose answer the room's picture gives away stands in `large`, in the picture's place, and comes here
    once it is answered; only then is there something to try.
    """
    elsewhere(page, step.address.room, link(lesson, route.number), other_view=_other_view(step))
    has_answer = is_answered(route, lesson)
    asks = question_form.sentences(CARDS[step.question], is_decided=has_answer) if step.question else ()
    intro, *texts, task, why = explain_terms(step.text, *asks, step.task, step.why)
    st.markdown(intro)
    waits = step.guess_first and not has_answer
    if step.question:
        with (large if waits else st).container(border=True, key=f"{PREFIX}question"):
            question_form.ask(step.question, key=_key(route, lesson), texts=texts, is_revealed=route.unfolded)
            if waits:
                st.caption(read(WORDS)["Guess first"])
    with st.container(key=f"{PREFIX}try"):
        st.markdown(f"**{read(WORDS)['Try']}** {task}")
        choices_place = st.container() if step.choices else None  # an empty one would take up a gap
        with st.container(key=f"{PREFIX}controls"):
            sliders.sliders(frame.stem_of(page))
    if waits:
        st.html(_LATER)
    if route.unfolded:
        with st.container(key=f"{PREFIX}why"):
            st.markdown(why)
    return choices_place


def choices(step: Step) -> None:
    """Buttons for the few values of settings that a step needs.

    The room comes first: only once it has run do its controls and the address agree, whichever has changed.
    """
    for each in step.choices:
        _choose(each)


def _choose(alternatives: Alternatives) -> None:
    name, key = alternatives.name, f"{PREFIX}choose_{alternatives.name}"
    value = st.session_state.get(name)
    st.session_state[key] = value if value in alternatives.names else None
    st.segmented_control(
        name,
        list(alternatives.names),
        format_func=alternatives.names.__getitem__,
        key=key,
        on_change=_take_choice,
        args=(name, key),
        label_visibility="collapsed",
    )


def _take_choice(name: str, key: str) -> None:
    if st.session_state[key]:
        st.session_state[name] = st.session_state[key]


def _other_view(step: Step) -> bool:
    """Whether the address names another view of the step's room, as an older link may."""
    views = contents.ROOMS[step.address.room].views
    if views is None:
        return False
    view = step.address.settings.get(views.parameter, views.tabs[:1])[-1]
    return st.query_params.get(views.parameter, view) != view


def elsewhere(page: StreamlitPage, room: str, href: str, *, other_view: bool = False) -> None:
    """Show the way to a step's own picture where the address asks for another room, or another view of it."""
    if other_view or frame.stem_of(page) != room:
        st.caption(read(WORDS)["Elsewhere"])
        room_links(block("aside elsewhere", anchor(href, contents.ROOMS[room].title)))


def ways_on(route: LessonLink) -> None:
    """Draw what stands below the words and stays in sight: the button to unfold the reason, and the way on."""
    further = onward(route)
    if not (route.lesson or further):
        return
    with st.container(key=f"{PREFIX}way", horizontal=True, vertical_alignment="center", gap="small"):
        if route.lesson:
            loud = is_answered(route, route.lesson) or not (route.step and route.step.question)
            fold(route, read(WORDS)["Unfold"], kind="primary" if loud else "secondary")
        if further:
            room_links(further)


def fold(route: LessonLink, label: str, *, kind: Literal["primary", "secondary"]) -> None:
    """A button that unfolds what is still folded."""
    if not route.unfolded:
        st.button(label, key=f"{PREFIX}unfold", type=kind, on_click=_unfold)


def _unfold() -> None:
    address.write(unfolded=True)


def is_answered(route: LessonLink, lesson: Lesson) -> bool:
    """Whether the step's question is answered: by a guess, or because the reason is unfolded."""
    return route.unfolded or question_form.checked_guess(_key(route, lesson)) is not None


def answer(route: LessonLink, lesson: Lesson, step: Step) -> None:
    """Draw the picture that settles the step's question, with the guess in it, once there is a verdict."""
    from pages.teach.questions.picture import plain_picture  # noqa: PLC0415 – it needs Plotly, which Home does not

    if step.question and is_answered(route, lesson):
        with st.container(key=f"{PREFIX}answer"):
            guess = question_form.checked_guess(_key(route, lesson))
            st.markdown(f"##### {card_words(step.question).name}")
            plain_picture(CARDS[step.question], guess, key=f"{PREFIX}evidence_{step.question}")


def _key(route: LessonLink, lesson: Lesson) -> str:
    return f"{PREFIX}{lesson.slug}_{route.number}"

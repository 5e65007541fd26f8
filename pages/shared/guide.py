"""How a room is shown in a lesson's step or by a teacher's link: words beside it, and only some controls."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from components.links.doors import doors
from core.teach.lesson import Lesson, Step, lessons
from core.teach.lesson_link import LessonLink, read_lesson_link
from pages.shared import contents, frame, question, settings, sidebar
from pages.shared.verbatim import markdown
from pages.shared.words import sections

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from streamlit.navigation.page import StreamlitPage

_NAMES = ("step", "keep", "title", "note", "projector", "ignored")
_SHOWN = 40  # characters of a name
_FILES = Path(__file__)
OWN = "guide_"
"""How keys of widgets begin that are a guide's own."""


def run(page: StreamlitPage) -> None:
    """Draw what stands around a room as the address asks for it, and run the room."""
    guide = _asked()
    overflown = tuple(_words()["Overflow"].format(name=name[:_SHOWN]) for name in settings.left_out())
    guide = replace(guide, ignored=(*guide.ignored, *overflown))
    if guide.projector:
        for_projector()
    if guide.controls is None:
        sidebar.draw(frame.stem_of(page))
        _tell(guide)
        frame.run(page)
    else:
        _run_beside(page, guide, guide.controls)


def offers(control: str) -> bool:
    """Whether a control stays; all do where no lesson's step and no teacher's link chooses among them."""
    kept = _asked().controls
    return kept is None or control in kept


def _asked() -> LessonLink:
    return read_lesson_link(
        {name: st.query_params.get_all(name) for name in _NAMES if name in st.query_params}, lessons()
    )


def for_projector() -> None:
    """Large type, and nothing around the room."""
    st.html(f"<style>{_text('projector.css')}</style>")


def link(lesson: Lesson, number: int, *, projector: bool = False) -> str:
    """Address of a step, from the app's root.

    Parameters
    ----------
    lesson : Lesson
    number : int
        From 1.
    projector : bool
        Whether it opens for a projector.
    """
    step = lesson.steps[number - 1]
    asked: dict[str, Sequence[str]] = {**step.address.settings, "step": [f"{lesson.slug}.{number}"]}
    return contents.address(step.address.room, asked | ({"projector": ["true"]} if projector else {}))


def style() -> str:
    """The look of a guide's links."""
    return f"<style>{_text('guide.css')}</style>"


# ---- Beside the room.


def _run_beside(page: StreamlitPage, guide: LessonLink, kept: Sequence[str]) -> None:
    st.html(f"{style()}<style>{_hidden(kept)}</style>")
    with st.container(key="guided"):
        beside, inside = st.columns([5 if guide.projector else 4, 9], gap="large")
        with beside.container(key="beside"):
            if guide.lesson and guide.step:
                _step(guide, guide.lesson, guide.step, page)
            else:
                _tell(guide)
            with st.container(key=f"{OWN}controls"):
                sidebar.sliders(frame.stem_of(page))
            _ways_out(guide, page)
            missing = st.empty()
        with inside:
            frame.run(page)
    unknown = [name for name in kept if name not in st.session_state]
    if unknown:
        missing.caption(_ignored(f"keep=“{name}” names no control of this room." for name in unknown))


def _hidden(kept: Sequence[str]) -> str:
    """Style that takes all controls away but those kept; a name holds small letters, digits and _ alone."""
    spared = "".join(f":not(.st-key-{name})" for name in kept) + f":not([class*=st-key-{OWN}])"
    picture = ":not(:has(.stBidiComponent))"
    nameless = ":is([data-testid=stButton], [data-testid=stDownloadButton], [data-testid=stPopover])"
    return (
        f".st-key-guided [data-testid=stElementContainer][class*=st-key-]{spared}{picture},"
        f".st-key-guided [data-testid=stElementContainer]:not([class*=st-key-]):has(> {nameless}),"
        f".st-key-guided .st-key-doors,"
        f".st-key-guided [data-testid=stTabs]{spared} [role=tablist] {{ display: none }}"
    )


def _step(guide: LessonLink, lesson: Lesson, step: Step, page: StreamlitPage) -> None:
    words = _words()
    with st.container(key=f"{OWN}head"):
        doors(_way(guide, lesson))
        st.markdown(f"## {step.title}")
    st.markdown(step.text)
    if step.question:
        with st.container(border=True):
            question.ask(step.question, key=f"{OWN}{lesson.slug}_{guide.number}")
    if frame.stem_of(page) != step.address.room:
        st.caption(words["Elsewhere"])
        title = contents.ROOMS[step.address.room].title
        doors(f'<div class="guide">{anchor(link(lesson, guide.number), title)}</div>')
    if guide.ignored:
        st.caption(_ignored(guide.ignored))


def _way(guide: LessonLink, lesson: Lesson) -> str:
    """Where one is in a lesson: its title, and doors to every step."""
    here, last = guide.number, len(lesson.steps)
    links = [link(lesson, number, projector=guide.projector) for number in range(1, last + 1)]
    place = _words()["Lesson"].format(number=here, last=last)
    dots = "".join(
        f"<li>{anchor(links[i], f'{i + 1}. {step.title}', **_mark(i + 1, here))}</li>"
        for i, step in enumerate(lesson.steps)
    )
    back = anchor(links[here - 2], "‹", label="Back", keys="PageUp") if here > 1 else ""
    on = (
        anchor(links[here], "Next ›", label="Next", keys="PageDown")
        if here < last
        else _end(lesson, projector=guide.projector)
    )
    return (
        f'<nav class="guide" aria-label="{escape(lesson.title)}"><div class="lesson">{escape(lesson.title)} · '
        f'{place}</div><div class="way">{back}<ol>{dots}</ol>{on}</div></nav>'
    )


def _mark(number: int, here: int) -> Mapping[str, str]:
    return {"current": "step"} if number == here else {"style": "past"} if number < here else {}


def _end(lesson: Lesson, *, projector: bool) -> str:
    """On to the next lesson; after the last to the list."""
    known = list(lessons().values())
    following = known[known.index(lesson) + 1 :]
    if following:
        return anchor(link(following[0], 1, projector=projector), "Next lesson ›", keys="PageDown")
    return anchor(contents.address("lessons", {}), "Lessons ›", keys="PageDown")


def anchor(href: str, text: str, *, label: str = "", keys: str = "", current: str = "", style: str = "") -> str:
    """A link for `doors`; whatever it is given becomes text."""
    named = {"aria-label": label, "aria-keyshortcuts": keys, "aria-current": current, "class": style}
    given = "".join(f' {name}="{escape(value)}"' for name, value in named.items() if value)
    return f'<a href="{escape(href)}" target="_self"{given}>{escape(text)}</a>'


def _ways_out(guide: LessonLink, page: StreamlitPage) -> None:
    words = _words()
    if guide.lesson:
        ways = {
            words["Again"]: link(guide.lesson, guide.number, projector=guide.projector),
            words["Leave"]: contents.address("lessons", {}),
        }
    else:
        rest = {name: st.query_params.get_all(name) for name in st.query_params if name not in _NAMES}
        ways = {words["All controls"]: contents.address(frame.stem_of(page), rest)}
    anchors = "".join(anchor(href, text) for text, href in ways.items())
    doors(f'<div class="guide"><div class="aside">{anchors}</div></div>')


# ---- A teacher's own words.


def _tell(guide: LessonLink) -> None:
    """Title and note, as plain text whatever stands in them."""
    if guide.title or guide.note:
        title = f"<h2>{escape(guide.title)}</h2>" if guide.title else ""
        st.html(f'{style()}<div class="guide">{title}<p class="note">{escape(guide.note)}</p></div>')
    if guide.ignored:
        st.caption(_ignored(guide.ignored))


def _ignored(sentences: Iterable[str]) -> str:
    return f"{_words()['Ignored']} {markdown(' '.join(sentences))}"


@cache
def _words() -> Mapping[str, str]:
    return sections(_FILES.with_suffix(".md").read_text("utf-8"))


@cache
def _text(name: str) -> str:
    return _FILES.with_name(name).read_text("utf-8")

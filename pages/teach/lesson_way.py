"""Links to the steps of lessons, the line that leads from step to step, and what of a link is ignored."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path

import streamlit as st

from core.teach.lesson import Lesson
from core.teach.lesson_link import LessonLink
from core.teach.own_step import OwnStep
from core.teach.questions.card import Answer
from pages.shared import contents
from pages.shared.style import style_of
from pages.shared.verbatim import markdown
from pages.shared.words import read
from pages.teach.score import guesses

_STYLE = Path(__file__).with_name("lesson_frame.css")
WORDS = Path(__file__).with_name("lesson_frame.md")
"""Words of this module and of `lesson_frame`."""


def link(
    lesson: Lesson,
    number: int,  # from 1
    *,
    projector: bool = False,  # whether it opens for a projector
) -> str:
    """Address of a step, from the app's root."""
    step = lesson.steps[number - 1]
    query: dict[str, Sequence[str]] = {**step.address.settings, "step": [f"{lesson.slug}.{number}"]}
    return contents.address(step.address.room, query | _large(projector))


def _large(projector: bool) -> dict[str, Sequence[str]]:
    return {"projector": ["true"]} if projector else {}


def style() -> str:
    """The style of `block` and `way`."""
    return style_of(_STYLE)


def block(kind: str, html: str) -> str:
    """Links for `room_links`: a row of buttons where the kind is "way", small text where it is "aside"."""
    return f'<div class="lesson-frame"><div class="{kind}">{html}</div></div>'


def anchor(href: str, text: str, *, label: str = "", rel: str = "", current: str = "", style: str = "") -> str:
    """A link for `room_links`; all arguments are escaped."""
    optional = {"aria-label": label, "rel": rel, "aria-current": current, "class": style}
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in optional.items() if value)
    return f'<a href="{escape(href)}" target="_self"{attributes}>{escape(text)}</a>'


def own_link(route: LessonLink, number: int) -> str:
    """Address of a step of a teacher's link, from the app's root; `number` from 1."""
    address = route.steps[number - 1].address
    assert address is not None
    several: dict[str, Sequence[str]] = {"at": [f"{number}"], "go": [step.source_text for step in route.steps]}
    return contents.address(address.room, {**address.settings, **several, **_large(route.projector)})


def way(route: LessonLink, lesson: Lesson) -> str:
    """A lesson's title with the way out of it, back, and links to all its steps."""
    links = [link(lesson, number, projector=route.projector) for number in range(1, len(lesson.steps) + 1)]
    return _way(lesson.title, links, [step.title for step in lesson.steps], route.number, leave=True)


def own_way(route: LessonLink) -> str:
    """The same through the steps of a teacher's link, which leads nowhere else."""
    links = [own_link(route, number) for number in range(1, len(route.steps) + 1)]
    return _way(read(WORDS)["Own"], links, [own_title(step) for step in route.steps], route.number, leave=False)


def onward(route: LessonLink) -> str:
    """The link to the next step, or from the last one of a lesson to its ending; empty where there is nothing."""
    words, look = read(WORDS), "main" if route.unfolded else ""
    if route.lesson and route.number == len(route.lesson.steps):
        href, text = ending_link(route.lesson, guesses(), projector=route.projector), words["On: ending"]
        return _onward(anchor(href, text, rel="next", style=look))
    if route.lesson:
        href = link(route.lesson, route.number + 1, projector=route.projector)
    elif route.number < len(route.steps):
        href = own_link(route, route.number + 1)
    else:
        return ""
    return _onward(anchor(href, words["On"], label=words["On: label"], rel="next", style=look))


def _onward(html: str) -> str:
    name = escape(read(WORDS)["On: label"])
    return f'<nav class="lesson-frame" aria-label="{name}"><div class="way">{html}</div></nav>'


def ending_link(lesson: Lesson, guess_by_slug: Mapping[str, Answer], *, projector: bool = False) -> str:
    """Address of what stands at a lesson's end; for a projector, whose address a class follows, without guesses."""
    texts = [] if projector else [as_text(guess_by_slug.get(slug)) for slug in lesson.questions]
    query: dict[str, Sequence[str]] = {"ending": [lesson.slug], "guess": texts if any(texts) else []}
    return contents.address("lessons", query | _large(projector))


def as_text(guess: Answer | None) -> str:
    """A guess as a query parameter; empty without one."""
    if guess is None:
        return ""
    if isinstance(guess, str):
        return guess
    return str(guess).lower() if isinstance(guess, bool) else f"{guess:.12g}"


def own_title(step: OwnStep) -> str:
    """A teacher's title of a step, plain text; without one, the room's."""
    assert step.address is not None
    return step.title or contents.ROOMS[step.address.room].title


def _way(name: str, links: Sequence[str], titles: Sequence[str], here: int, *, leave: bool) -> str:
    words = read(WORDS)
    steps = [_step_item(links[i], f"{i + 1}. {title}", i + 1, here) for i, title in enumerate(titles)]
    back = anchor(links[here - 2], "‹", label=words["Back"], rel="prev") if here > 1 else ""
    out = f" · {anchor(contents.address('lessons', {}), words['Leave'])}" if leave else ""
    title, place = escape(name), words("Place", number=here, last=len(links))
    return (
        f'<nav class="lesson-frame" aria-label="{title}"><div class="lesson">{title} · {place}{out}</div>'
        f'<div class="way">{back}<ol>{"".join(steps)}</ol></div></nav>'
    )


def _step_item(href: str, title: str, number: int, here: int) -> str:
    current = "step" if number == here else ""
    return f"<li>{anchor(href, title, current=current, style='past' if number < here else '')}</li>"


def tell(route: LessonLink) -> None:
    """List the ignored parts of a link."""
    if route.ignored:
        st.caption(ignored_note(route.ignored))


def ignored_note(sentences: Iterable[str]) -> str:
    """Sentences about what is ignored, as Markdown."""
    return f"{read(WORDS)['Ignored']} {markdown(' '.join(sentences))}"

"""A live class: the scripts of teacher and students, and what a teacher may open for it."""

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from components.classroom import PATH, Role, in_class, script
from core.teach import live
from core.teach.lesson import lessons
from core.teach.lesson_link import LessonLink
from core.teach.live.question import CLAIM, MOST, OPTION, UNIT
from core.teach.questions import CARDS
from pages.shared import contents, lesson_link
from pages.shared.plain_markdown import plain
from pages.shared.words import read
from pages.teach.lesson_way import link
from pages.teach.question_words import card_words, words

_WORDS = Path(__file__).parents[1] / "class.md"
_ROOM = "class"


@cache
def scripts() -> Mapping[str, str]:
    """JavaScript by file name."""
    cards = {slug: {"claim": card_words(slug).claim, "ask": card_words(slug).ask} for slug in CARDS}
    texts = {**read(_WORDS).under("In class"), "True": words()["True"], "False": words()["False"]}
    roles: tuple[Role, ...] = ("teacher", "student")
    return {f"{role}.js": script(role, texts, cards) for role in roles}


def question_text(slug: str) -> str:
    """The words of a question of the app, as plain text."""
    words_of_card = card_words(slug)
    return plain(f"{words_of_card.claim} {words_of_card.ask}").strip()


def listen(stem: str) -> None:
    """Draw every room's part of a live class, where the server has its routes."""
    if live.has_live_routes():
        in_class(**_addresses(), asks=_asks(lesson_link.current()), room=stem == _ROOM)


def _asks(route: LessonLink) -> Mapping[str, Any]:
    """The question of a lesson's step, or a teacher's own, as the teacher's script sends it to the class."""
    if route.step:
        return {"card": route.step.question} if route.step.question else {}
    question = route.teacher_step.asks
    return {"text": question.text, "options": question.options, "right": question.truth} if question else {}


@cache
def _addresses() -> dict[str, str]:
    """Of the scripts by role; another text has another address."""
    versions = {name: sha256(text.encode()).hexdigest()[:12] for name, text in scripts().items()}
    return {name.removesuffix(".js"): f"{PATH}/{name}?{version}" for name, version in versions.items()}


@cache
def class_values() -> dict[str, Any]:
    """Lessons, and questions by section, with their addresses for a projector; bounds of an own question."""
    questions: dict[str, list[dict[str, str]]] = {}
    for slug, card in CARDS.items():
        room = card.address.room
        section = "Words" if room == "home" else contents.section_of(room)
        address = contents.address("questions", {"card": [slug], "class_view": ["true"]})
        questions.setdefault(section, []).append({"name": card_words(slug).name, "address": address})
    lesson_entries = [
        {"title": each.title, "minutes": each.minutes, "address": link(each, 1, projector=True)}
        for each in lessons().values()
    ]
    most = {"claim": CLAIM, "option": OPTION, "unit": UNIT, "options": MOST}
    return {"lessons": lesson_entries, "questions": questions, "most": most}

"""What stands at a lesson's end: the whole in short, and each guess beside what was measured, as a card to keep."""

from collections.abc import Mapping
from html import escape
from pathlib import Path

import streamlit as st

from components.classroom import clicker
from components.controls import room_links
from components.controls.take_picture import take_picture
from core.teach.lesson import Lesson, lessons
from core.teach.questions import CARDS
from core.teach.questions.card import Answer
from pages.shared import address, contents, lesson_link
from pages.shared.plain_markdown import paragraphs, spans
from pages.shared.style import style_of
from pages.shared.words import Words, read
from pages.take_away import offer
from pages.teach import question_form
from pages.teach.handout import handout_link
from pages.teach.lesson_way import WORDS, anchor, ending_link, link, style
from pages.teach.question_words import answer_in_words, because, card_words, is_right, settle_card
from pages.teach.questions.picture import plain_picture
from pages.teach.score import guesses

_CARD = "lesson_card"
_STYLE = Path(__file__).with_suffix(".css")


def ending(lesson: Lesson, words: Words) -> None:
    """Draw the card, ways to keep and to share it, and the way to the next lesson."""
    guess_by_slug, labels = _read_guesses(lesson), read(offer.WORDS)
    st.html(style() + style_of(_STYLE))
    if lesson.recall and not lesson_link.current().projector:
        _recall(lesson, words)
    with st.container(key=_CARD):
        st.html(card(lesson, guess_by_slug, words))
    with st.container(key="lesson_card_keep", horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(words["Ending: keep"], width="content")
        texts = {name: labels[name.capitalize()] for name in ("missing", "failed")}
        name = f"clockface-{lesson.slug}"
        take_picture(_CARD, title=lesson.title, alt=words["Ending: alt"], name=name, words=texts, key="take_card")
    with st.container(key="lesson_card_ways"):
        room_links(_ways(lesson, guess_by_slug, words))
    clicker(on=["a[rel=next]"], back=["a[rel=prev]"], keys="class" if lesson_link.current().projector else "step")


def _recall(lesson: Lesson, words: Words) -> None:
    """Ask one question of an earlier lesson again, and show what settles it."""
    key = f"recall_{lesson.slug}"
    earlier = next(one for one in lessons().values() if lesson.recall in one.questions)
    with st.container(border=True, key="lesson_recall"):
        st.caption(words("Ending: recall", lesson=earlier.title))
        question_form.ask(lesson.recall, key=key)
        guess = question_form.checked_guess(key)
        if guess is not None:
            plain_picture(CARDS[lesson.recall], guess, key=f"{key}_evidence")


def _read_guesses(lesson: Lesson) -> Mapping[str, Answer]:
    """The guesses of the address, or of this session where it has none."""
    texts = zip(lesson.questions, address.texts("guess"), strict=False)
    read_ = {slug: CARDS[slug].asks.read(text) for slug, text in texts}
    read_guesses = {slug: guess for slug, guess in read_.items() if guess is not None}
    return read_guesses or guesses()


def card(lesson: Lesson, guess_by_slug: Mapping[str, Answer], words: Words) -> str:
    """The card as HTML; `guess_by_slug` of a question."""
    right = [is_right(CARDS[slug], guess_by_slug[slug]) for slug in lesson.questions if slug in guess_by_slug]
    score = f"{words('Ending: score', right=sum(right), count=len(right))} · " if right else ""
    rows = "".join(_question(slug, guess_by_slug.get(slug), words) for slug in lesson.questions)
    return (
        f'<article class="lesson-card"><h1>{escape(lesson.title)}</h1>{paragraphs(lesson.summary)}'
        f"<h2>{escape(words['Ending: heading'])}</h2><ol>{rows}</ol>"
        f"<footer>{escape(score)}Clockface</footer></article>"
    )


def _question(slug: str, guess: Answer | None, words: Words) -> str:
    question, mark = CARDS[slug], ""
    truth = words("Ending: measured", truth=answer_in_words(question, settle_card(slug).truth))
    guess_text = words["Ending: no guess"]
    if guess is not None:
        mark = "✓ " if is_right(question, guess) else "✗ "
        guess_text = words("Ending: guess", guess=answer_in_words(question, guess))
    text, answer_line = card_words(slug), f"{mark}{escape(guess_text)} <b>{escape(truth)}</b>"
    claim = f"<b>{escape(text.claim)}</b> {escape(text.ask)}"
    return f"<li>{claim}<p>{answer_line}</p><p>{spans(because(question))}</p></li>"


def _ways(lesson: Lesson, guess_by_slug: Mapping[str, Answer], words: Words) -> str:
    """Back to the last step, to the same card with the guesses in its address, to the handout, and on."""
    labels, large = read(WORDS), lesson_link.current().projector
    every = list(lessons().values())
    after = every[every.index(lesson) + 1 :]
    back = anchor(link(lesson, len(lesson.steps), projector=large), "‹", label=labels["Back"], rel="prev")
    is_mine = guess_by_slug and not any(address.texts("guess"))  # and the address does not say so
    share = anchor(ending_link(lesson, guess_by_slug), words["Ending: link"]) if is_mine else ""
    paper = anchor(handout_link(lesson), words["Handout"])
    if after:
        title = labels("On: lesson", title=after[0].title)
        on = anchor(link(after[0], 1, projector=large), title, rel="next", style="main")
    else:
        on = anchor(contents.address("lessons", {}), labels["On: list"], rel="next", style="main")
    return f'<nav class="lesson-frame"><div class="way">{back}{share}{paper}{on}</div></nav>'

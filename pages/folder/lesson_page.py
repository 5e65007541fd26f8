"""A lesson's page in the folder, and the page of all questions."""

from collections.abc import Sequence
from html import escape

from core.teach.lesson import Lesson
from core.teach.questions import CARDS
from core.teach.questions.card import Card, Number, Shape
from figures.teach.paper import LETTERS, choices_svg, evidence_svg
from pages.folder.room_page import Find, fold, head, in_app, lesson_file
from pages.folder.sliders import WORDS, form, moved_note
from pages.folder.view import View
from pages.shared import contents
from pages.shared.glossary import explain_terms
from pages.shared.plain_markdown import paragraphs, spans
from pages.shared.words import read
from pages.teach.handout import answer_line
from pages.teach.lesson_way import WORDS as WAY
from pages.teach.question_words import because, card_words, settle_card
from pages.teach.question_words import words as question_words


def body(lesson: Lesson, views: Sequence[View], find: Find, app: str, successor: Lesson | None) -> str:
    """The main part: each step is a scene, and so is what stands at the end."""
    minutes = read(WORDS)("Minutes", minutes=lesson.minutes)
    top = head(lesson.title, f"{lesson.goal} {minutes}.")
    steps = "".join(_step(lesson, number, view, find, app) for number, view in enumerate(views, 1))
    return f"{top}{steps}{_ending(lesson, successor)}"


def _step(lesson: Lesson, number: int, view: View, find: Find, app: str) -> str:
    step, labels, way = lesson.steps[number - 1], read(WORDS), read(WAY)
    step_sliders = [each for each in view.sliders if each.name in step.controls]
    intro, task, why = explain_terms(step.text, step.task, step.why)
    asks = question(CARDS[step.question]) if step.question else ""
    still = f'<p class="aside">{escape(labels["Still"])}</p>' if step.controls and not step_sliders else ""
    tries = paragraphs(f"**{way['Try']}** {task}")
    room = find(contents.address(view.stem, view.query)) or f"{view.stem}.html"
    text = (
        f"<h2>{number}. {escape(step.title)}</h2>{paragraphs(intro)}{asks}"
        f"<div class='try'>{tries}{still}</div>"
        f"{fold(way['Unfold'], paragraphs(why))}"
        f'<p class="aside"><a href="{room}">{escape(labels["Room"])}</a></p>'
    )
    waits = f'<p class="waits">{escape(way["Guess first"])}</p>' if step.guess_first else ""
    scene = f"{waits}<div class='pictures'>{form(step_sliders)}{view.only_pictures}{moved_note(step_sliders)}</div>"
    kind = "scene step guess-first" if step.guess_first else "scene step"
    there = in_app(app, view, {"step": [f"{lesson.slug}.{number}"]})
    parts = f'<div class="text">{text}</div><div class="shown">{scene}</div>{_ways(number, len(lesson.steps) + 1)}'
    return f'<section class="{kind}"{there} hidden>{parts}</section>'


def _ending(lesson: Lesson, successor: Lesson | None) -> str:
    on = ""
    if successor:
        words = read(WORDS)("Next lesson", title=successor.title)
        on = f'<p><a href="{lesson_file(successor.slug)}">{escape(words)}</a></p>'
    last = len(lesson.steps) + 1
    text = f"<h2>In short</h2>{paragraphs(lesson.summary)}{on}"
    return f'<section class="scene step" hidden><div class="text">{text}</div>{_ways(last, last)}</section>'


def _ways(number: int, last: int) -> str:
    """Back and on, and where one is."""
    way = read(WAY)
    back = f'<a rel="prev" href="#step={number - 1}">‹ {way["Back"]}</a>' if number > 1 else ""
    on = f'<a rel="next" href="#step={number + 1}">{way["On"]}</a>' if number < last else ""
    place = way("Place", number=number, last=last)
    return f'<nav class="way" aria-label="{place}">{back}<span>{place}</span>{on}</nav>'


def question(card: Card) -> str:
    """A question with its choices; the answer is folded."""
    text, labels = card_words(card.slug), read(WORDS)
    intro = f"<p><b>{spans(text.claim)}</b> {spans(text.ask)}</p>"
    picture = f'<div class="paper">{evidence_svg(settle_card(card.slug).evidence)}</div>'
    answer = f"<p>{answer_line(card)}</p>{paragraphs(because(card))}{picture}"
    answer_fold = f'<details class="answer"><summary>{escape(labels["Answer"])}</summary>{answer}</details>'
    return f'<div class="question">{intro}{_choices(card)}{answer_fold}</div>'


def _choices(card: Card) -> str:
    """Where a reader guesses; what is guessed stays in the page."""
    asks, label = card.asks, escape(read(WORDS)["Guess"])
    if isinstance(asks, Number):
        return f'<p><label>{label} <input type="number" step="any"> {escape(asks.unit)}</label></p>'
    sketch, names = "", [question_words()["True"], question_words()["False"]]
    if isinstance(asks, Shape):
        x, curves = asks.draw()
        sketch, names = f'<div class="paper">{choices_svg(x, curves)}</div>', list(LETTERS[: len(curves)])
    options = "".join(f'<label><input type="radio" name="{card.slug}"> {escape(each)}</label>' for each in names)
    return f'{sketch}<div class="way" role="radiogroup" aria-label="{label}"><span>{label}</span>{options}</div>'

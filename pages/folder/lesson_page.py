"""A lesson's page in the folder, and the page of all questions."""

from collections.abc import Sequence
from html import escape

from core.teach.lesson import Lesson
from core.teach.questions import CARDS
from core.teach.questions.card import Card, Claim, Shape
from figures.teach.paper import LETTERS, choices_svg, evidence_svg
from pages.folder.room_page import WORDS, Find, fold, in_app, lesson_file, moved, sliders
from pages.folder.view import View
from pages.shared import contents
from pages.shared.glossary import explained
from pages.shared.words import read
from pages.teach.handout import letter
from pages.teach.lesson_way import WORDS as WAY
from pages.teach.plain_markdown import paragraphs, spans
from pages.teach.question_words import because, card_words, settled, verdict
from pages.teach.question_words import words as question_words


def body(lesson: Lesson, views: Sequence[View], find: Find, app: str, following: Lesson | None) -> str:
    """The main part: each step is a scene, and so is what stands at the end."""
    head = f'<div class="head"><h1>{escape(lesson.title)}</h1></div>'
    goal = (
        f'<div class="takeaway"><p>{spans(lesson.goal)} {read(WORDS)("Minutes", minutes=lesson.minutes)}.</p></div>'
    )
    steps = "".join(_step(lesson, number, view, find, app) for number, view in enumerate(views, 1))
    return f"{head}{goal}{steps}{_ending(lesson, following)}"


def _step(lesson: Lesson, number: int, view: View, find: Find, app: str) -> str:
    step, own, way = lesson.steps[number - 1], read(WORDS), read(WAY)
    offered = [each for each in view.sliders if each.name in step.controls]
    said, task, why = explained(step.text, step.task, step.why)
    asks = question(CARDS[step.question]) if step.question else ""
    still = (
        ""
        if offered or not step.controls
        else f'<p class="aside">{escape(own("Still", app=own["Still: app"] if app else ""))}</p>'
    )
    tries = paragraphs(f"**{way['Try']}** {task}")
    room = find(contents.address(view.stem, view.query)) or f"{view.stem}.html"
    text = (
        f"<h2>{number}. {escape(step.title)}</h2>{paragraphs(said)}{asks}"
        f"<div class='try'>{tries}{still}</div>"
        f"{fold(way['Unfold'], paragraphs(why))}"
        f'<p class="aside"><a href="{room}">{escape(own["Room"])}</a></p>{_ways(number, len(lesson.steps) + 1)}'
    )
    waits = f'<p class="waits">{escape(way["Guess first"])}</p>' if step.guess_first else ""
    shown = f"{waits}<div class='pictures'>{sliders(offered)}{view.only_pictures}{moved(offered)}</div>"
    kind = "scene step guess-first" if step.guess_first else "scene step"
    there = in_app(app, view, {"step": [f"{lesson.slug}.{number}"]})
    parts = f'<div class="text">{text}</div><div class="shown">{shown}</div>'
    return f'<section class="{kind}"{there} hidden>{parts}</section>'


def _ending(lesson: Lesson, following: Lesson | None) -> str:
    on = ""
    if following:
        words = read(WORDS)("Next lesson", title=following.title)
        on = f'<p><a href="{lesson_file(following.slug)}">{escape(words)}</a></p>'
    last = len(lesson.steps) + 1
    text = f"<h2>In short</h2>{paragraphs(lesson.summary)}{on}{_ways(last, last)}"
    return f'<section class="scene step" hidden><div class="text">{text}</div></section>'


def _ways(number: int, last: int) -> str:
    """Back and on, and where one is."""
    way = read(WAY)
    back = f'<a rel="prev" href="#step={number - 1}">‹ {way["Back"]}</a>' if number > 1 else ""
    on = f'<a rel="next" href="#step={number + 1}">{way["On"]}</a>' if number < last else ""
    place = way("Place", number=number, last=last)
    return f'<nav class="way" aria-label="{place}">{back}<span>{place}</span>{on}</nav>'


def question(card: Card) -> str:
    """A question with its choices; the answer is folded."""
    text, own = card_words(card.slug), read(WORDS)
    said = f"<p><b>{spans(text.claim)}</b> {spans(text.ask)}</p>"
    drawn = evidence_svg(settled(card.slug).evidence)
    answer = f'{paragraphs(_verdict(card))}{paragraphs(because(card))}<div class="paper">{drawn}</div>'
    folded = f'<details class="answer"><summary>{escape(own["Answer"])}</summary>{answer}</details>'
    return f'<div class="question">{said}{_choices(card)}{folded}</div>'


def _verdict(card: Card) -> str:
    return f"**{letter(card)}.** {verdict(card, None)}" if isinstance(card.asks, Shape) else verdict(card, None)


def _choices(card: Card) -> str:
    """Where a reader guesses; what is guessed stays in the page."""
    asks, name, label = card.asks, f"guess-{card.slug}", escape(read(WORDS)["Guess"])
    if isinstance(asks, Claim):
        drawn, given = "", [question_words()["True"], question_words()["False"]]
    elif isinstance(asks, Shape):
        x, curves = asks.draw()
        drawn, given = f'<div class="paper">{choices_svg(x, curves)}</div>', list(LETTERS[: len(curves)])
    else:
        return f'<p><label>{label} <input type="number" step="any"> {escape(asks.unit)}</label></p>'
    options = "".join(f'<label><input type="radio" name="{name}"> {escape(each)}</label>' for each in given)
    return f"{drawn}<fieldset><legend>{label}</legend>{options}</fieldset>"

"""The asking of one question: claim, guess and verdict, in the Questions room and in a lesson's step."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from core.teach.questions import CARDS
from core.teach.questions.card import Card, Claim, Number, Shape
from figures.teach.sketch import sketch
from pages.shared import chart
from pages.shared.numerals import minus, scientific
from pages.shared.words import sections

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from core.teach.questions.evidence import Answer, Settled

LETTERS = "ABCD"
_WORDS = Path(__file__).parents[1] / "questions.md"
_SCORE = "questions_answered"


@dataclass(frozen=True)
class Told:
    """The words of a card, as Markdown.

    Parameters
    ----------
    name : str
        A few words.
    claim : str
        As a learner would say it.
    ask : str
        What is to be guessed; empty where it is whether the claim is true.
    why : str
        With places for the computed numbers.
    """

    name: str
    claim: str
    ask: str
    why: str


@cache
def words() -> Mapping[str, str]:
    """The sections of the room's Markdown file by heading."""
    return MappingProxyType(sections(_WORDS.read_text("utf-8")))


@cache
def told(slug: str) -> Told:
    """The words of a card."""
    name, claim, *ask, why = words()[slug].split("\n\n")
    return Told(name, claim, " ".join(ask), why)


@lru_cache(maxsize=len(CARDS))
def settled(slug: str) -> Settled:
    """A card's computed answer: no setting of a reader alters it, and a whole class asks for it at once."""
    return CARDS[slug].settle()


def ask(slug: str, *, key: str) -> None:
    """A question with its guess, a button to check it and the verdict, without the picture.

    Parameters
    ----------
    slug : str
        Of a card.
    key : str
        Unique on the page; keys of all widgets begin with it.
    """
    card, own, checked = CARDS[slug], f"{key}_guess", f"{key}_checked"
    say(card)
    guess = guessing(card, key=own)
    st.button(words()["Check"], key=f"{key}_check", on_click=_check, args=(slug, own, checked))
    if guess is not None and guess == st.session_state.get(checked):
        st.markdown(verdict(card, guess))
        st.markdown(because(card))


def say(card: Card, *, level: int = 4) -> None:
    """The claim as a heading of that level, and what is asked about it; large too where the level is 1."""
    text = told(card.slug)
    st.markdown(f"{'#' * level} {text.claim}")
    if text.ask:
        st.markdown(f"## {text.ask}" if level == 1 else text.ask)


def guessing(card: Card, *, key: str, on_change: Callable[[], None] | None = None) -> Answer | None:
    """The controls of a guess.

    Parameters
    ----------
    card : Card
    key : str
        Of the one widget there is.
    on_change : callable or None
        Called before the page runs again.

    Returns
    -------
    guess : bool, float, str or None
        None before there is one.
    """
    given = {"key": key, "on_change": on_change}
    if isinstance(card.asks, Number):
        return _number(card.asks, given)
    if isinstance(card.asks, Shape):
        sketches(card.asks)
        letters = dict(zip(card.asks.draw()[1], LETTERS, strict=False))
        return st.segmented_control(words()["Your guess"], list(letters), format_func=letters.__getitem__, **given)
    said = {True: words()["True"], False: words()["False"]}
    return st.segmented_control(words()["Your guess"], list(said), format_func=said.__getitem__, **given)


def _number(asks: Number, given: Mapping[str, object]) -> float | None:
    unit = words()["Number: unit"].format(unit=asks.unit) if asks.unit else words()["Your guess"]
    near = words()["Number: exact" if asks.factor == 1 else "Number: tolerance"].format(factor=asks.factor)
    kind = int if asks.whole else float
    guess: float | None = st.number_input(
        unit, kind(asks.least), kind(asks.most), None, step=kind(1), help=near, width=220, **given,  # type: ignore[arg-type]
    )  # fmt: skip
    return guess


def sketches(asks: Shape) -> None:
    """The curves to choose among, with letters."""
    x, curves = asks.draw()
    low, high = (float(end(list(curves.values()))) for end in (np.min, np.max))
    with st.grid(len(curves), min_column_width=130, gap="small"):
        for letter, (name, y) in zip(LETTERS, curves.items(), strict=False):
            picture = sketch(x, y, low=low, high=high, name=name, palette=chart.palette())
            st.html(f'<figure style="margin:0"><figcaption><b>{letter}</b></figcaption>{picture}</figure>')


def verdict(card: Card, guess: Answer | None) -> str:
    """Whether a guess is right, and what is."""
    if guess is None:
        return _answer(card)
    right = card.asks.judge(guess, settled(card.slug).truth)
    answer = _answer(card) if right else f"{_answer(card)} {_distance(card, guess)}".strip()
    return words()["Right" if right else "Wrong"].format(guess=spoken(card, guess), answer=answer)


def because(card: Card) -> str:
    """The explaining sentence with its numbers."""
    return printed(told(card.slug).why.format(**settled(card.slug).facts))


def spoken(card: Card, guess: Answer) -> str:
    """A guess in words."""
    if isinstance(card.asks, Claim):
        return words()["True" if guess else "False"].lower()
    return str(guess) if isinstance(guess, str) else _with_unit(card.asks, guess)


def remember(card: Card, guess: Answer) -> None:
    """Keep whether the first guess of this session was right."""
    right = card.asks.judge(guess, settled(card.slug).truth)
    st.session_state[_SCORE] = {card.slug: right} | score()


def score() -> dict[str, bool]:
    """Whether each question that was answered in this session was answered right at first."""
    return dict(st.session_state.get(_SCORE, {}))


def forget() -> None:
    """Begin the score anew."""
    st.session_state[_SCORE] = {}


def printed(text: str) -> str:
    """Powers of ten and minus signs as they are printed.

    Examples
    --------
    >>> printed("from -3 to 2e-15")
    'from −3 to 2 × 10⁻¹⁵'
    """
    raised = re.sub(r"\b\d(?:\.\d+)?e[+-]\d+", lambda found: scientific(float(found[0]), figures=1), text)
    return re.sub(r"(?<![\w.-])-(?=\d)", "−", raised)


def _check(slug: str, own: str, checked: str) -> None:
    """The guess may have come with the very click."""
    guess = st.session_state[checked] = st.session_state[own]
    if guess is not None:
        remember(CARDS[slug], guess)


def _answer(card: Card) -> str:
    truth = settled(card.slug).truth
    if isinstance(card.asks, Claim):
        return words()["Answer: true" if truth else "Answer: false"]
    kind = "Answer: number" if isinstance(card.asks, Number) else "Answer: shape"
    return words()[kind].format(truth=spoken(card, truth))


def _distance(card: Card, guess: Answer) -> str:
    """How far the wrong one of a few curves is from the true one, and how near the right one."""
    if not isinstance(card.asks, Shape):
        return ""
    found = settled(card.slug)
    away = card.asks.distances(np.asarray(found.evidence.series[0].y, float))
    near, far = (f"{away[str(name)]:.2g}" for name in (found.truth, guess))
    return words()["Answer: distance"].format(near=near, far=far)


def _with_unit(asks: Number | Shape, number: Answer) -> str:
    shown = minus(f"{float(number):,.4g}" if float(number) < 1000 else f"{float(number):,.0f}")
    unit = asks.unit if isinstance(asks, Number) else ""
    return f"{shown} {unit}".strip()

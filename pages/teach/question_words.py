"""The words of a question card: the claim, the verdict on a guess, and the reason with its numbers."""

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from core.numeric.numerals import minus
from core.teach.questions import CARDS
from core.teach.questions.card import Answer, Card, Claim, Number, Shape, Solution
from pages.shared.words import Words, read

_FILE = Path(__file__).parents[1] / "questions.md"


@dataclass(frozen=True)
class CardWords:
    """The words of a card, as Markdown."""

    name: str  # a few words
    claim: str  # as a learner would say it
    ask: str  # what is to be guessed; empty if the question is whether the claim is true


def words() -> Words:
    """The words of the room Questions."""
    return read(_FILE)


@cache
def card_words(slug: str) -> CardWords:
    """The words of a card before it is answered."""
    name, claim, *ask, _ = words()[slug].split("\n\n")
    one_line = [" ".join(text.split()) for text in (name, claim, " ".join(ask))]  # a heading ends with its line
    return CardWords(*one_line)


@lru_cache(maxsize=len(CARDS))
def settle_card(slug: str) -> Solution:
    """A card's computed answer; cached, since it is the same for all readers and a class asks at once."""
    return CARDS[slug].settle()


def because(card: Card) -> str:
    """The reason with its numbers: the last paragraph of the card's section."""
    return words()(card.slug, **settle_card(card.slug).facts).rpartition("\n\n")[2]


def verdict(card: Card, guess: Answer | None) -> str:
    """Whether a guess is right, and the answer; without a guess, the answer alone."""
    if guess is None:
        return _answer(card)
    name = "Right" if is_right(card, guess) else "Wrong"
    return words()(name, guess=answer_in_words(card, guess), answer=_answer(card))


def is_right(card: Card, guess: Answer) -> bool:
    """Whether a guess is right."""
    return card.asks.judge(guess, settle_card(card.slug).truth)


def answer_in_words(card: Card, guess: Answer) -> str:
    """A guess in words."""
    if isinstance(card.asks, Claim):
        return words()["True" if guess else "False"].lower()
    return str(guess) if isinstance(guess, str) else _with_unit(card.asks, guess)


def _answer(card: Card) -> str:
    truth = settle_card(card.slug).truth
    if isinstance(card.asks, Claim):
        return words()["Answer: true" if truth else "Answer: false"]
    kind = "Answer: number" if isinstance(card.asks, Number) else "Answer: shape"
    return words()(kind, truth=answer_in_words(card, truth))


def _with_unit(asks: Number | Shape, number: Answer) -> str:
    text = minus(f"{float(number):,.4g}" if float(number) < 1000 else f"{float(number):,.0f}")
    unit = asks.unit if isinstance(asks, Number) else ""
    return f"{text} {unit}".strip()

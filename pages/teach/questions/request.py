"""The query parameters of the room Questions."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from core.teach.questions import CARDS
from core.teach.questions.card import Answer, Card
from pages.shared import address
from pages.shared.verbatim import markdown

_LONGEST = 40  # characters of an ignored value
Read = TypeVar("Read")


@dataclass(frozen=True)
class Request:
    """The query parameters of the room Questions, read."""

    card: Card
    guess: Answer | None
    revealed: bool  # whether the answer is shown
    class_view: bool  # whether the question stands alone, in large type
    then: str  # slug of the question to go on with, where this one came back; empty where it did not
    ignored: tuple[str, ...]  # parameters with values that cannot be used, as Markdown


def read_address() -> Request:
    """Read the address; values that cannot be used are replaced by defaults."""
    ignored: list[str] = []
    card = _read("card", CARDS.get, next(iter(CARDS.values())), ignored)
    guess = _read("guess", card.asks.read, None, ignored)
    revealed, class_view = (_read(name, _switch, False, ignored) for name in ("revealed", "class_view"))
    then = _read("then", CARDS.get, None, ignored)
    return Request(card, guess, revealed, class_view, then.slug if then else "", tuple(ignored))


def _read(name: str, understand: Callable[[str], Read | None], default: Read, ignored: list[str]) -> Read:
    """The value of a query parameter, or the default and a note."""
    text = address.text(name)
    if text is None:
        return default
    value = understand(text)
    if value is None:
        ignored.append(f"{name}=“{markdown(text[:_LONGEST])}{'…' * (len(text) > _LONGEST)}”")
        return default
    return value


def _switch(text: str) -> bool | None:
    return {"true": True, "false": False}.get(text)

"""What the teacher asks: one of the questions of the app, or one of the teacher's own."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from core.teach.live import untrusted
from core.teach.questions import CARDS
from core.teach.questions.card import Number, Shape

CLAIM, OPTION, UNIT = 160, 60, 20  # characters at most
FEWEST, MOST = 2, 6  # options
OF_CHOICES = ("text", "options", "right")
OF_NUMBERS = ("text", "unit", "least", "most", "whole", "right")


@dataclass(frozen=True)
class Question:
    """A question with closed answers."""

    kind: Literal["choices", "number"]
    card: str = ""  # slug of a question of the app; empty for a teacher's own
    text: str = ""  # a teacher's own words, plain text; empty where `card` names the question
    options: tuple[str, ...] = ()  # to choose from
    unit: str = ""  # of the number
    least: float | None = None  # bound of the number
    most: float | None = None  # bound of the number
    whole: bool = False  # whether only whole numbers are answers
    factor: float = 1.0  # a number that is at most this many times too large or too small is right
    truth: float | None = None  # index of the right option, or the right number; None where the teacher gave none

    def read(self, answer: Any) -> float:  # raises LiveError
        """An answer, which is untrusted: the index of an option, or a number."""
        if self.kind == "choices":
            return untrusted.number(answer, "answer", 0, len(self.options) - 1, whole=True)
        least = -untrusted.FARTHEST if self.least is None else self.least
        most = untrusted.FARTHEST if self.most is None else self.most
        return untrusted.number(answer, "answer", least, most, whole=self.whole)

    def judge(self, answer: float) -> bool | None:
        """Whether an answer is right; None without a known truth."""
        if self.truth is None:
            return None
        if self.kind == "choices" or self.factor == 1:
            return answer == self.truth
        return self.truth / self.factor <= answer <= self.truth * self.factor

    @property
    def right_answer(self) -> str:
        """The right option, or the right number with its unit; "" without a known truth."""
        if self.truth is None:
            return ""
        return self.options[int(self.truth)] if self.kind == "choices" else f"{self.truth:.12g} {self.unit}".strip()

    def to_json(self) -> dict[str, Any]:
        """As JSON, with the truth."""
        return vars(self) | {"options": list(self.options)}


def read_question(
    # "card", or "text" with "options" or with "unit", "least", "most" and "whole", and perhaps "right"
    body: Mapping[str, Any],
) -> Question:  # raises LiveError if a value breaks its law
    """Read a teacher's question, which is untrusted."""
    if "card" in body:
        untrusted.only(dict(body), ("card",))
        return card_question(untrusted.one_of(body["card"], "card", tuple(CARDS)))
    if "options" in body:
        return _choices(body)
    return _number(body)


@cache
def card_question(slug: str) -> Question:
    """A question of the app with its truth, which is computed: 60 ms at most."""
    card = CARDS[slug]
    truth, asks = card.settle().truth, card.asks
    if isinstance(asks, Number):
        bounds = {name: getattr(asks, name) for name in ("unit", "least", "most", "whole", "factor")}
        return Question("number", slug, **bounds, truth=float(truth))
    options = tuple(asks.draw()[1]) if isinstance(asks, Shape) else ("true", "false")
    answer = str(truth) if isinstance(asks, Shape) else str(bool(truth)).lower()
    return Question("choices", slug, options=options, truth=options.index(answer))


def _choices(body: Mapping[str, Any]) -> Question:
    untrusted.only(dict(body), OF_CHOICES)
    options = body["options"]
    if not isinstance(options, list) or not FEWEST <= len(options) <= MOST:
        untrusted.refuse("options", f"a list of {FEWEST} to {MOST} texts", options)
    texts = tuple(untrusted.text(each, "an option", OPTION, 1) for each in options)
    if len(set(texts)) < len(texts):
        untrusted.refuse("options", "different from each other", options)
    right = body.get("right")
    truth = None if right is None else untrusted.number(right, "right", 0, len(texts) - 1, whole=True)
    return Question("choices", text=untrusted.text(body.get("text"), "text", CLAIM, 1), options=texts, truth=truth)


def _number(body: Mapping[str, Any]) -> Question:
    untrusted.only(dict(body), OF_NUMBERS)
    least, most, right = (
        None if body.get(name) is None else untrusted.number(body[name], name)
        for name in ("least", "most", "right")
    )
    if least is not None and most is not None and least >= most:
        untrusted.refuse("most", f"greater than least, {least:g}", most)
    question = Question(
        "number",
        text=untrusted.text(body.get("text"), "text", CLAIM, 1),
        unit=untrusted.text(body.get("unit", ""), "unit", UNIT),
        least=least,
        most=most,
        whole=untrusted.flag(body.get("whole", False), "whole"),
        truth=right,
    )
    if right is not None:
        question.read(right)
    return question

"""The picture that settles a question, and the links to the room that shows more."""

import numpy as np
import pandas as pd

from components.pictures.plot import plot
from core.teach.questions.card import Answer, Card, Evidence
from figures.spec import Figure
from figures.teach.evidence import evidence_figure
from pages.shared import chart
from pages.shared.columns import Columns
from pages.take_away.code import CodeElsewhere
from pages.teach import question_words
from pages.teach.question_words import answer_in_words, because


def picture(card: Card, guess: Answer | None) -> None:
    """Draw the evidence, with the guess in it and its numbers one click away."""
    evidence = question_words.settle_card(card.slug).evidence
    figure, alt = _figure_and_alt(card, guess)
    columns = Columns(lambda: table(evidence), CodeElsewhere(card.address, card.cites))
    chart.show(figure, columns, alt=alt, key=f"evidence_{card.slug}")


def plain_picture(card: Card, guess: Answer | None, *, key: str) -> None:
    """Draw the evidence in another room, which has its own downloads and code."""
    figure, alt = _figure_and_alt(card, guess)
    plot(figure, alt=alt, key=key)
    chart.numbers(lambda: table(question_words.settle_card(card.slug).evidence), key=key)


def _figure_and_alt(card: Card, guess: Answer | None) -> tuple[Figure, str]:
    """Figure and alternative text."""
    evidence, words = question_words.settle_card(card.slug).evidence, question_words.words()
    mark = None if guess is None else card.asks.mark(guess, words("Mark", guess=answer_in_words(card, guess)))
    alt = words("Alt", x=evidence.x, y=evidence.y, why=because(card).replace("*", ""))
    return evidence_figure(evidence, palette=chart.palette(), guess=mark), alt


def table(evidence: Evidence) -> pd.DataFrame:
    """All curves below each other; a heat map with a row a row of cells."""
    if evidence.strip:
        columns = [f"{evidence.x} {place + 0.5:g}" for place in evidence.strip.x[:-1]]
        return pd.DataFrame(evidence.strip.cells, columns=columns).assign(**{evidence.y: evidence.strip.y[:-1]})
    parts = [
        {"curve": each.name, evidence.x: np.asarray(each.x), evidence.y: np.asarray(each.y)}
        for each in evidence.series
    ]
    return pd.concat([pd.DataFrame(part) for part in parts])

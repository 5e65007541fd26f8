"""The picture that settles a question, and the links to the room that shows more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from core.scaling import RULES
from core.schemes import SCHEMES
from figures.teach.evidence import evidence_figure
from pages.shared import chart
from pages.take_away.code import CodeElsewhere
from pages.teach import question_words
from pages.teach.question_words import because, spoken

if TYPE_CHECKING:
    from core.teach.questions.card import Card
    from core.teach.questions.evidence import Answer, Evidence
    from pages.shared.words import Words


def picture(card: Card, guess: Answer | None, words: Words) -> None:
    """Draw the evidence, with the guess in it."""
    found = question_words.settled(card.slug).evidence
    mark = None if guess is None else card.asks.mark(guess, words("Mark", guess=spoken(card, guess)))
    figure = evidence_figure(found, palette=chart.palette(), guess=mark)
    alt = words("Alt", x=found.x, y=found.y, why=because(card).replace("*", ""))
    records = {**SCHEMES, **RULES}
    code = CodeElsewhere(card.address, [records[name] for name in card.cites])
    chart.show(figure, alt=alt, table=lambda: table(found), key=f"evidence_{card.slug}", code=code)


def table(evidence: Evidence) -> pd.DataFrame:
    """All curves below each other; a heat map with a row a row of cells."""
    if evidence.strip:
        columns = [f"{evidence.x} {place + 0.5:g}" for place in evidence.strip.x[:-1]]
        return pd.DataFrame(evidence.strip.shares, columns=columns).assign(**{evidence.y: evidence.strip.y[:-1]})
    parts = [
        {"curve": each.name, evidence.x: np.asarray(each.x), evidence.y: np.asarray(each.y)}
        for each in evidence.series
    ]
    return pd.concat([pd.DataFrame(part) for part in parts])

"""Counts of a class as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from core.inputs.spreadsheet import no_formula
from core.teach.live.record import LiveClass, Round

HEAD = ("round", "question", "answer", "from", "to", "count", "right", "answers", "here")


def sheet(
    record: LiveClass,
    steps: Sequence[int] = (),  # browsers at each step at own pace; those of the record once the class has ended
) -> str:  # CSV with a line of names; texts that a spreadsheet would take for a formula begin with an apostrophe
    """One row for each option or range of numbers of each closed question, then one for each step."""
    held = io.StringIO()
    write = csv.writer(held, lineterminator="\r\n")
    write.writerow(HEAD)
    for asked in (*record.rounds, *([record.round] if record.round else [])):
        write.writerows(_rows(asked))
    write.writerows(
        ["", "step", number, "", "", many, "", "", ""] for number, many in enumerate(record.steps or steps, 1)
    )
    return held.getvalue()


def _rows(asked: Round) -> Iterator[list[object]]:
    question, found = asked.question, asked.distribution
    if found is None:
        return
    name = no_formula(question.text or question.card)
    for index, many in enumerate(found.counts):
        right = "" if question.truth is None else "yes" if index == question.truth else "no"
        option = no_formula(question.options[index])
        yield [asked.number, name, option, "", "", many, right, found.answers, asked.here]
    for low, high, many in found.bins:
        yield [asked.number, name, "", low, high, many, "", found.answers, asked.here]
    if not found.counts and not found.bins:
        yield [asked.number, name, "", "", "", 0, "", 0, asked.here]

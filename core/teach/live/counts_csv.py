"""Counts of a class as CSV."""

import csv
import io
from collections.abc import Iterator, Sequence

from core.inputs.spreadsheet import no_formula
from core.teach.live.record import LiveClass, Round

HEAD = ("round", "question", "answer", "from", "to", "count", "right", "answers", "here")


def counts_csv(
    record: LiveClass,
    steps: Sequence[int] = (),  # browsers at each step at own pace; those of the record once the class has ended
) -> str:  # CSV with a line of names; texts that a spreadsheet would take for a formula begin with an apostrophe
    """One row for each option or range of numbers of each closed question, then one for each step."""
    text = io.StringIO()
    write = csv.writer(text, lineterminator="\r\n")
    write.writerow(HEAD)
    for round_ in (*record.rounds, *([record.round] if record.round else [])):
        write.writerows(_rows(round_))
    write.writerows(
        ["", "step", number, "", "", many, "", "", ""] for number, many in enumerate(record.steps or steps, 1)
    )
    return text.getvalue()


def _rows(round_: Round) -> Iterator[list[object]]:
    question, distribution = round_.question, round_.distribution
    if distribution is None:
        return
    name = no_formula(question.text or question.card)
    for index, many in enumerate(distribution.counts):
        right = "" if question.truth is None else "yes" if index == question.truth else "no"
        option = no_formula(question.options[index])
        yield [round_.number, name, option, "", "", many, right, distribution.answers, round_.here]
    for low, high, many in distribution.bins:
        yield [round_.number, name, "", low, high, many, "", distribution.answers, round_.here]
    if not distribution.counts and not distribution.bins:
        yield [round_.number, name, "", "", "", 0, "", 0, round_.here]

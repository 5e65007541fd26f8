"""Count answers and steps."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.teach.live.question import Question

BINS = 12
WIDE = 100  # a range this many times its start is divided in equal ratios
LAST_STEP = 20


@dataclass(frozen=True)
class Distribution:
    """The answers of a class, counted."""

    answers: int
    counts: tuple[int, ...] = ()  # of each option
    # from, to, and how many: numbers from the first to below the second, in the last bin up to it; where few
    # different numbers were given, each has its bin
    bins: tuple[tuple[float, float, int], ...] = ()
    median: float | None = None  # of the numbers
    right: int | None = None  # how many answers are right; None without a known truth

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        if self.counts:
            return {"counts": list(self.counts), "right": self.right}
        return {"bins": [list(each) for each in self.bins], "median": self.median, "right": self.right}


def count(
    question: Question,
    answers: Sequence[float],  # as `Question.read` gives them, one of each browser
) -> Distribution:
    """Count the answers to a question."""
    right = None if question.truth is None else sum(bool(question.judge(each)) for each in answers)
    if question.kind == "choices":
        counts = Counter(answers)
        return Distribution(
            len(answers), tuple(counts[index] for index in range(len(question.options))), right=right
        )
    median = float(np.median(answers)) if answers else None
    return Distribution(len(answers), bins=_bins(answers), median=median, right=right)


def _bins(numbers: Sequence[float]) -> tuple[tuple[float, float, int], ...]:
    counts_by_number = Counter(numbers)
    if len(counts_by_number) <= BINS:
        return tuple((value, value, counts_by_number[value]) for value in sorted(counts_by_number))
    least, most = min(counts_by_number), max(counts_by_number)
    space = np.geomspace if least > 0 and most > WIDE * least else np.linspace
    edges = space(least, most, BINS + 1)
    counts, _ = np.histogram(numbers, edges)
    return tuple(
        (float(low), float(high), int(many)) for low, high, many in zip(edges, edges[1:], counts, strict=False)
    )


def count_steps(steps: Iterable[int | None]) -> tuple[int, ...]:
    """How many browsers stand at each step, from step 1 to the last one that any has reached."""
    counts = Counter(step for step in steps if step is not None and 1 <= step <= LAST_STEP)
    return tuple(counts[step] for step in range(1, max(counts, default=0) + 1))

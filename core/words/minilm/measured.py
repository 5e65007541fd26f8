"""What the released model makes of the sentences that questions are about: stored, as all readers see the same."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.schemes.analysis.learned_hands import learned_hands
from core.schemes.analysis.table import as_table
from core.words import minilm
from core.words.minilm.heads import share_at_offset
from core.words.minilm.stored import position_table

FILE = Path(__file__).with_suffix(".json")
PAID = "the lawyer paid the client"
OTHERS: Mapping[str, str] = {
    "swapped": "the client paid the lawyer",
    "passive": "the client was paid by the lawyer",
    "reworded": "the attorney paid the customer",
    "unrelated": "the stock market fell today",
}
RAISED = "The cat sat on the mat"
RAISED_BY = (0, 1, 2, 5, 10, 20, 50, 100, 200, 300, 400, 504)  # tokens; the table ends at 511
READ = (
    "Positional encodings give the transformer model some information about the relative position of the words in "
    "the sentence."
)
OFFSETS = (-3, -2, -1, 0, 1, 2, 3)  # of key from query, tokens
LAYER, HEAD = 0, 2  # that looks a word back


@dataclass(frozen=True)
class Measured:
    """Likenesses from -1 to 1, shares from 0 to 1."""

    paid: NDArray[np.float64]  # (m,) likeness of OTHERS to PAID
    paid_without: NDArray[np.float64]  # (m,) the same without positions
    raised: NDArray[np.float64]  # (k,) likeness of RAISED to itself with all position ids higher by RAISED_BY
    looks: NDArray[np.float64]  # (7,) attention of one head on READ at OFFSETS
    looks_without: NDArray[np.float64]  # (7,) the same without positions
    tokens: NDArray[np.float64]  # () how many READ has
    periods: NDArray[np.float64]  # (hands,) tokens for one turn, of the hands in its table


def measure() -> Measured:
    """All of it, computed by the model."""
    right, read = minilm.run(RAISED), minilm.run(READ)
    ids = np.arange(len(right.tokens))
    return Measured(
        paid=_likenesses(positions=True),
        paid_without=_likenesses(positions=False),
        raised=np.array([minilm.likeness(right, minilm.run(RAISED, by + ids)) for by in RAISED_BY]),
        looks=_looks(read),
        looks_without=_looks(minilm.run(READ, positions=False)),
        tokens=np.array(len(read.tokens)),
        periods=learned_hands(as_table(position_table()[1:-1])).periods,
    )


def _likenesses(*, positions: bool) -> NDArray[np.float64]:
    paid = minilm.run(PAID, positions=positions)
    others = (minilm.run(other, positions=positions) for other in OTHERS.values())
    return np.array([minilm.likeness(paid, other) for other in others])


def _looks(read: minilm.Run) -> NDArray[np.float64]:
    return np.array([share_at_offset(read.attention[LAYER, HEAD], offset) for offset in OFFSETS], float)


@cache
def measured() -> Measured:
    """The stored values; neither the model nor its weights are read."""
    stored = json.loads(FILE.read_text("utf-8"))
    return Measured(**{field.name: np.array(stored[field.name], float) for field in fields(Measured)})

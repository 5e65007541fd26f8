"""What the released model makes of every order of the words on Home: stored, as all readers see the same."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.words import minilm
from core.words.orders import FIRST_SENTENCE, different_orders

FILE = Path(__file__).with_suffix(".json")


@dataclass(frozen=True)
class OrderLikeness:
    """Cosine of every order's embedding with that of the sentence as it stands; the arrays are read-only."""

    orders: NDArray[np.intp]  # (m, n) as `different_orders` gives them
    with_positions: NDArray[np.float64]  # (m,) from -1 to 1
    without_positions: NDArray[np.float64]  # (m,) all 1: an encoder without positions cannot tell order


def measure(order: NDArray[np.intp], *, positions: bool) -> float:
    """Likeness of the words in an order to the sentence as it stands, computed by the model."""
    sentence, other = (" ".join(FIRST_SENTENCE[place] for place in places) for places in (sorted(order), order))
    first, second = (minilm.run(each, positions=positions) for each in (sentence, other))
    return minilm.likeness(first, second)


@cache
def likeness_of_orders() -> OrderLikeness:
    """The stored values of all orders; neither the model nor its weights are read."""
    stored = json.loads(FILE.read_text("utf-8"))
    values = [np.array(stored[f"{name} positions"]) for name in ("with", "without")]
    every = OrderLikeness(different_orders(), *values)
    for array in vars(every).values():
        array.setflags(write=False)
    return every

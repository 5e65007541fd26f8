"""What Home and the first of the five moves show: two sentences of the same words, as core has measured them."""

from functools import cache
from typing import Any

import numpy as np

from components.pictures import orders
from core.inputs.settings import Settings
from core.words.orders import FIRST_SENTENCE, ROUNDING, SECOND_SENTENCE, every_order, partners

PAPER = Settings()
HANDS = (0, 22, 45)
"""Pairs of a word's clock; they turn by 286°, 130° and 57° from the first to the last of six positions."""


@cache
def measured(
    *,
    masks: bool,  # whether also with a causal mask
) -> dict[str, Any]:  # as the pictures take it; not to be changed
    """Every order of the first sentence's words against the sentence itself."""
    every = every_order(PAPER.d_model)
    without = float(every.without_position.max())
    differences = {"position": every.with_position}
    if masks:
        masked = every_order(PAPER.d_model, causal=True)
        differences |= {"mask": masked.without_position, "both": masked.with_position}
    return orders.measured(
        FIRST_SENTENCE,
        every.orders,
        first_order=np.argsort(partners(FIRST_SENTENCE, SECOND_SENTENCE)).tolist(),
        without=without if without > ROUNDING else 0.0,
        differences=differences,
    )


def most() -> float:
    """The largest difference of an output in any order, with position."""
    return float(every_order(PAPER.d_model).with_position.max())

"""Offsets at which the dot product stops telling positions apart."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.frequencies import inverse_frequencies
from core.inputs.checked import checked
from core.inputs.parameter import whole
from core.numeric.sums import cosine_sum


@dataclass(frozen=True)
class Landmarks:
    """Where the dot product first rises and turns negative, and which position is nearest."""

    # first offset with a larger product than the offset before it, tokens; None within `searched`
    first_rise: int | None
    first_negative: int | None  # first offset with a negative product, tokens; None within `searched`
    nearest: int  # offset of the nearest other position, tokens
    nearest_distance: float  # euclidean distance to it, sqrt(2 Σ (1 - cos(kω)))
    searched: int  # offsets 1 … searched were examined


@checked(whole("search"))
def landmarks(
    d_model: int, *, base: float = 10_000.0, scale: float = 1.0, search: int = 4095
) -> Landmarks:  # d_model is at least 2, so that there is a pair; search: largest offset examined
    """The first rise, the first negative value and the nearest other position."""
    frequencies = inverse_frequencies(d_model, base) / scale
    if not frequencies.size:
        raise ValueError(f"d_model must be at least 2 to hold a pair, got {d_model}")
    products = cosine_sum(np.ones(len(frequencies)), frequencies, 0, 1, search + 1)
    margin = 1e-9 * len(frequencies)  # ignore changes below rounding error
    nearest = int(np.argmax(products[1:])) + 1
    return Landmarks(
        first_rise=_first(np.diff(products) > margin),
        first_negative=_first(products[1:] < -margin),
        nearest=nearest,
        nearest_distance=float(np.sqrt(2 * max(0.0, len(frequencies) - products[nearest]))),
        searched=search,
    )


def _first(where: NDArray[np.bool_]) -> int | None:
    """Offset (counted from 1) of the first true entry."""
    return int(np.argmax(where)) + 1 if where.any() else None

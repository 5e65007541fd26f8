"""Samples of many indices, and functions of the offset with at most as many points as a screen shows."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import checked
from core.inputs.parameter import whole


@checked(whole("count", least=0), whole("most"))
def evenly_spread(count: int, most: int) -> NDArray[np.int_]:  # (min(count, most),) ascending
    """At most `most` of the indices 0 … count - 1, evenly spread, with the first and the last."""
    return np.linspace(0, max(count - 1, 0), min(count, most)).round().astype(int)


@dataclass(frozen=True)
class Curve:
    """Means of a function over runs of consecutive offsets."""

    offsets: NDArray[np.float64]  # (n,) tokens; the middle of each run
    values: NDArray[np.float64]  # (n,) mean over each run
    offsets_per_point: int  # offsets that a point covers, always odd so that zero is the middle of a run


@checked(whole("points"))
def runs_about_zero(length: int, points: int) -> tuple[int, int]:
    """How to cut the offsets -length … length into runs of equal size with one centred on 0."""
    offsets = 2 * length + 1
    runs = (points - 1) | 1  # odd: as many on either side of the one at 0
    run_length = -(-offsets // runs) | 1
    return -(-offsets // run_length) // 2, run_length

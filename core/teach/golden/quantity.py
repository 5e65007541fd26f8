"""One array of a golden case, with how near core has to come."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

FLOAT32_ANGLE = 1e-7  # error of a sine for each radian of an angle that was computed in float32


@dataclass(frozen=True)
class Quantity:
    """Numbers that an implementation gave, and the call of core that has to give them."""

    name: str  # of the entry in the case
    expected: Any  # as the implementation gave them
    compute: Callable[[], Any] = field(repr=False)  # core's values, of the same shape
    tolerance: float = 0.0  # largest difference that passes; 0 for whole numbers


def single(floor: float, largest_angle: ArrayLike) -> float:
    """Tolerance of sines and cosines that were computed in float32 of angles up to these, in radians."""
    return max(floor, FLOAT32_ANGLE * float(np.abs(largest_angle).max(initial=0.0)))

"""ERNIE 4.5 VL: the pairs of height and width alternate in training and stand apart in the code."""

import numpy as np
from numpy.typing import NDArray

from core.config.families.family import Family, models

OF_TIME = 20  # pairs; those of height and width come before


def order(pairs: int) -> NDArray[np.int64]:
    """Which pair of the geometric series stands at each place: even ones of space, odd ones, then those of time."""
    space = pairs - OF_TIME
    return np.concatenate([np.arange(0, space, 2), np.arange(1, space, 2), np.arange(space, pairs)])


FAMILIES = (Family(types=("ernie4_5_vl_moe_text",), source=models("ernie4_5_vl_moe"), order=order),)

"""Cases of rotations whose every step a GPU has rounded."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.long_context.dtypes import everywhere, round_unchecked
from core.long_context.rotation_errors import rotations
from tests.golden.quantity import Case, Quantity

LAST_PLACE = 2.0**-24  # of float32, below 1: a GPU has its own cosine and sine
OVERFLOW = -9.0  # stands for what is no finite number, in the case and in core; no angle or cosine is as small


def finite(values: Any) -> NDArray[np.float64]:
    """Numbers that float32 holds, which nine digits name; with a stand-in where a number overflowed."""
    return np.nan_to_num(np.array(values, np.float32).astype(float), nan=OVERFLOW, posinf=OVERFLOW)


def rounded_rotation(case: Case) -> Iterator[Quantity]:
    """Every step in one dtype; and in float32 up to a cosine and sine that are cast at the end."""
    places, dtype, shape = case["positions"], case["dtype"], {"pairs": case["pairs"], "base": case["base"]}
    every = rotations(places, case["dim"], everywhere(dtype), **shape)
    late = rotations(places, case["dim"], everywhere("float32"), **shape)
    steps = {"rounded_positions": every.positions, "angle": every.angles, "cos": every.cosines, "sin": every.sines}
    steps["cos_cast_at_end"] = round_unchecked(late.cosines, dtype)
    steps["sin_cast_at_end"] = round_unchecked(late.sines, dtype)
    for name, values in steps.items():
        allowed = LAST_PLACE if dtype == "float32" and name.startswith(("cos", "sin")) else 0.0
        yield Quantity(name, finite(values), allowed, finite(case[name]))


OF_ROUNDINGS = {"rounded rotation": rounded_rotation}

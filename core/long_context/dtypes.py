"""Rounding to a floating-point dtype, and one dtype for each step from a position to its rotation.

Rounded values are kept in float64 arrays, which hold every number of the smaller dtypes exactly.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import Reals, checked, reals
from core.inputs.parameter import Choice

EXACT = "float64"
DTYPE = Choice(
    "dtype",
    "The floating type that numbers are rounded to.",
    ("bfloat16", "float16", "float32", EXACT),
)
SIGNIFICAND_BITS = {"bfloat16": 8, "float16": 11, "float32": 24, EXACT: 53}  # including the implicit leading bit
_TYPES: dict[str, Any] = {name: np.dtype(name) for name in DTYPE.options[1:]} | {"bfloat16": ml_dtypes.bfloat16}


@dataclass(frozen=True)
class Dtypes:
    """The dtype of each of the four steps from a position to its rotation."""

    position: str = EXACT  # one of DTYPE's options
    inverse_frequency: str = EXACT  # one of DTYPE's options
    angle: str = EXACT  # one of DTYPE's options
    cos_sin: str = EXACT  # one of DTYPE's options

    def __post_init__(self) -> None:
        for step in STEPS:
            replace(DTYPE, name=step).check(getattr(self, step))

    def only(self, step: str) -> Dtypes:
        """The same dtype for one step, and no rounding in the others."""
        return Dtypes(**{step: getattr(self, step)})


STEPS = tuple(field.name for field in fields(Dtypes))


def everywhere(dtype: str) -> Dtypes:
    """All four steps in one dtype."""
    return Dtypes(*[dtype] * len(STEPS))


@checked(DTYPE, **reals("values"))
def rounded(
    values: Reals,  # finite
    dtype: str,  # "bfloat16", "float16", "float32" or "float64"
) -> NDArray[np.float64]:  # infinite where a value is beyond the largest number of the dtype
    """The nearest numbers that a dtype can represent, ties to even.

    float64 is converted to bfloat16 by way of float32, as in the models.

    Source: ml_dtypes, https://github.com/jax-ml/ml_dtypes; IEEE 754-2019, section 4.3.1

    >>> rounded([256, 257, 258, 259, 1e30], "bfloat16")[:4].tolist(), rounded(65_520, "float16").item()
    ([256.0, 256.0, 258.0, 260.0], inf)
    """
    return rounded_unchecked(values, dtype)


def rounded_unchecked(values: NDArray[np.float64], dtype: str) -> NDArray[np.float64]:
    """As `rounded`, for values that may already be infinite or NaN."""
    if dtype == EXACT:
        return values
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        return values.astype(_TYPES[dtype]).astype(np.float64)

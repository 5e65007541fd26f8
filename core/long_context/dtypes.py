"""Rounding to a floating-point dtype, which positions become one number, and a dtype for each step to a rotation.

Rounded values are kept in float64 arrays, which hold every number of the smaller dtypes exactly.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import lru_cache

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import Reals, checked, reals
from core.inputs.parameter import Choice, whole
from core.numeric.twins import fast

EXACT = "float64"
DTYPE = Choice(
    "dtype",
    "The floating type that numbers are rounded to.",
    ("bfloat16", "float16", "float32", EXACT),
)
SIGNIFICAND_BITS = {"bfloat16": 8, "float16": 11, "float32": 24, EXACT: 53}  # including the implicit leading bit
BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
_TYPES = {name: np.dtype(name) for name in DTYPE.options[1:]} | {"bfloat16": BFLOAT16}


@dataclass(frozen=True)
class Dtypes:
    """The dtype of each of the four steps from a position to its rotation."""

    position: str = EXACT  # or "bfloat16", "float16", "float32"
    inverse_frequency: str = EXACT
    angle: str = EXACT
    cos_sin: str = EXACT

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
def round_to_dtype(
    values: Reals,  # finite
    dtype: str,  # "bfloat16", "float16", "float32" or "float64"
) -> NDArray[np.float64]:  # infinite where a value is beyond the largest number of the dtype
    """The nearest numbers that a dtype can represent, ties to even.

    float64 is converted to bfloat16 by way of float32, as in the models.

    Source: ml_dtypes, https://github.com/jax-ml/ml_dtypes; IEEE 754-2019, section 4.3.1

    >>> round_to_dtype([256, 257, 258, 259, 1e30], "bfloat16")[:4].tolist(), round_to_dtype(65520, "float16").item()
    ([256.0, 256.0, 258.0, 260.0], inf)
    """
    return round_unchecked(values, dtype)


def _rounded_by_bits(values: NDArray[np.float64], dtype: str) -> NDArray[np.float64]:
    """The nearest numbers that a dtype holds, as float64."""
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        if dtype != "bfloat16":
            return values.astype(dtype).astype(float)
        bits = values.astype(np.float32).view(np.uint32)  # bfloat16 is the upper half of float32
        return ((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000).view(np.float32).astype(float)


@fast(plain=_rounded_by_bits)
def round_unchecked(values: NDArray[np.float64], dtype: str) -> NDArray[np.float64]:
    """As `round_to_dtype`, for values that may already be infinite or NaN."""
    if dtype == EXACT:
        return values
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        return values.astype(_TYPES[dtype]).astype(np.float64)


MAX_POSITION = 2**40  # tokens


@dataclass(frozen=True)
class MergedPositions:
    """Positions that become one number."""

    first: int  # tokens
    last: int | None  # tokens; None where every position from the first on becomes infinity


@lru_cache(maxsize=256)
@checked(whole("position", 0, MAX_POSITION), DTYPE)
def merged_with(position: int, dtype: str) -> MergedPositions:  # position: tokens, from 0 to MAX_POSITION
    """The positions that are rounded to the same number as a given one.

    >>> merged_with(257, "bfloat16"), merged_with(70_000, "float16")
    (MergedPositions(first=256, last=257), MergedPositions(first=65520, last=None))
    """
    first = _last_equal(position, -1, dtype)
    overflows = np.isinf(round_to_dtype(position, dtype))
    return MergedPositions(first, None if overflows else _last_equal(position, 2 * position + 2, dtype))


def _last_equal(inside: int, outside: int, dtype: str) -> int:
    """Bisect for the last position, from one inside towards one outside, that is rounded to the same number."""
    number = round_to_dtype(inside, dtype)
    while abs(outside - inside) > 1:
        middle = (outside + inside) // 2
        outside, inside = (outside, middle) if round_to_dtype(middle, dtype) == number else (middle, inside)
    return inside


@checked(DTYPE)
def first_collision(dtype: str) -> int:
    """The first position whose successor is rounded to the same number.

    >>> [first_collision(dtype) for dtype in ("bfloat16", "float16", "float32")]
    [256, 2048, 16777216]
    """
    return int(2 ** SIGNIFICAND_BITS[dtype])


@lru_cache
def overflow(dtype: str) -> int | None:
    """The first position that becomes infinity; None if no position up to MAX_POSITION does.

    >>> overflow("float16"), overflow("bfloat16")
    (65520, None)
    """
    farthest = merged_with(MAX_POSITION, dtype)
    return farthest.first if farthest.last is None else None


def _distinct_positions(length: int, dtype: str) -> int:
    """How many different numbers the positions of a text become."""
    return len(np.unique(round_to_dtype(np.arange(length), dtype)))


@checked(DTYPE)
@fast(plain=_distinct_positions)
def distinct_positions(length: int, dtype: str) -> int:  # infinity, where it occurs, counts as one number
    """How many different numbers the positions 0 … length - 1 become.

    >>> distinct_positions(8192, "bfloat16")
    897
    """
    bits = SIGNIFICAND_BITS[dtype]
    if length <= 2**bits:
        return length
    last = round_to_dtype(length - 1, dtype).item()
    if np.isinf(last):
        return distinct_positions(merged_with(length - 1, dtype).first, dtype) + 1
    doublings = int(np.log2(last)) - bits  # complete octaves above 2**bits; each has 2**(bits - 1) numbers
    step = 2 ** (doublings + 1)
    return int(2**bits + doublings * 2 ** (bits - 1) + (last - 2 ** (bits + doublings)) // step + 1)

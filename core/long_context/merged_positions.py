"""Which positions become the same number when they are rounded to a dtype."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from core.inputs.checked import checked
from core.inputs.parameter import whole
from core.long_context.dtypes import DTYPE, SIGNIFICAND_BITS, rounded
from core.numeric.twins import fast

MAX_POSITION = 2**40  # tokens


@dataclass(frozen=True)
class Merged:
    """Positions that become one number."""

    first: int  # tokens
    last: int | None  # tokens; None where every position from the first on becomes infinity


@lru_cache(maxsize=256)
@checked(whole("position", 0, MAX_POSITION), DTYPE)
def merged_with(position: int, dtype: str) -> Merged:  # position: tokens, from 0 to MAX_POSITION
    """The positions that are rounded to the same number as a given one.

    >>> merged_with(257, "bfloat16"), merged_with(70_000, "float16")
    (Merged(first=256, last=257), Merged(first=65520, last=None))
    """
    first = _last_equal(position, -1, dtype)
    overflows = np.isinf(rounded(position, dtype))
    return Merged(first, None if overflows else _last_equal(position, 2 * position + 2, dtype))


def _last_equal(inside: int, outside: int, dtype: str) -> int:
    """Bisect for the last position, from one inside towards one outside, that is rounded to the same number."""
    number = rounded(inside, dtype)
    while abs(outside - inside) > 1:
        middle = (outside + inside) // 2
        outside, inside = (outside, middle) if rounded(middle, dtype) == number else (middle, inside)
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
    return len(np.unique(rounded(np.arange(length), dtype)))


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
    last = rounded(length - 1, dtype).item()
    if np.isinf(last):
        return distinct_positions(merged_with(length - 1, dtype).first, dtype) + 1
    doublings = int(np.log2(last)) - bits  # complete octaves above 2**bits; each has 2**(bits - 1) numbers
    step = 2 ** (doublings + 1)
    return int(2**bits + doublings * 2 ** (bits - 1) + (last - 2 ** (bits + doublings)) // step + 1)

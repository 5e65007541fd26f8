"""The largest grids, tables and prompts, and the checks that keep arguments below them."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.inputs.arrays import as_real
from core.inputs.parameter import BASE, SCALE, check_whole

MAX_SIDE = 4_096  # patches, rows or columns of a grid
MAX_TOKENS = 1_048_576  # of a grid or a prompt
MAX_COLUMNS = 16_384  # features of a token
MAX_VALUES = 2**26  # numbers in one array: 512 MiB of float64
MAX_SIZE = 2.0**40  # of a coordinate, a time or an offset: beyond, float64 has no accurate angle


def check_side(value: Any, name: str) -> int:
    """A number of rows or columns of a grid, from 1 to MAX_SIDE; the error calls it `name`."""
    return check_whole(value, name, 1, MAX_SIDE)


def check_grid(height: Any, width: Any, values_per_token: int = 1) -> tuple[int, int]:
    """Rows and columns of a grid of at most MAX_TOKENS tokens and MAX_VALUES values."""
    sides = check_side(height, "height"), check_side(width, "width")
    check_tokens(sides[0] * sides[1], "height · width", values_per_token)
    return sides


def check_tokens(tokens: int, name: str, values_per_token: int = 1) -> int:
    """A number of tokens of at most MAX_TOKENS tokens and MAX_VALUES values."""
    most = min(MAX_TOKENS, MAX_VALUES // max(1, values_per_token))
    if tokens > most:
        raise ValueError(f"{name} must be at most {most:,} tokens, got {tokens:,}")
    return tokens


def check_columns(value: Any, name: str, multiple: int = 1) -> int:
    """A number of features up to MAX_COLUMNS, divisible by `multiple`."""
    columns = check_whole(value, name, multiple, MAX_COLUMNS)
    if columns % multiple:
        raise ValueError(f"{name} must be divisible by {multiple}, got {columns}")
    return columns


def check_base(value: Any, name: str = "base") -> float:
    """A finite number greater than 1; the error calls it `name`."""
    return replace(BASE, name=name).check(value)


def check_scale(value: Any, name: str) -> float:
    """A finite number greater than 0; the error calls it `name`."""
    return replace(SCALE, name=name).check(value)


def check_finite(value: Any, name: str, law: str = "a finite number", valid: Any = None) -> float:
    """A finite number; `valid` is a further condition, which `law` describes."""
    return replace(SCALE, name=name, law=law, valid=valid or math.isfinite).check(value)


def check_flag(value: Any, name: str) -> bool:
    """True or False, and not merely a truthy value."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{name} must be True or False, got {value!r:.80}")
    return bool(value)


def check_both(value: Any, name: str, parts: str) -> tuple[Any, Any]:
    """A list or tuple of two, which `parts` describes, such as "a height and a width"."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise ValueError(f"{name} must be {parts}, got {value!r:.80}")
    return value[0], value[1]


def dimensions(values: Any) -> int:
    """Number of dimensions of an array; 0 for anything else, so that `as_shape` refuses it by name."""
    try:
        return np.ndim(values)
    except ValueError:  # rows of different lengths
        return 0


def as_shape(values: Any, name: str, *shape: int | None) -> NDArray[np.float64]:
    """Finite array of a shape, with None where any length is valid, of at most MAX_VALUES values up to MAX_SIZE."""
    array = as_real(values, name)
    fits = array.ndim == len(shape) and all(w is None or w == g for w, g in zip(shape, array.shape, strict=True))
    if not fits:
        wanted = ", ".join("any" if length is None else str(length) for length in shape)
        raise ValueError(f"{name} must be of shape ({wanted}), got {array.shape}")
    if array.size > MAX_VALUES:
        raise ValueError(f"{name} must have at most {MAX_VALUES:,} numbers, got {array.size:,}")
    if array.size and np.abs(array).max() > MAX_SIZE:
        raise ValueError(f"{name} must be at most 2**40 in size, got {array[np.abs(array) > MAX_SIZE].flat[0]}")
    return array

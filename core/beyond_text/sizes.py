"""The largest grids, tables and prompts, and the checks that keep arguments below them."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.inputs.checked import as_real
from core.inputs.parameter import SCALE, Parameter, check_whole, whole

MAX_SIDE = 4_096  # patches, rows or columns of a grid
MAX_TOKENS = 1_048_576  # of a grid or a prompt
MAX_COLUMNS = 16_384  # features of a token
MAX_VALUES = 2**26  # numbers in one array: 512 MiB of float64
MAX_SIZE = 2.0**40  # of a coordinate, a time or an offset: beyond, float64 has no accurate angle


class Law(NamedTuple):
    """What an argument may be."""

    name: str
    check: Callable[[Any], Any]


def side(name: str) -> Parameter:
    """A number of rows or columns of a grid."""
    return whole(name, 1, MAX_SIDE)


HEIGHT, WIDTH, SEED = side("height"), side("width"), whole("seed", 0, 2**32 - 1)


def features(name: str, multiple: int = 1) -> Law:
    """A number of features up to MAX_COLUMNS, divisible by `multiple`."""
    return Law(name, partial(check_columns, name=name, multiple=multiple))


def array(name: str, *shape: int | None) -> Law:
    """An array as by `as_shape`."""
    return Law(name, lambda value: as_shape(value, name, *shape))


def flag(name: str) -> Law:
    """True or False, and not merely a truthy value."""

    def check(value: Any) -> bool:
        if not isinstance(value, bool | np.bool_):
            raise ValueError(f"{name} must be True or False, got {value!r:.80}")
        return bool(value)

    return Law(name, check)


def positive(name: str) -> Parameter:
    """A finite number greater than 0."""
    return replace(SCALE, name=name)


def real(name: str, law: str = "a finite number", valid: Callable[[float], bool] = math.isfinite) -> Parameter:
    """A finite number; `valid` is a further condition, which `law` describes."""
    return replace(SCALE, name=name, law=law, valid=valid)


def up_to(name: str, most: float) -> Parameter:
    """A number from 0 to the largest."""
    return real(name, f"a number from 0 to {most:g}", lambda value: 0 <= value <= most)


def check_grid(height: int, width: int) -> None:
    """Refuse a grid of more than MAX_TOKENS tokens."""
    check_table(height, width, 1)


def check_table(height: int, width: int, dim: int) -> None:
    """Refuse a grid of more than MAX_TOKENS tokens, or of more than MAX_VALUES values with `dim` of each token."""
    check_tokens(HEIGHT.check(height) * WIDTH.check(width), "height · width", dim)


def check_video(frames: int, height: int, width: int, dim: int) -> None:
    """Refuse a video whose frames are too large as a grid, or which has too many tokens or values in all."""
    check_grid(height, width)
    check_tokens(frames * height * width, "frames · height · width", dim)


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


def check_both(value: Any, name: str, parts: str) -> tuple[Any, Any]:
    """A list or tuple of two, which `parts` describes, such as "a height and a width"."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise ValueError(f"{name} must be {parts}, got {value!r:.80}")
    return value[0], value[1]


def dimensions(values: Any) -> int:
    """Number of dimensions of an array; 0 for anything else (`as_shape` then raises)."""
    try:
        return np.ndim(values)
    except ValueError:  # rows of different lengths
        return 0


def as_square(values: Any, name: str) -> NDArray[np.float64]:
    """Array (n, n); one (n,) stands for n equal rows. The error calls it `name`."""
    if dimensions(values) == 1:
        row = as_shape(values, name, None)
        check_pairs(len(row), name)
        return np.tile(row, (len(row), 1))
    array = as_shape(values, name, None, None)
    if array.shape[0] != array.shape[1]:
        raise ValueError(f"{name} must be square, got {array.shape}")
    return array


def check_pairs(tokens: int, name: str) -> None:
    """Refuse numbers of tokens whose square exceeds MAX_VALUES."""
    if tokens**2 > MAX_VALUES:
        raise ValueError(f"{name} must be for at most {int(MAX_VALUES**0.5):,} tokens, got {tokens:,}")


SCORES = Law("logits", partial(as_square, name="logits"))


def as_shape(values: Any, name: str, *shape: int | None) -> NDArray[np.float64]:
    """Finite array of a shape, with None where any length is valid, of at most MAX_VALUES values up to MAX_SIZE."""
    array = as_real(values, name)
    fits = array.ndim == len(shape) and all(w is None or w == g for w, g in zip(shape, array.shape, strict=True))
    if not fits:
        law = ", ".join("any" if length is None else str(length) for length in shape)
        raise ValueError(f"{name} must be of shape ({law}), got {array.shape}")
    if array.size > MAX_VALUES:
        raise ValueError(f"{name} must have at most {MAX_VALUES:,} numbers, got {array.size:,}")
    if array.size and np.abs(array).max() > MAX_SIZE:
        raise ValueError(f"{name} must be at most 2**40 in size, got {array[np.abs(array) > MAX_SIZE].flat[0]}")
    return array

"""What an array is: which encoding, with which settings, and what is wrong with it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.long_context.dtypes import BFLOAT16
from core.schemes.alibi import slopes
from core.schemes.analysis.identify.biases import identify_biases
from core.schemes.analysis.identify.identification import UNKNOWN, Identification, Mistake
from core.schemes.analysis.identify.measure import LARGEST, TYPES, number_type, type_and_digits
from core.schemes.analysis.identify.pair import identify_pair
from core.schemes.analysis.identify.rotations import (
    MOST_ROWS,
    identify_complex,
    identify_frequencies,
    identify_rotation,
)
from core.schemes.analysis.identify.tables import identify_table
from core.schemes.analysis.identify.waves import Difference
from core.schemes.analysis.identify.words import mistake, note
from core.schemes.analysis.table import Table, as_table

__all__ = ["MOST_CELLS", "Identification", "Mistake", "identify", "identify_pair"]

MOST_CELLS = 2**28  # of an array: 65,536 positions × 4,096 features
MOST_POSITIONS, MOST_FEATURES = 2**20, 2**16
MOST_HEADS = 512  # of slopes, of all items of a batch
MOST_BIAS_CELLS = 2**22  # of matrices of biases, which are looked at as a whole
MOST_NUMBERS = 2**14  # of a list
SCHEMES = ("sinusoidal", "RoPE")  # that a caller may say an array is


@np.errstate(over="ignore")  # what is too large for a float is no formula's either
def identify(
    values: ArrayLike | Table, after: ArrayLike | None = None, *, scheme: str | None = None
) -> Identification:
    """Find out which encoding an array holds, in which layout, and what is wrong with it.

    Frequencies, phases and amplitude are measured in the numbers and confirmed by the exact encoding.

    Parameters
    ----------
    values : array_like or Table
        One of these; axes of length 1 are left out.

        - a table of shape (positions, features), at least 3 rows: sinusoidal, or cosines and sines of RoPE;
        - complex numbers of shape (positions, pairs): rotations, as Meta's ``freqs_cis``; also real, with a last
          axis of length 2;
        - a list of shape (pairs,): inverse frequencies, or ALiBi's slopes;
        - biases of shape (heads, queries, keys) or (queries, keys), keys that are hidden at -inf;
        - a batch of tables, of shape (batch, positions, features) or (positions, batch, features); the cosines and
          the sines of RoPE, of shape (2, positions, features).
    after : array_like of shape (n, dim), optional
        The same vectors after a rotation; then `values` holds them before it.
    scheme : {"sinusoidal", "RoPE"}, optional
        What the array is meant to be, where it can be read as both: cosines or sines alone.

    Returns
    -------
    identification : Identification
        Its `mistakes` are sentences, none where all is right; its scheme is "unknown" or "learned" where nothing
        was recognised.

    Raises
    ------
    ValueError
        If the values are no real or complex numbers, not finite (apart from biases), empty, of too many axes, or
        more than 2**28, 2**20 positions or 2**16 features; if `after` has another shape than `values`; if
        `scheme` is none of the two.

    Examples
    --------
    >>> from core.schemes.sinusoidal import sinusoidal
    >>> table = sinusoidal(50, 16, layout="concatenated")
    >>> assert not identify(table).mistakes
    >>> identify(np.repeat(table[5:6], 50, axis=0)).mistakes[0][:52]
    'Position is missing: all 50 rows are the same, the e'
    """
    if scheme not in {None, *SCHEMES}:
        raise ValueError(f"scheme must be one of {', '.join(SCHEMES)}, got {scheme!r}")
    if isinstance(values, Table):
        _check_table((values.length, values.d_model))
        return identify_table(values, (values.length, values.d_model), scheme=scheme)
    array = _as_numbers(values, "values")
    if after is not None:
        return _rotation(array, _as_numbers(after, "after"))
    shape = array.shape
    axes = tuple(size for size in shape if size != 1) if array.ndim > 2 else shape
    squeezed = array.reshape(axes)
    result = _by_axes(squeezed, shape, scheme)
    return result if len(axes) == len(shape) else replace(result, notes=(*result.notes, note("axes")))


def _as_numbers(values: ArrayLike, name: str) -> NDArray[Any]:
    """An array of real or complex numbers within the limits."""
    try:
        array = np.asarray(values)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be real or complex numbers, got {type(values).__name__}") from None
    if array.dtype.kind not in "iufc" and array.dtype != BFLOAT16:
        raise ValueError(f"{name} must be real or complex numbers, got {array.dtype}")
    _check_size(name, array.shape)
    return array


def _check_size(name: str, shape: tuple[int, ...]) -> None:
    cells = int(np.prod(shape, dtype=object))
    if not 0 < cells <= MOST_CELLS:
        raise ValueError(f"{name} must have from 1 to {MOST_CELLS:,} cells, got {cells:,}")


def _check_table(shape: tuple[int, int]) -> None:
    positions, features = shape
    _check_size("values", shape)
    if positions > MOST_POSITIONS or features > MOST_FEATURES:
        most = f"{MOST_POSITIONS:,} positions and {MOST_FEATURES:,} features"
        raise ValueError(f"values must have at most {most}, got {positions:,} and {features:,}")


def _check_finite(name: str, array: NDArray[Any]) -> None:
    """Raise a ValueError for numbers of a small array that are not finite; tables are checked block by block."""
    good = np.isfinite(array) & (np.abs(array) <= np.float64(LARGEST))
    if not good.all():
        place = tuple(map(int, np.argwhere(~good)[0]))
        raise ValueError(f"{name} must be finite numbers up to {LARGEST:g} in size, got {array[place]} at {place}")


def _rotation(before: NDArray[Any], after: NDArray[Any]) -> Identification:
    shape = before.shape
    if before.shape != after.shape:
        raise ValueError(f"after must be of the shape of values, {before.shape}, got {after.shape}")
    if "c" in before.dtype.kind + after.dtype.kind:
        raise ValueError("values and after must be real numbers, got complex ones")
    axes = tuple(size for size in shape if size != 1)
    if len(axes) == 1 and len(shape) >= 1:
        axes = (1, *axes)
    if len(axes) > 2:  # heads and batches: the first
        keep = (0,) * (len(axes) - 2)
        before, after, axes = before.reshape(axes)[keep], after.reshape(axes)[keep], axes[-2:]
    if len(axes) != 2 or axes[1] < 2:
        raise ValueError(f"values must be of shape (n, dim) with dim at least 2, got {shape}")
    one, other = (each.reshape(axes)[:MOST_ROWS].astype(np.float64) for each in (before, after))
    _check_finite("values", one)
    _check_finite("after", other)
    result = identify_rotation(one, other, shape)
    longer = [axis for axis, size in enumerate(shape) if size != 1]
    if len(longer) < 3 or result.scheme == UNKNOWN:
        return result
    told = note("position-axis", axis=longer[-2], shape=" × ".join(map(str, shape)))
    return replace(result, notes=(told, *result.notes))


def _by_axes(array: NDArray[Any], shape: tuple[int, ...], scheme: str | None) -> Identification:
    """What an array is, by the number of its axes."""
    if array.dtype.kind == "c":
        if array.ndim != 2:
            raise ValueError(f"complex values must be of shape (positions, pairs), got {shape}")
        _check_table((len(array), 2 * array.shape[1]))
        return identify_complex(array.real, array.imag, shape)
    if array.ndim == 1:
        if len(array) > MOST_NUMBERS:
            raise ValueError(f"a list must have at most {MOST_NUMBERS:,} numbers, got {len(array):,}")
        numbers = array.astype(np.float64)
        _check_finite("values", numbers)
        return identify_frequencies(numbers, shape)
    if array.ndim == 2 and 1 in array.shape:
        return _by_axes(array.ravel(), shape, scheme)
    if array.ndim == 2:
        return _biases(array[None], shape) or _slopes_by_position(array, shape) or _table(array, shape, scheme)
    if array.ndim == 3:
        return _biases(array, shape) or _three_axes(array, shape, scheme)
    raise ValueError(f"values must have from 1 to 3 axes longer than 1, got the shape {shape}")


def _table(array: NDArray[Any], shape: tuple[int, ...], scheme: str | None) -> Identification:
    _check_table((len(array), array.shape[1]))
    return identify_table(as_table(array), shape, scheme=scheme)


def _three_axes(array: NDArray[Any], shape: tuple[int, ...], scheme: str | None) -> Identification:
    """Rotations as pairs of numbers, cosines and sines, or a batch of tables."""
    first, second, last = array.shape
    if last == 2 and min(first, second) > 2:
        _check_table((first, 2 * second))
        return identify_complex(array[..., 0], array[..., 1], shape)
    if first == 2:
        _check_table((second, last))
        both = identify_pair(as_table(array[0]), as_table(array[1]), shape)
        if both is not None:
            return both
    found = _batch(array, shape, scheme)
    if found is not None:
        return found
    return Identification(
        scheme=UNKNOWN,
        form="array",
        shape=shape,
        dtype=str(array.dtype),
        summary="This array of three axes was not recognised: bring one of its tables.",
    )


def _batch(array: NDArray[Any], shape: tuple[int, ...], scheme: str | None) -> Identification | None:
    """The same table for each item of the first axis, or of the second."""
    first, second, _ = array.shape
    if all(np.array_equal(array[0], other) for other in array[1:]):
        result = _table(array[0], shape, scheme)
        return replace(result, notes=(*result.notes, note("batch", items=first)))
    if all(np.array_equal(array[:, 0], array[:, other]) for other in range(1, second)):
        result = _table(np.ascontiguousarray(array[:, 0]), shape, scheme)
        if first > second:
            return replace(result, notes=(*result.notes, note("sequence-first", items=second)))
        if result.scheme == UNKNOWN:
            return result
        column = int(np.argmax(array[0, 1] != array[1, 1]))
        cell = Difference(1, column, float(array[0, 1, column]), float(array[1, 1, column]))
        faults = (mistake("batch", cell), *result.faults)
        return replace(result, faults=faults, first=cell, summary="One position for each item of a batch.")
    return None


def _biases(array: NDArray[Any], shape: tuple[int, ...]) -> Identification | None:
    queries, keys = array.shape[1:]
    if queries != keys or array.size > MOST_BIAS_CELLS:
        return None
    values = array.astype(np.float64)
    seen = values[np.isfinite(values) & (values > -1e4)]
    if len(seen) == 0 or np.isnan(values).any() or np.abs(seen).max() > LARGEST:
        return None
    narrowest, digits = type_and_digits(seen)
    size = float(np.abs(seen).max()) or 1.0
    error = max(TYPES[narrowest] * size, digits.error if digits else 0.0, 4e-7 * size)
    once = _once(values)
    result = identify_biases(once, shape, array.dtype.name, error)
    if result is None or len(once) == len(values):
        return result
    return replace(result, notes=(*result.notes, _repeated(len(once), len(values))))


def _once(heads: NDArray[np.float64]) -> NDArray[np.float64]:
    """The first of equal parts of the first axis, as a batch repeats its heads; all where there are none."""
    same = [row for row in range(1, len(heads)) if np.array_equal(heads[row], heads[0])]
    count = same[0] if same else len(heads)
    is_repeated = count > 1 and len(heads) % count == 0
    parts = heads.reshape(-1, count, *heads.shape[1:]) if is_repeated else heads[None]
    return heads[:count] if is_repeated and (parts == parts[0]).all() else heads


def _repeated(heads: int, rows: int) -> str:
    return note("batch-heads", heads=heads, times=rows // heads)


def _slopes_by_position(array: NDArray[Any], shape: tuple[int, ...]) -> Identification | None:
    """ALiBi as slopes times the position of the key, (heads, keys): what softmax makes of it is the same."""
    rows, keys = array.shape
    if rows < 2 or rows > MOST_HEADS or keys < 3 or array.size > MOST_BIAS_CELLS:
        return None
    values = array.astype(np.float64)
    if not np.isfinite(values).all():
        return None
    values = _once(values)
    heads = len(values)
    steps = np.diff(values, axis=1)
    right = slopes(heads)
    if (
        np.abs(steps - right[:, None]).max()
        > 0.01 * right.min() + 2 * TYPES[number_type(values)] * np.abs(values).max()
    ):
        return None
    return Identification(
        scheme="ALiBi",
        form="biases",
        shape=shape,
        dtype=array.dtype.name,
        slopes=steps.mean(axis=1),
        notes=(note("by-rows"), *([_repeated(heads, rows)] if rows > heads else [])),
        summary=f"ALiBi of {heads} heads, as slope times the position of the key.",
    )
